import { settled } from "../../diagnosis/settled.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame, EnginePage, HiddenPage } from "../../engine/port.ts";
import { type DroverError, type ErrorCode, isDroverError } from "../../protocol/errors.ts";
import type { Session } from "../session.ts";
import { webOrigin } from "./originsSeen.ts";

export interface OriginDocument {
  origin: string;
  frame: EngineFrame;
  /** A page of somebody's: its scripts run and may hold databases open. */
  live: boolean;
}

export type OriginOutcome<T> = { origin: string; value: T } | { origin: string; refusal: DroverError };

/**
 * Documents of origins to work in: pages that are there already, else a hidden page, in which the site's own scripts do not
 * run. The hidden page starts to open at once, beside whatever comes first.
 */
export class OriginDocuments {
  readonly #session: Session;
  readonly #origins: readonly string[];
  #hidden: Promise<HiddenPage> | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  constructor(session: Session, origins: readonly string[]) {
    this.#session = session;
    this.#origins = origins;
    if (origins.some((origin) => !this.#livePage(origin))) void settled(this.#hiddenPage());
  }

  /** Runs the work once in each origin; origins without a page take turns in the hidden one, which goes after the last of them. */
  async each<T>(work: (document: OriginDocument) => Promise<T>): Promise<OriginOutcome<T>[]> {
    let turn: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    const inHidden = (origin: string): Promise<T> => {
      waiting++;
      const once = async () => work({ origin, frame: await this.#open(origin), live: false });
      const done = turn.then(async () => {
        // On Firefox a document may give way to itself in another process just after it has come.
        const value = await once().catch(unlessGone);
        return value === GONE ? once() : value;
      });
      turn = settled(done).then(() => {
        waiting--;
        if (waiting === 0) void this.close();
      });
      return done;
    };
    const visit = async (origin: string): Promise<T> => {
      const page = this.#livePage(origin);
      const value = page ? await work({ origin, frame: page.mainFrame, live: true }).catch(unlessGone) : GONE;
      return value === GONE ? inHidden(origin) : value;
    };
    return Promise.all(this.#origins.map((origin) => outcomeOf(origin, visit(origin))));
  }

  async close(): Promise<void> {
    const hidden = this.#hidden;
    this.#hidden = undefined;
    const closed = this.#closing.then(async () => (await hidden)?.close());
    this.#closing = mayFail(closed, "the hidden page may be gone already, or never have come");
    await this.#closing;
  }

  /** A page of the context on this origin that can answer. */
  #livePage(origin: string): EnginePage | undefined {
    return this.#session.context.pages().find((page) => webOrigin(page.url) === origin && !page.crashed && !page.dialog);
  }

  async #open(origin: string): Promise<EngineFrame> {
    return (await this.#hiddenPage()).visit(`${origin}/`);
  }

  #hiddenPage(): Promise<HiddenPage> {
    this.#hidden ??= this.#session.context.hiddenPage();
    return this.#hidden;
  }
}

const GONE = Symbol("the page went away meanwhile");
const gone: readonly ErrorCode[] = ["context-gone", "frame-gone", "page-closed", "page-crashed"];

function unlessGone(thrown: unknown): typeof GONE {
  if (isDroverError(thrown) && gone.includes(thrown.code)) return GONE;
  throw thrown;
}

/** Not an origin's own fault: without its browser there is no state to be had. */
const fatal: readonly ErrorCode[] = ["internal", "browser-gone"];

/** What became of work in an origin: a refusal concerns that origin alone. */
export async function outcomeOf<T>(origin: string, work: Promise<T>): Promise<OriginOutcome<T>> {
  try {
    return { origin, value: await work };
  } catch (thrown) {
    if (isDroverError(thrown) && !fatal.includes(thrown.code)) return { origin, refusal: thrown };
    throw thrown;
  }
}
