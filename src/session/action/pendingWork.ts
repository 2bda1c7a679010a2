import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame, EnginePage, EnginePageEvents, ResponseStart } from "../../engine/port.ts";
import type { NetworkEntry } from "../networkLog.ts";
import type { SessionEvents } from "../events.ts";
import type { SessionPage } from "../sessionPage.ts";
import { urlPattern } from "./urlPattern.ts";

/** Only these hold up a result: pictures, fonts, beacons and sockets change nothing that an agent waits for. */
const awaited = new Set(["document", "xhr", "fetch", "script", "stylesheet"]);

/** After its content is there, a page's late pictures and adverts get this long. */
const LOAD_PATIENCE_MS = 1000;
/** And this long where the load event itself was promised. */
const LOADED_PATIENCE_MS = 5000;
/** A new tab gets this long to say where it goes. */
const NEW_TAB_PATIENCE_MS = 1500;
/** The browser said that a tab comes: it does. */
const TAB_SETUP_MS = 3000;

interface PendingOptions {
  /** Wait for the load event, unless it is long in coming: what `navigate` promises. */
  untilLoaded?: boolean;
}

/** What an action has set off and is not yet over: a navigation, a document that loads, requests, a tab that opens. */
export class PendingWork {
  readonly #page: SessionPage;
  readonly #promisedLoad: boolean;
  readonly #requests = new Set<NetworkEntry>();
  readonly #tabs = new Set<EnginePage>();
  readonly #stops: (() => void)[] = [];
  #tabsOpening = 0;
  #navigating = false;
  #loading = false;
  /** The request of the main document that was asked for last, and of the one that is there. */
  #asked: NetworkEntry | undefined;
  #document: NetworkEntry | undefined;
  /** Counts those that came, so that what was meant for one is not taken for the next. */
  #documents = 0;
  /** The document is there, and its load event was not waited for any longer. */
  #unloaded = false;
  #wake: (() => void) | undefined;
  /** The page went away for good. */
  gone = false;

  constructor(page: SessionPage, options: PendingOptions = {}) {
    this.#page = page;
    this.#promisedLoad = options.untilLoaded ?? false;
    const { engine } = page;
    const main = (frame: EngineFrame) => frame === engine.mainFrame;
    this.#onEngine(engine, "navigating", ({ frame }) => main(frame) && this.#set(() => (this.#navigating = true)));
    this.#onEngine(engine, "navigated", ({ frame, kind }) => main(frame) && kind === "full_load" && this.#committed());
    this.#onEngine(engine, "domcontentloaded", ({ frame }) => main(frame) && this.#contentThere(frame));
    this.#onEngine(engine, "load", ({ frame }) => main(frame) && this.#set(() => (this.#loading = this.#unloaded = false)));
    this.#onEngine(engine, "response", (response) => this.#responded(response));
    this.#onEngine(engine, "download", () => this.#set(() => (this.#navigating = false)));
    this.#onEngine(engine, "closed", () => this.#over());
    this.#onEngine(engine, "crashed", () => this.#over());
    this.#onSession("request", (of, entry) => of === page && this.#requested(entry));
    this.#onSession("requestdone", (of, entry) => of === page && this.#requestDone(entry));
    this.#onEngine(engine, "windowopening", () => this.#tabOpening());
    this.#onSession("pageopened", (opened) => opened.isOpenedByCall || this.#tabOpened(opened.engine));
  }

  get busy(): boolean {
    return !this.gone && (this.#navigating || this.#loading || this.#requests.size > 0 || this.#tabs.size + this.#tabsOpening > 0);
  }

  /** A navigation or the document it led to is not done: results made now would tell of a page on its way out. */
  get between(): boolean {
    return !this.gone && (this.#navigating || this.#loading);
  }

  /** Its load event, which was promised, has not come. */
  get unloaded(): boolean {
    return this.#unloaded && this.#promisedLoad;
  }

  /** Why the document that is there is not the whole. The browser fires no load event for it, ever. */
  get brokenOff(): string | undefined {
    // One that was never answered is not what is there: the page had asked for it on the way out.
    return this.#document?.response && this.#document.error;
  }

  /** Requests that are still running. */
  get requests(): NetworkEntry[] {
    return [...this.#requests];
  }

  /** Resolves when nothing is pending or the time is over. */
  async idle(capMs: number): Promise<void> {
    const end = Date.now() + capMs;
    while (this.busy) {
      const left = end - Date.now();
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Stops waiting for requests: they are long polls and streams, or too slow. */
  giveUpOnRequests(): void {
    this.#requests.clear();
    this.#tabs.clear();
    this.#tabsOpening = 0;
  }

  /** The page was given up on the way: what counts begins now. */
  startAnew(): void {
    this.giveUpOnRequests();
    this.gone = this.#navigating = this.#loading = this.#unloaded = false;
    this.#document = undefined;
  }

  end(): void {
    for (const stop of this.#stops) stop();
    this.#wake?.();
  }

  #committed(): void {
    this.#requests.clear();
    this.#documents++;
    this.#document = this.#asked;
    this.#set(() => {
      this.#unloaded = false;
      this.#navigating = false;
      this.#loading = this.brokenOff === undefined;
    });
  }

  #contentThere(frame: EngineFrame): void {
    const document = this.#documents;
    // It is going to be looked at: our code is loaded into it while the rest of it comes.
    void mayFail(frame.ask("ping", null), "a document may go away before it is looked at");
    this.#later(this.#promisedLoad ? LOADED_PATIENCE_MS : LOAD_PATIENCE_MS, () => {
      if (document !== this.#documents || !this.#loading) return;
      this.#loading = false;
      this.#unloaded = true;
    });
  }

  #requested(entry: NetworkEntry): void {
    if (this.#isMainDocument(entry)) this.#asked = entry;
    if (awaited.has(entry.type) && !isPrefetch(entry) && !isBackground(this.#page, entry)) this.#requests.add(entry);
  }

  #responded({ id, mimeType }: ResponseStart): void {
    // An event stream never ends: its being there is the answer.
    if (mimeType !== "text/event-stream") return;
    for (const entry of this.#requests) if (entry.engineId === id) this.#set(() => this.#requests.delete(entry));
  }

  #requestDone(entry: NetworkEntry): void {
    this.#set(() => {
      this.#requests.delete(entry);
      // A download, a 204 or a refused connection ends the navigation without a new document.
      const left = entry.error !== undefined || entry.response?.status === 204 || entry.response?.status === 205;
      if (left && this.#isMainDocument(entry)) this.#navigating = false;
      if (entry === this.#document && this.brokenOff !== undefined) this.#loading = false;
    });
  }

  #isMainDocument({ type, frameId }: NetworkEntry): boolean {
    return type === "document" && frameId === this.#page.engine.mainFrame.id;
  }

  /** The browser says early that a tab will come; setting it up takes longer than a quiet page does. */
  #tabOpening(): void {
    this.#tabsOpening++;
    this.#later(TAB_SETUP_MS, () => (this.#tabsOpening = Math.max(0, this.#tabsOpening - 1)));
  }

  #tabOpened(tab: EnginePage): void {
    this.#tabsOpening = Math.max(0, this.#tabsOpening - 1);
    this.#tabs.add(tab);
    const known = () => this.#set(() => this.#tabs.delete(tab));
    this.#onEngine(tab, "domcontentloaded", ({ frame }) => frame === tab.mainFrame && tab.url !== "about:blank" && tab.url !== "" && known());
    this.#onEngine(tab, "closed", known);
    this.#later(NEW_TAB_PATIENCE_MS, () => this.#tabs.delete(tab));
  }

  #over(): void {
    this.#set(() => (this.gone = true));
  }

  #set(change: () => unknown): void {
    change();
    this.#wake?.();
  }

  #later(ms: number, change: () => unknown): void {
    const timer = setTimeout(() => this.#set(change), ms);
    this.#stops.push(() => clearTimeout(timer));
  }

  #onEngine<E extends keyof EnginePageEvents>(engine: EnginePage, event: E, listener: (...args: EnginePageEvents[E]) => unknown): void {
    engine.events.on(event, listener as never);
    this.#stops.push(() => engine.events.off(event, listener as never));
  }

  #onSession<E extends keyof SessionEvents>(event: E, listener: (...args: SessionEvents[E]) => unknown): void {
    const { events } = this.#page.session;
    events.on(event, listener as never);
    this.#stops.push(() => events.off(event, listener as never));
  }
}

const isPrefetch = ({ requestHeaders }: NetworkEntry) => /prefetch|prerender/i.test(requestHeaders["Sec-Purpose"] ?? requestHeaders["Purpose"] ?? "");

/** The page asks for the same thing when nobody acts on it: it polls. */
function isBackground(page: SessionPage, entry: NetworkEntry): boolean {
  const { actions } = page.parts;
  const pattern = urlPattern(entry.url);
  return page.session.parts.network.entries
    .toArray()
    .some((other) => other !== entry && other.pageId === page.id && other.method === entry.method && !actions.covers(other.startedAt) && other.startedAt < entry.startedAt - 1 && isOwn(page, other) && urlPattern(other.url) === pattern);
}

/** Started by the document that is shown now. */
const isOwn = (page: SessionPage, other: NetworkEntry) => other.type !== "document" && (other.frameId === undefined || page.engine.frames().some((frame) => frame.id === other.frameId));
