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
 * Documents of origins to work in: pages that are there already, else a hidden page whose requests never reach the network,
 * so that the site's own scripts do not run. The hidden page starts to open at once, beside whatever comes first.
 */
export class OriginDocuments {
  readonly #session: Session;
  readonly #origins: readonly string[];
  #hidden: Promise<EnginePage> | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  constructor(session: Session, origins: readonly string[]) {
    this.#session = session;
    this.#origins = origins;
    if (origins.some((origin) => !this.#livePage(origin))) this.#hiddenPage().catch(() => undefined);
  }

  /** Runs the work once in each origin; origins without a page take turns in the hidden one, which goes after the last of them. */
  async each<T>(work: (document: OriginDocument) => Promise<T>): Promise<OriginOutcome<T>[]> {
    let turn: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    const inHidden = (origin: string): Promise<T> => {
      waiting++;
      const done = turn.then(async () => work({ origin, frame: await this.#open(origin), live: false }));
      turn = done
        .catch(() => undefined)
        .then(() => {
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
    return Promise.all(
      this.#origins.map((origin) => visit(origin).then((value) => ({ origin, value }), (thrown: unknown) => refused(origin, thrown))),
    );
  }

  async close(): Promise<void> {
    const hidden = this.#hidden;
    this.#hidden = undefined;
    this.#closing = this.#closing.then(async () => (await hidden?.catch(() => undefined))?.close()).catch(() => undefined);
    await this.#closing;
  }

  /** A page of the context on this origin that can answer. */
  #livePage(origin: string): EnginePage | undefined {
    return this.#session.context.pages().find((page) => webOrigin(page.url) === origin && !page.crashed && !page.dialog);
  }

  async #open(origin: string): Promise<EngineFrame> {
    const page = await this.#hiddenPage();
    const { errorText } = await page.navigate(`${origin}/`);
    if (errorText) throw new DroverError("navigation-failed", `${origin} could not be opened: ${errorText}`);
    return page.mainFrame;
  }

  #hiddenPage(): Promise<EnginePage> {
    this.#hidden ??= openHidden(this.#session);
    return this.#hidden;
  }
}

async function openHidden(session: Session): Promise<EnginePage> {
  const page = await session.lease.hiddenPage();
  await Promise.all([
    page.intercept((request) => void request.fulfil({ status: 200, headers: { "content-type": "text/html" }, body: Buffer.alloc(0) })),
    // A service worker would answer the navigation before it could be intercepted.
    page.cdp?.send("Network.setBypassServiceWorker", { bypass: true }),
  ]);
  return page;
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
