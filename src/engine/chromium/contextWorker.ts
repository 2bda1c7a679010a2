import { EventEmitter } from "node:events";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { AnswerChallenge, CdpAccess, EngineContextWorker, EnginePageEvents, EngineWorker, PausedRequest } from "../port.ts";
import { cdpAccess } from "./cdpAccess.ts";
import type { CdpSession } from "./connection.ts";
import { watchConsole } from "./consoleEvents.ts";
import { FirstScript } from "./firstScript.ts";
import { Challenges, pausedRequest } from "./intercept.ts";
import { NetworkEvents } from "./networkEvents.ts";
import { evaluateIn, type Report, tapWorker } from "./worker.ts";

/** A worker that is reached over the browser and not over one of its pages. */
export abstract class ContextWorker implements EngineContextWorker {
  abstract readonly type: EngineContextWorker["type"];
  readonly url: string;
  readonly events = new EventEmitter<EnginePageEvents>();
  id: string;
  state: EngineWorker["state"];
  readonly #network = new NetworkEvents(this.events);
  readonly #first = new FirstScript();
  #session: CdpSession | undefined;
  #stopIntercepting: (() => void) | undefined;

  constructor(id: string, url: string) {
    this.id = id;
    this.url = url;
    this.events.setMaxListeners(0);
  }

  abstract post(message: string): Promise<void>;

  /** The session in which scripts can be run now; throws where there is none. */
  protected abstract running(): CdpSession;

  get session(): CdpSession | undefined {
    return this.#session;
  }

  get cdp(): CdpAccess | undefined {
    return this.#session && cdpAccess(this.#session);
  }

  async evaluate(expression: string): Promise<unknown> {
    return evaluateIn(this.running(), expression);
  }

  runFirst(script: string): void {
    this.#first.set(script);
  }

  async intercept(handler: ((request: PausedRequest) => void) | undefined, challenged?: AnswerChallenge): Promise<void> {
    this.#stopIntercepting?.();
    this.#stopIntercepting = undefined;
    const session = this.#session;
    if (!session) return;
    if (!handler) {
      session.post("Fetch.disable");
      return;
    }
    const challenges = new Challenges();
    const stops = [
      session.on("Fetch.requestPaused", (event) => handler(pausedRequest(session, event, this.type === "service"))),
      session.on("Fetch.authRequired", (event) => challenges.answer(session, event, challenged)),
    ];
    this.#stopIntercepting = () => stops.forEach((stop) => stop());
    await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", requestStage: "Request" }], handleAuthRequests: challenged !== undefined });
  }

  async responseBody(requestId: string): Promise<{ body: string; base64Encoded: boolean }> {
    return this.running().send("Network.getResponseBody", { requestId });
  }

  /** Lets it run, with what must come first. */
  async letGo(session: CdpSession): Promise<void> {
    await mayFail(this.#first.arm(session), "a worker may end while it waits");
    session.post("Runtime.runIfWaitingForDebugger");
  }

  /**
   * Watches the worker, while it waits before its first script.
   * @returns sets the tap
   */
  protected watch(session: CdpSession, key: string, asked?: (question: string) => void): () => void {
    this.#session = session;
    this.#network.watch(session);
    watchConsole(session, this.events);
    session.post("Runtime.enable");
    session.post("Network.enable", {});
    session.post("Log.enable");
    return tapWorker(session, key, (report: Report) => {
      if ("posted" in report) this.events.emit("workermessage", { worker: this, data: report.posted, ts: Date.now() });
      else asked?.(report.asked);
    });
  }
}
