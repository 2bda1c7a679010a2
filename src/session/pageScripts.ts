import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineContextWorker, EnginePage, EngineFrame, EngineWorker, InstalledScript, World } from "../engine/port.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

/** What comes first in a document. The engine's own scripts, which watch sockets, come before all of these. */
export const scriptOrder = { work: 5, asks: 7, emulation: 10, overlays: 50, people: 60, recorder: 70, caller: 80 } as const;

/** Code for every document of a session: in frames and popups too, before the document's own. */
export interface PageScript {
  /** There is one script of a name: another takes its place. */
  name: string;
  /** Lower ones run first; of `scriptOrder`. */
  order: number;
  /** "page" is where the page's own code lives; in "isolated" the page sees nothing of it but what it does to the document. */
  world: World;
  source: string;
  /** Documents that are there run it too. */
  inOpenDocuments?: boolean;
  /** Workers run it too, before their own script, where the engine reaches into them. */
  inWorkers?: boolean;
  /** Hears what the source gives to `__DROVER_REPORT__`, one JSON value. */
  report?: (frame: EngineFrame, value: unknown) => void;
}

/** The one way in which parts put code into documents. */
export class PageScripts implements SessionPart {
  readonly #session: Session;
  readonly #scripts = new Map<string, PageScript>();
  /** What each page has, those that are still being prepared included. */
  readonly #placed = new Map<EnginePage, Map<string, InstalledScript>>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Resolves when every page has it. The function that it gives takes the script back from documents to come. */
  async install(script: PageScript): Promise<() => void> {
    this.#scripts.set(script.name, script);
    await Promise.all([...this.#placed.keys()].map((page) => this.#place(page, script)));
    return () => {
      if (this.#scripts.get(script.name) === script) this.takeBack(script.name);
    };
  }

  takeBack(name: string): void {
    this.#scripts.delete(name);
    for (const placed of this.#placed.values()) {
      placed.get(name)?.takeBack();
      placed.delete(name);
    }
  }

  /** Evaluates once, now, in the page's world of every document there is. Frames that go away meanwhile, or are not the browser's to ask, are passed over. */
  async inDocuments(expression: string): Promise<unknown[]> {
    const frames = this.#session.enginePages().flatMap((page) => (page.crashed || page.dialog ? [] : page.frames()));
    const values = await Promise.all(frames.map((frame) => mayFail(frame.evaluate(expression), "a frame may go away, or not be the browser's to ask")));
    return values.filter((value) => value !== undefined);
  }

  /** The same in every worker that runs. */
  async inWorkers(expression: string): Promise<unknown[]> {
    const { workers } = this.#session.parts;
    const web = this.#session.enginePages().flatMap((page) => page.workers());
    // Firefox lets nobody into its workers, and a service worker may never have run.
    const running = [...web, ...workers.contextWorkers()].filter(({ cdp }) => cdp !== undefined);
    const values = await Promise.all(running.map((worker) => mayFail(worker.evaluate(expression), "a worker may end at any time")));
    return values.filter((value) => value !== undefined);
  }

  follow({ engine }: SessionPage): void {
    engine.events.on("worker", (worker) => this.#start(worker));
  }

  prepareWorker(worker: EngineContextWorker): undefined {
    this.#start(worker);
  }

  prepare(page: EnginePage): Promise<unknown> {
    this.#placed.set(page, new Map());
    // In their order, so that none must be moved behind another before the page has answered.
    const scripts = this.#inOrder();
    return Promise.all(scripts.map((script) => this.#place(page, script)));
  }

  forget({ engine }: SessionPage): void {
    this.#placed.delete(engine);
  }

  #inOrder(): PageScript[] {
    return [...this.#scripts.values()].toSorted((a, b) => a.order - b.order);
  }

  /** While the worker waits. */
  #start(worker: EngineWorker): void {
    const sources = this.#inOrder().flatMap(({ inWorkers, source }) => (inWorkers ? [`(() => {\n${source}\n})();`] : []));
    if (sources.length > 0) worker.runFirst?.(sources.join("\n"));
  }

  async #place(page: EnginePage, script: PageScript): Promise<void> {
    const placed = this.#placed.get(page);
    const before = placed?.get(script.name);
    const now = page.addScript(script);
    placed?.set(script.name, now);
    before?.takeBack();
    try {
      await now.done;
    } catch (thrown) {
      // A page that closes meanwhile has no documents to come, and must not cost the others theirs.
      if (!page.closed) throw thrown;
    }
  }
}
