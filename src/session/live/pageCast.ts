import { mayFail } from "../../diagnosis/mayFail.ts";
import { settled } from "../../diagnosis/settled.ts";
import type { SessionPage } from "../sessionPage.ts";
import { pictured, pictures, screencast, type CastFrame, type FrameSource } from "./frameSource.ts";

/** How large a taker shows the pictures, and how many it has a use for. */
export interface CastWish {
  width: number;
  height: number;
  everyMs: number;
  /** What happens during an action is wanted too, and may slow it. */
  whole?: true;
}

export interface Taking {
  change(wish: CastWish): void;
  /** Nothing comes until it goes on, and then the newest. */
  pause(): void;
  goOn(): void;
  stop(): Promise<void>;
}

const WATCHED = "a page may close while it is watched";
/** A page that has not drawn for so long, and the time between two pictures, is at rest. */
const AT_REST_MS = 100;
/** An action that goes on for so long is worth seeing. */
const LONGEST_REST_MS = 250;
/** The next action may follow at once. */
const AFTER_ACTION_MS = 40;
/** Pictures cost more than a screencast does: they are not taken more often than this. */
const PICTURES_MS = 250;
/** And as many times less often than a screencast would send them. */
const PICTURES_COST = 5;

/** One who takes pictures, at its own pace; what it has no time for it never gets. */
class Taker {
  wish: CastWish;
  paused = false;
  readonly #take: (frame: CastFrame) => void;
  #next: CastFrame | undefined;
  #takenAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(wish: CastWish, take: (frame: CastFrame) => void) {
    this.wish = wish;
    this.#take = take;
  }

  get hasTaken(): boolean {
    return this.#takenAt > 0;
  }

  offer(frame: CastFrame): void {
    this.#next = frame;
    this.deliver();
  }

  deliver(): void {
    clearTimeout(this.#timer);
    if (this.paused || !this.#next) return;
    const early = this.#takenAt + this.wish.everyMs - Date.now();
    if (early > 0) {
      this.#timer = setTimeout(() => this.deliver(), early);
      return;
    }
    const frame = this.#next;
    this.#next = undefined;
    this.#takenAt = Date.now();
    this.#take(frame);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#next = undefined;
    this.paused = true;
  }
}

/** Pictures of one page for all who want some, from one source that is there only while somebody takes them. */
export class PageCast {
  readonly #page: SessionPage;
  readonly #takers = new Set<Taker>();
  #source: { frames: FrameSource; covers: boolean; width: number; height: number; everyMs: number } | undefined;
  #latest: CastFrame | undefined;
  #pace: NodeJS.Timeout | undefined;
  /** Set while nothing is shown because of an action. */
  #resting: NodeJS.Timeout | undefined;
  #restUntil = 0;
  /** After a rest there is a picture before the next one, however many actions follow each other. */
  #isOwed = false;
  /** One change after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(page: SessionPage) {
    this.#page = page;
  }

  /** From now on, with the page as it is first. Throws when there is no way to look at it. */
  async take(wish: CastWish, take: (frame: CastFrame) => void): Promise<Taking> {
    const taker = new Taker(wish, take);
    this.#takers.add(taker);
    const stop = async () => {
      taker.end();
      this.#takers.delete(taker);
      await this.#adjust();
    };
    try {
      await this.#adjust();
      if (this.#latest && !taker.hasTaken) taker.offer(this.#latest);
    } catch (thrown) {
      await stop();
      throw thrown;
    }
    return {
      change: (next) => {
        taker.wish = next;
        void mayFail(this.#adjust(), WATCHED);
      },
      pause: () => {
        taker.paused = true;
      },
      goOn: () => {
        taker.paused = false;
        taker.deliver();
        this.#keepPace();
      },
      stop,
    };
  }

  /**
   * An action begins. A screencast makes each frame that a page draws dearer, and an action waits for some: nothing is shown until it is over, or takes long. What is
   * returned is called when it is over.
   */
  giveWay(): () => void {
    const source = this.#source;
    if (!source || source.covers || this.#isOwed || [...this.#takers].some(({ wish }) => wish.whole)) return () => undefined;
    if (!this.#resting) {
      source.frames.rest();
      this.#restUntil = Date.now() + LONGEST_REST_MS;
    }
    this.#awaken(LONGEST_REST_MS);
    return () => this.#resting && this.#awaken(AFTER_ACTION_MS);
  }

  #awaken(afterMs: number): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#isOwed = true;
      this.#source?.frames.goOn();
    }, Math.min(afterMs, this.#restUntil - Date.now()));
  }

  /** A source that shows secrets is of no use once there are some. */
  get #isCurrent(): boolean {
    return this.#source !== undefined && (this.#source.covers || !this.#page.session.exit.masks);
  }

  #adjust(): Promise<void> {
    const changed = this.#changing.then(() => this.#adjustNow());
    this.#changing = settled(changed);
    return changed;
  }

  async #adjustNow(): Promise<void> {
    const wishes = [...this.#takers].map(({ wish }) => wish);
    if (wishes.length === 0) return this.#end();
    const width = Math.max(...wishes.map((wish) => wish.width));
    const height = Math.max(...wishes.map((wish) => wish.height));
    const everyMs = this.#everyMs;
    const { engine, session } = this.#page;
    const isScreencast = engine.cdp !== undefined && !session.exit.masks;
    const source = this.#source;
    const fits = isScreencast ? source?.width === width && source.height === height : source?.everyMs === everyMs;
    if (source && this.#isCurrent && fits && source.covers !== isScreencast) return;
    await this.#end();
    const frames = isScreencast
      ? await screencast(engine.cdp!, { width, height }, (frame) => this.#frame(frame), () => this.#everyMs + AT_REST_MS)
      : await pictures(this.#page, Math.max(PICTURES_MS, everyMs * PICTURES_COST), (frame) => this.#frame(frame));
    this.#source = { frames, covers: !isScreencast, width, height, everyMs };
    // A page that is behind another one may send nothing for long.
    if (isScreencast && !this.#latest) await this.#look();
  }

  async #look(): Promise<void> {
    const first = await pictured(this.#page);
    if (first && !this.#latest) this.#frame(first);
  }

  async #end(): Promise<void> {
    const source = this.#source;
    this.#source = undefined;
    this.#latest = undefined;
    clearTimeout(this.#pace);
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#isOwed = false;
    await source?.frames.stop();
  }

  #frame(frame: CastFrame): void {
    if (this.#source && !this.#isCurrent) return void mayFail(this.#adjust(), WATCHED);
    this.#latest = frame;
    this.#isOwed = false;
    for (const taker of this.#takers) taker.offer(frame);
    this.#keepPace();
  }

  /** The browser draws the next picture when somebody has a use for it. */
  #keepPace(): void {
    clearTimeout(this.#pace);
    const waiting = [...this.#takers].filter(({ paused }) => !paused);
    if (waiting.length === 0) return;
    this.#pace = setTimeout(() => {
      if (this.#source?.frames.next()) this.#keepPace();
    }, Math.min(...waiting.map(({ wish }) => wish.everyMs)));
  }

  get #everyMs(): number {
    return Math.min(...[...this.#takers].map(({ wish }) => wish.everyMs));
  }
}
