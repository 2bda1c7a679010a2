import type { EngineFrame, EnginePage } from "../../engine/port.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
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
 * Runs work in a document of each origin, one after the other: in a page that is there already, else in a hidden page whose
 * requests never reach the network, so that the site's own scripts do not run.
 */
export async function inEachOrigin<T>(
  session: Session,
  origins: readonly string[],
  work: (document: OriginDocument) => Promise<T>,
): Promise<OriginOutcome<T>[]> {
  const hidden = new HiddenPage(session);
  const visit = async (origin: string): Promise<T> => {
    const frame = livePageOn(session, origin)?.mainFrame;
    if (frame) {
      const value = await work({ origin, frame, live: true }).catch(unlessGone);
      if (value !== GONE) return value;
    }
    return work({ origin, frame: await hidden.open(origin), live: false });
  };
  const outcomes: OriginOutcome<T>[] = [];
  try {
    for (const origin of origins) outcomes.push(await visit(origin).then((value) => ({ origin, value }), (thrown) => refused(origin, thrown)));
  } finally {
    await hidden.close();
  }
  return outcomes;
}

const GONE = Symbol("the page navigated meanwhile");

function unlessGone(thrown: unknown): typeof GONE {
  if (isDroverError(thrown) && (thrown.code === "context-gone" || thrown.code === "frame-gone")) return GONE;
  throw thrown;
}

function refused(origin: string, thrown: unknown): { origin: string; refusal: DroverError } {
  if (isDroverError(thrown) && thrown.code !== "internal") return { origin, refusal: thrown };
  throw thrown;
}

/** A page of the context on this origin that can answer. */
const livePageOn = (session: Session, origin: string): EnginePage | undefined =>
  session.context.pages().find((page) => webOrigin(page.url) === origin && !page.crashed && !page.dialog);

class HiddenPage {
  readonly #session: Session;
  #page: EnginePage | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  async open(origin: string): Promise<EngineFrame> {
    const page = (this.#page ??= await this.#start());
    const { errorText } = await page.navigate(`${origin}/`);
    if (errorText) throw new DroverError("navigation-failed", `${origin} could not be opened: ${errorText}`);
    return page.mainFrame;
  }

  async close(): Promise<void> {
    await this.#page?.close();
  }

  async #start(): Promise<EnginePage> {
    const page = await this.#session.lease.hiddenPage();
    await Promise.all([
      page.intercept((request) => void request.fulfil({ status: 200, headers: { "content-type": "text/html" }, body: Buffer.alloc(0) })),
      // A service worker would answer the navigation before it could be intercepted.
      page.cdp?.send("Network.setBypassServiceWorker", { bypass: true }),
    ]);
    return page;
  }
}
