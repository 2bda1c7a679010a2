import path from "node:path";
import { z } from "zod";
import { mayFail, noteFailure } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { InputReport } from "../../page/video/api.ts";
import { freeName } from "../../files/freeName.ts";
import { frameOffset } from "../pageCoordinates.ts";
import { scriptOrder } from "../pageScripts.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import { Film, type FilmFacts } from "./film.ts";

const videoOptions = z.object({
  /** Of the first page's video; those of further pages are beside it. */
  path: z.string(),
  size: z.object({ width: z.number(), height: z.number() }).optional(),
  annotate: z.boolean().optional(),
});

export type VideoOptions = z.infer<typeof videoOptions>;

const SCRIPT = "video";

/** The session's video, while there is one: a film for each of its pages. */
export class SessionVideo implements SessionPart<VideoOptions> {
  readonly saved = videoOptions;
  readonly #session: Session;
  readonly #films = new Map<SessionPage, Promise<Film | undefined>>();
  readonly #done: Promise<FilmFacts | undefined>[] = [];
  #options: VideoOptions | undefined;
  #taken = new Set<string>();
  /** Reports of clicks and keys on their way into a film. */
  readonly #showing = new Set<Promise<unknown>>();
  #problems: string[] = [];
  #failure: unknown;

  constructor(session: Session) {
    this.#session = session;
    session.events.on("pageopened", (page) => void this.#film(page));
    session.events.on("navigated", (page, url, kind) => void this.#chapter(page, kind === "full_load" ? url : undefined));
  }

  /** How it films; undefined when it does not. */
  get options(): VideoOptions | undefined {
    return this.#options;
  }

  save(): VideoOptions | undefined {
    return this.#options;
  }

  /** What an earlier daemon filmed is there; from here on it goes into another file. */
  restore(options: VideoOptions): void {
    void this.#begin({ ...options, path: freeName(options.path) });
    throw new Error(`The video ${options.path} ended with the daemon, the browser or the connection to it, and goes on in ${this.#options?.path}.`);
  }

  /** Films every page of the session from now on. */
  async start(options: VideoOptions): Promise<void> {
    const ready = this.#begin(options);
    const films = await Promise.all(this.#session.pages().map((page) => this.#film(page)));
    await ready;
    const [problem] = this.#problems;
    // Saved once it is certain: what never began is not to be taken up again.
    if (problem === undefined || films.some((film) => film !== undefined)) return this.#session.changed();
    await this.stop();
    throw new Error(problem, { cause: this.#failure });
  }

  /** A chapter in the videos of all pages. */
  async mark(title: string): Promise<void> {
    await Promise.all([...this.#films.keys()].map((page) => this.#chapter(page, title)));
  }

  /** The files are complete when this resolves; nothing when none was made. */
  async stop(): Promise<{ films: FilmFacts[]; problems: string[] } | undefined> {
    if (!this.#options) return undefined;
    this.#options = undefined;
    // What was done just now is on its way.
    await Promise.all(this.#showing);
    this.#session.parts.scripts.takeBack(SCRIPT);
    this.#session.changed();
    for (const page of this.#films.keys()) this.#finish(page);
    const films = await Promise.all(this.#done.splice(0));
    return { films: films.filter((each) => each !== undefined), problems: this.#problems.splice(0) };
  }

  forget(page: SessionPage): void {
    this.#finish(page);
  }

  end(): Promise<unknown> {
    return this.stop();
  }

  /** The next daemon goes on, in another file. */
  async letGo(): Promise<unknown> {
    for (const page of this.#films.keys()) this.#finish(page);
    return Promise.all(this.#done);
  }

  /** Resolves when what is done to pages will be shown. */
  async #begin(options: VideoOptions): Promise<void> {
    this.#options = options;
    this.#taken = new Set();
    this.#problems = [];
    if (options.annotate) await mayFail(this.#watchInput(), "pages may close while they are prepared");
  }

  async #film(page: SessionPage): Promise<Film | undefined> {
    if (!this.#options || page.session !== this.#session) return undefined;
    const known = this.#films.get(page) ?? this.#shoot(page, this.#options);
    this.#films.set(page, known);
    return known;
  }

  async #shoot(page: SessionPage, { path: chosen, size }: VideoOptions): Promise<Film | undefined> {
    const file = this.#taken.size === 0 ? chosen : freeName(chosen, this.#taken);
    this.#taken.add(file);
    try {
      return await Film.begin({ page, path: file, size });
    } catch (thrown) {
      noteFailure(thrown, "a page that cannot be filmed is told of when the video is stopped");
      this.#problems.push(`${path.basename(file)}: ${(thrown as Error).message}`);
      this.#failure = thrown;
      return undefined;
    }
  }

  #finish(page: SessionPage): void {
    const film = this.#films.get(page);
    this.#films.delete(page);
    if (film) this.#done.push(film.then((begun) => begun?.finish()));
  }

  async #chapter(page: SessionPage, title: string | undefined): Promise<void> {
    if (title !== undefined) (await this.#films.get(page))?.chapter(title);
  }

  async #watchInput(): Promise<void> {
    const { default: source } = await import("drover:page/video/inputReports");
    await this.#session.parts.scripts.install({
      name: SCRIPT,
      order: scriptOrder.people,
      world: "isolated",
      source,
      inOpenDocuments: true,
      report: (frame, value) => {
        const showing = mayFail(this.#show(frame, value as InputReport), "a frame may go away while it is filmed").finally(() => this.#showing.delete(showing));
        this.#showing.add(showing);
      },
    });
  }

  async #show(frame: EngineFrame, report: InputReport): Promise<void> {
    const page = this.#session.pages().find(({ engine }) => engine.frames().includes(frame));
    const film = page && (await this.#films.get(page));
    if (!film) return;
    if (report.kind === "keys") return film.show(report);
    const offset = await frameOffset(frame);
    film.show({ kind: "click", x: offset.x + report.x * offset.scaleX, y: offset.y + report.y * offset.scaleY });
  }
}
