import type { Abandoned, EngineFrame, EnginePage } from "../engine/port.ts";
import type { PageTarget } from "../page/api.ts";
import { DroverError } from "../protocol/errors.ts";
import { LISTENER_LIMIT } from "./listenerLimit.ts";
import { summaryOf, type ElementTarget } from "./elementTarget.ts";
import { PageParts } from "./pageParts.ts";
import { PageSilence } from "./pageSilence.ts";
import type { Session } from "./session.ts";

/** A target with its frame found: ready for page code. */
export interface LocatedTarget {
  frame: EngineFrame;
  target: PageTarget;
  /** The caller's own words, for messages: `ref=e12`. */
  summary: string;
}

/** A page as its session knows it: with stable frame ids and refs. */
export class SessionPage {
  readonly session: Session;
  readonly engine: EnginePage;
  readonly parts = new PageParts(this);
  readonly #frameIds = new Map<string, string>();
  #nextFrame = 1;
  readonly silence: PageSilence;
  /** A navigation did not get away from it. In Firefox a page that moves within itself cancels what would replace it. */
  heldOn = false;
  /** Nothing gets it away from where it is: the next call has another tab. */
  isLost = false;
  /** No page opened it, nor a person: an action that goes on meanwhile elsewhere has nothing to do with it. */
  isOpenedByCall = false;
  #abandoning: Promise<Abandoned> | undefined;
  /** What was done to it, to be told with the next call. */
  readonly notices: string[] = [];

  constructor(session: Session, engine: EnginePage) {
    this.session = session;
    this.engine = engine;
    this.silence = new PageSilence(engine);
    engine.events.setMaxListeners(LISTENER_LIMIT);
  }

  get id(): string {
    return this.engine.id;
  }

  get url(): string {
    return this.engine.url;
  }

  get title(): string {
    return this.engine.title;
  }

  /** Where the page is on its way to, while that server has not answered. Chromium's pages say nothing meanwhile. */
  get awaitedUrl(): string | undefined {
    return this.session.parts.network.awaitedDocument(this.id, this.engine.mainFrame.id)?.url;
  }

  get isBeingAbandoned(): boolean {
    return this.#abandoning !== undefined;
  }

  /** Resolves when what a call before has begun of it is over. */
  async untilAbandoned(): Promise<void> {
    await this.#abandoning;
  }

  /** Ends what keeps it from being left. Work that a call before has begun is not begun again. */
  abandon(): Promise<Abandoned> {
    this.#abandoning ??= this.#endWhatRuns().finally(() => (this.#abandoning = undefined));
    return this.#abandoning;
  }

  async #endWhatRuns(): Promise<Abandoned> {
    const outcome = await this.engine.abandon();
    if (outcome === "browser-silent") return outcome;
    this.isLost = outcome === "stuck";
    this.heldOn = false;
    this.silence.forget();
    return outcome;
  }

  /** `f0` is the main frame; others get the next number when they are first seen and keep it. */
  frameId(frame: EngineFrame): string {
    if (frame === this.engine.mainFrame) return "f0";
    const known = this.#frameIds.get(frame.id);
    if (known) return known;
    const id = `f${this.#nextFrame++}`;
    this.#frameIds.set(frame.id, id);
    return id;
  }

  frame(id: string): EngineFrame {
    const frame = this.engine.frames().find((candidate) => this.frameId(candidate) === id);
    if (frame) return frame;
    throw new DroverError("frame-gone", `unknown frame ${id}`, {
      hint: `Frames on this page: ${this.engine.frames().map((each) => this.frameId(each)).join(", ")}.`,
    });
  }

  /** Finds the frame and page-side description of a target. Does not touch the page. */
  locate(target: ElementTarget, frame: EngineFrame = this.engine.mainFrame): LocatedTarget {
    const summary = summaryOf(target);
    if ("ref" in target) return { ...this.#locateRef(target.ref), summary };
    if ("named" in target) return { ...this.#locateRef(this.session.refs.named(target.named)), summary };
    const within = target.contextRef === undefined ? undefined : this.#locateRef(target.contextRef);
    return { frame: within?.frame ?? frame, target: { selector: target.selector, ...(within && { within: within.target }) }, summary };
  }

  #locateRef(ref: string): Omit<LocatedTarget, "summary"> {
    const entry = this.session.refs.get(ref);
    if (entry.pageId !== this.id)
      throw new DroverError("ref-gone", `${ref} belongs to another page of this session`, {
        hint: `Pass page:"${entry.pageId}" or look at this page with snapshot or find.`,
      });
    const frame = this.engine.frames().find((candidate) => candidate.id === entry.frameId);
    if (!frame)
      throw new DroverError("ref-gone", `the frame of ${ref} is no longer on the page`, {
        hint: "Call snapshot or find again.",
      });
    return { frame, target: { ref, descriptor: entry.descriptor } };
  }
}
