import { mayFail, noteFailure } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import { GrowingFile } from "../../files/growingFile.ts";
import type { EncodedChunk, FilmFrame, FilmMark } from "../../page/video/api.ts";
import { takePicture } from "../picture.ts";
import type { SessionPage } from "../sessionPage.ts";
import { Encoder } from "./encoder.ts";
import type { Taking } from "../live/pageCast.ts";
import { WebmWriter, type Chapter, type WebmTrack } from "./webm.ts";

export interface FilmFacts {
  path: string;
  page: string;
  bytes: number;
  durationMs: number;
  frames: number;
  /** Why it ended before it was stopped. */
  endedEarly?: string;
}

interface FilmOrder {
  page: SessionPage;
  path: string;
  size: { width: number; height: number } | undefined;
}

/** As large as a video is that nobody gave a size. */
const MAX_SIZE = { width: 800, height: 800 };
/** Ten pictures a second show everything that matters, and cost a busy page little. */
const EVERY_MS = 100;
const MARK_MS = 900;
const MAX_MARKS = 3;
const MAX_CHAPTERS = 1000;
/** What the last frames may take once nothing new comes. */
const LAST_FRAMES_MS = 5000;

/** The video of one page, from its first picture until it is stopped or the page is gone. */
export class Film {
  readonly #order: FilmOrder;
  readonly #file: GrowingFile;
  /** When its first picture was shown. */
  #startedAt: number | undefined;
  readonly #chapters: Chapter[] = [];
  readonly #marks = new Set<FilmMark>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #encoder: Encoder | undefined;
  #webm: WebmWriter | undefined;
  #track: WebmTrack | undefined;
  #taking: Taking | undefined;
  /** Whether the picture that is shown was taken while there were secrets, and is without them. */
  #coversSecrets = false;
  /** The newest picture that waits; what came before it is not worth encoding. */
  #next: string | undefined;
  /** What is shown, for an encoder that has to begin with it. */
  #shown = "";
  #redraw = false;
  #work: Promise<void> | undefined;
  #frames = 0;
  #lastMs = -1;
  /** Why it ended before it was stopped. */
  #failure: Error | undefined;
  #finished: Promise<FilmFacts> | undefined;
  /** Whether its file is complete: frames that come later are too late. */
  #isComplete = false;

  private constructor(order: FilmOrder) {
    this.#order = order;
    this.#file = new GrowingFile(order.path);
  }

  static async begin(order: FilmOrder): Promise<Film> {
    const film = new Film(order);
    try {
      film.#encoder = await film.#openEncoder();
      await film.#shoot();
      // What is done next is not in the first picture.
      await film.#work;
      if (film.#failure) throw film.#failure;
      film.#chapters.unshift({ atMs: 0, title: order.page.url });
    } catch (thrown) {
      film.#failure ??= thrown as Error;
      await film.finish();
      film.#file.discard();
      throw thrown;
    }
    return film;
  }

  get #now(): number {
    return this.#startedAt === undefined ? 0 : Date.now() - this.#startedAt;
  }

  /** A chapter begins: players show where. */
  chapter(title: string): void {
    if (this.#chapters.length < MAX_CHAPTERS) this.#chapters.push({ atMs: this.#now, title });
  }

  /** Shows where somebody clicked, or which keys were pressed, for a moment. */
  show(mark: FilmMark): void {
    if (mark.kind === "keys") for (const other of this.#marks) if (other.kind === "keys") this.#marks.delete(other);
    const [oldest] = this.#marks;
    if (oldest && this.#marks.size >= MAX_MARKS) this.#marks.delete(oldest);
    this.#marks.add(mark);
    this.#again();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#marks.delete(mark)) this.#again();
    }, MARK_MS);
    this.#timers.add(timer);
  }

  /** The file is complete when this resolves. */
  finish(): Promise<FilmFacts> {
    this.#finished ??= this.#end();
    return this.#finished;
  }

  async #shoot(): Promise<void> {
    const { page, size } = this.#order;
    this.#taking = await page.parts.cast.take({ ...(size ?? MAX_SIZE), everyMs: EVERY_MS, whole: true }, ({ jpeg }) => this.#take(jpeg));
  }

  #take(jpeg: string): void {
    this.#coversSecrets = this.#order.page.session.exit.masks;
    this.#next = jpeg;
    this.#go();
  }

  /** The picture that is shown may be of before a secret was registered: it is not shown again. */
  get #isOutdated(): boolean {
    return this.#order.page.session.exit.masks && !this.#coversSecrets;
  }

  #again(): void {
    this.#redraw = true;
    this.#go();
  }

  #go(): void {
    if (this.#failure || this.#finished) return;
    this.#work ??= this.#encodeWaiting().finally(() => (this.#work = undefined));
  }

  async #encodeWaiting(): Promise<void> {
    try {
      while (this.#next !== undefined || (this.#redraw && this.#webm && !this.#isOutdated)) {
        const jpeg = this.#next ?? null;
        this.#next = undefined;
        this.#redraw = false;
        await this.#encode(jpeg);
      }
    } catch (thrown) {
      this.#breakOff(thrown as Error);
    }
  }

  /** What is on disk stays, and whoever stops the video is told. */
  #breakOff(error: Error): void {
    noteFailure(error, "a video that breaks off is told of when it is stopped");
    this.#failure ??= error;
    void this.#taking?.stop();
  }

  async #encode(jpeg: string | null, laterMs = 0): Promise<void> {
    const encoder = this.#encoder;
    if (!encoder) return;
    if (jpeg !== null) this.#shown = jpeg;
    if (!this.#webm) {
      if (jpeg === null) return;
      this.#track = await encoder.start(jpeg, { size: this.#order.size ?? null, codec: null });
      this.#webm = new WebmWriter(this.#track);
      this.#file.append(this.#webm.head());
    }
    // Times go up, whatever the clock does.
    this.#startedAt ??= Date.now();
    const atMs = Math.max(this.#now, this.#lastMs + 1) + laterMs;
    this.#lastMs = atMs;
    this.#write(await this.#encoded({ jpeg, atMs, key: this.#webm.wantsKey(atMs), marks: [...this.#marks], viewport: this.#marks.size > 0 ? await this.#viewport() : null }));
  }

  /** An encoder that fails is replaced once for each frame, and the video goes on in the same file with what the next one makes whole. */
  async #encoded(frame: FilmFrame): Promise<EncodedChunk[]> {
    try {
      return (await this.#encoder?.encode(frame)) ?? [];
    } catch (thrown) {
      if (this.#order.page.engine.closed || this.#isComplete) throw thrown;
      noteFailure(thrown, "an encoder that fails is replaced");
      await this.#closeEncoder();
      const encoder = await this.#openEncoder();
      this.#encoder = encoder;
      const { codec, width, height } = this.#track!;
      const track = await encoder.start(this.#shown, { size: { width, height }, codec });
      if (track.codec !== codec) throw thrown;
      return encoder.encode({ ...frame, key: true });
    }
  }

  #openEncoder(): Promise<Encoder> {
    return Encoder.open(this.#order.page.session.context);
  }

  async #closeEncoder(): Promise<void> {
    if (this.#encoder) await mayFail(this.#encoder.close(), "the page that encodes may be gone with its browser");
    this.#encoder = undefined;
  }

  async #viewport(): Promise<{ width: number } | null> {
    const value = await mayFail(this.#order.page.engine.mainFrame.evaluate("innerWidth"), "a page may navigate while it is filmed");
    return typeof value === "number" ? { width: value } : null;
  }

  #write(chunks: readonly EncodedChunk[]): void {
    if (this.#isComplete) return;
    for (const { atMs, key, data } of chunks) {
      this.#webm!.write({ atMs, key, data: Buffer.from(data, "base64") }, (bytes) => this.#file.append(bytes));
      this.#frames++;
    }
  }

  /** What is shown at the end: the page as it is, which a screencast may not have sent yet. One that is gone ends with the last that was seen of it. */
  async #lastPicture(): Promise<string | null> {
    const { page } = this.#order;
    const picture = await mayFail(takePicture(page, { format: "jpeg", scale: "css" }, () => undefined), "a page that is gone has no picture");
    return picture?.toString("base64") ?? (this.#isOutdated ? null : (this.#next ?? null));
  }

  /** The last picture is there for as long as any other, so that it is seen. */
  async #lastFrames(): Promise<void> {
    await this.#encode(await this.#lastPicture());
    await this.#encode(null, EVERY_MS);
    this.#write((await this.#encoder?.finish()) ?? []);
  }

  async #end(): Promise<FilmFacts> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#taking?.stop();
    await this.#work;
    if (!this.#failure && this.#webm) {
      this.#marks.clear();
      await mayFail(settledWithin(LAST_FRAMES_MS, mayFail(this.#lastFrames(), "a browser may end while it is filmed")), "a browser may end while it is filmed");
    }
    if (this.#webm) this.#complete(this.#webm);
    this.#isComplete = true;
    this.#file.close();
    await this.#closeEncoder();
    const { path, page } = this.#order;
    const facts = { path, page: page.id, bytes: this.#file.bytes, durationMs: this.#webm?.durationMs ?? 0, frames: this.#frames };
    return { ...facts, ...(this.#failure && { endedEarly: this.#failure.message }) };
  }

  /** Where a full disk has no room for the index, what is written over is written all the same: how long it is, and where its parts end. */
  #complete(webm: WebmWriter): void {
    const { exit } = this.#order.page.session;
    const index = webm.index(this.#chapters.map(({ atMs, title }) => ({ atMs, title: exit.masked(title) })));
    const isIndexed = this.#orBreakOff(() => this.#file.append(index.bytes));
    this.#orBreakOff(() => {
      for (const { bytes, position } of webm.patches(isIndexed ? index : undefined)) this.#file.patch(bytes, position);
    });
  }

  #orBreakOff(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (thrown) {
      this.#breakOff(thrown as Error);
      return false;
    }
  }
}
