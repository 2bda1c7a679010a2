import type { EngineContextWorker, EnginePage, EnginePageEvents } from "../engine/port.ts";
import type { EventEmitter } from "node:events";
import { HarRecorder, type FinishedHar, type HarOptions } from "./har/harRecorder.ts";
import { HarReplay } from "./har/harReplay.ts";
import { Interception } from "./interception.ts";
import type { NetworkEntry } from "./networkLog.ts";
import { readableBody, type ResponseBody } from "./responseBody.ts";
import { RouteTable } from "./routes.ts";
import { ServiceWorkerRules } from "./serviceWorkerRules.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";
import { SocketRules } from "./socketRules.ts";
import type { Standing } from "./standing.ts";
import { SourceMaps } from "./sourceMaps.ts";
import { Throttle } from "./throttle.ts";
import { SessionWorkers } from "./workers.ts";

/** What a session watches of its pages' traffic, and where it puts its own hand in. */
export class Traffic {
  readonly routes: RouteTable;
  readonly serviceWorkerRules: ServiceWorkerRules;
  readonly interception: Interception;
  readonly throttle: Throttle;
  readonly socketRules: SocketRules;
  readonly workers: SessionWorkers;
  readonly sourceMaps: SourceMaps;
  readonly #session: Session;
  /**
   * The page of each request under way, so that its end is noted where its beginning was: the script of a shared worker is
   * asked for by the page and received by the worker.
   */
  readonly #pagesOfRequests = new Map<string, SessionPage>();
  #har: HarRecorder | undefined;

  constructor(session: Session) {
    this.#session = session;
    const pages = () => session.pages().map((page) => page.engine);
    const changed = () => void session.events.emit("standingchanged");
    this.throttle = new Throttle(pages, changed);
    this.routes = new RouteTable(() => this.throttle.latencyMs, changed);
    this.socketRules = new SocketRules(pages, changed);
    this.serviceWorkerRules = new ServiceWorkerRules(changed);
    this.workers = new SessionWorkers({ context: session.context, pages });
    this.interception = new Interception({ pages, workers: () => this.workers.contextWorkers().filter(isInterceptable) });
    this.interception.add(this.serviceWorkerRules);
    this.interception.add(this.routes);
    if (session.plan.hars) this.interception.add(new HarReplay(session.plan.hars));
    this.sourceMaps = new SourceMaps((id) => pages().find((page) => page.id === id));
    this.#followContextWorkers();
  }

  get standing(): Omit<Standing, "downloads" | "device" | "clockMs" | "seed"> {
    return {
      routes: this.routes.saved,
      socketRules: this.socketRules.saved,
      serviceWorkerRules: this.serviceWorkerRules.saved,
      ...this.throttle.saved,
      ...(this.#har && { recording: this.#har.options }),
    };
  }

  /** To be called before there are pages: each of them is set up with it. Returns what could not be taken up again. */
  resume(standing: Standing): string[] {
    this.routes.restore(standing.routes);
    this.socketRules.restore(standing.socketRules);
    this.serviceWorkerRules.restore(standing.serviceWorkerRules);
    this.throttle.restore(standing);
    if (!standing.recording) return [];
    try {
      this.#har = new HarRecorder(this.#session, standing.recording, { goOn: true });
      return [];
    } catch (thrown) {
      return [`The recording of ${standing.recording.path} could not go on: ${(thrown as Error).message}`];
    }
  }

  /** The body of a response, from the page or the worker that got it. */
  async responseBody(entry: NetworkEntry): Promise<ResponseBody> {
    const worker = this.workers.contextWorkers().find((each) => this.workers.idOf(each) === entry.worker);
    const holder = worker ?? this.#session.page(entry.pageId).engine;
    return readableBody(await holder.responseBody(entry.engineId), entry);
  }

  get recording(): HarRecorder | undefined {
    return this.#har;
  }

  /** Begins to record; what was recorded until now is written. */
  async startHar(options: HarOptions): Promise<{ replacedPrior: boolean }> {
    const prior = await this.stopHar();
    this.#har = new HarRecorder(this.#session, options);
    this.#session.events.emit("standingchanged");
    return { replacedPrior: prior !== undefined };
  }

  /** Writes what was recorded; undefined when nothing was. */
  async stopHar(): Promise<FinishedHar | undefined> {
    const recorder = this.#har;
    this.#har = undefined;
    if (recorder) this.#session.events.emit("standingchanged");
    return recorder?.finish();
  }

  /** Sets a page up before its first script. */
  async prepare(page: EnginePage): Promise<void> {
    await Promise.all([this.throttle.prepare(page), this.socketRules.prepare(page), this.interception.prepare(page)]);
  }

  /** Writes a page's traffic down from here on. */
  follow(page: SessionPage): void {
    const { console: lines } = this.#session;
    const { engine } = page;
    this.workers.follow(engine);
    this.#followConsole(engine.events, () => page);
    this.#followRequests(engine.events, () => page);
    this.#followSockets(engine.events, () => page);
    engine.events.on("crashed", () => lines.add(page.id, { level: "error", text: "The page crashed.", ts: Date.now() }));
  }

  /** A page is gone, and what was written down of it with it. */
  purge(page: SessionPage): void {
    const { console: lines, network, sockets } = this.#session;
    for (const log of [lines, network, sockets]) log.purge(page.id);
    for (const [id, asking] of this.#pagesOfRequests) if (asking === page) this.#pagesOfRequests.delete(id);
  }

  #followConsole(from: EventEmitter<EnginePageEvents>, pageNow: () => SessionPage | undefined): void {
    const { console: lines, events } = this.#session;
    from.on("console", (message) => {
      const page = pageNow();
      if (!page) return;
      lines.add(page.id, message);
      events.emit("console", page, message);
    });
    from.on("pageerror", (error) => {
      const page = pageNow();
      if (!page) return;
      lines.addError(page.id, error);
      events.emit("pageerror", page, error);
    });
  }

  #followRequests(from: EventEmitter<EnginePageEvents>, pageNow: () => SessionPage | undefined, worker?: string): void {
    const { network, events } = this.#session;
    const pages = this.#pagesOfRequests;
    from.on("request", (start) => {
      const page = pages.get(start.id) ?? pageNow();
      if (!page) return;
      pages.set(start.id, page);
      const { entry, redirected } = network.started(page.id, start, worker);
      if (redirected) events.emit("requestdone", page, redirected);
      events.emit("request", page, entry);
    });
    from.on("response", (response) => {
      const page = pages.get(response.id);
      const entry = page && network.responded(page.id, response);
      if (page && entry) events.emit("responded", page, entry);
    });
    const ended = (id: string, end: Parameters<typeof network.ended>[2]) => {
      const page = pages.get(id);
      pages.delete(id);
      const entry = page && network.ended(page.id, id, end);
      if (page && entry) events.emit("requestdone", page, entry);
    };
    from.on("requestfinished", ({ id, bytes, bodyBytes, ts }) => ended(id, { bytes, ...(bodyBytes !== undefined && { bodyBytes }), endedAt: ts }));
    from.on("requestfailed", ({ id, error, ts, canceled }) => ended(id, { error, canceled, endedAt: ts }));
  }

  #followSockets(from: EventEmitter<EnginePageEvents>, pageNow: () => SessionPage | undefined): void {
    const { sockets, events } = this.#session;
    const told = (tell: (page: SessionPage) => void) => {
      const page = pageNow();
      if (page) tell(page);
    };
    from.on("socketopened", (socket) => told(({ id }) => sockets.opened(id, socket)));
    from.on("socketready", ({ socketId }) => told(({ id }) => sockets.changed(id, socketId, 1)));
    from.on("socketclosed", ({ socketId }) => told(({ id }) => sockets.changed(id, socketId, 3)));
    from.on("socketframe", (frame) => told((page) => events.emit("socketframe", page, sockets.add(page.id, frame))));
  }

  #followContextWorkers(): void {
    const { serviceWorkers, sharedWorkers } = this.#session.context;
    const started = (worker: EngineContextWorker) => this.#contextWorkerStarted(worker);
    for (const worker of [...(serviceWorkers?.running() ?? []), ...(sharedWorkers?.all() ?? [])]) started(worker);
    const gone = (worker: EngineContextWorker) => this.workers.forget(worker);
    for (const workers of [serviceWorkers, sharedWorkers]) {
      workers?.events.on("started", started).on("gone", gone);
      this.#session.events.once("closed", () => workers?.events.off("started", started).off("gone", gone));
    }
  }

  #contextWorkerStarted(worker: EngineContextWorker): void {
    if (this.workers.followContextWorker(worker)) {
      const { origin } = new URL(worker.url);
      // Its own requests and lines are shown with the page it most likely works for.
      const pageNow = () => this.#session.pages().findLast(({ url }) => URL.canParse(url) && new URL(url).origin === origin);
      this.#followConsole(worker.events, pageNow);
      this.#followRequests(worker.events, pageNow, this.workers.idOf(worker));
      this.#followSockets(worker.events, pageNow);
    }
    if (isInterceptable(worker)) void this.interception.prepareWorker(worker);
    if (this.serviceWorkerRules.patterns.length > 0) void this.serviceWorkerRules.tell(worker);
  }
}

/** Chromium takes note of a hold on a shared worker only while the worker starts, and even then not always. */
const isInterceptable = ({ type }: EngineContextWorker): boolean => type === "service";
