import type { CallOptions } from "../../client/toolMethod.ts";
import { DaemonClient } from "../../client/daemonClient.ts";
import type { Home } from "../../config/home.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { BridgeServer } from "../../engine/bridgeServer.ts";
import { HandedPages } from "../../engine/handedPages.ts";
import { DroverError } from "../../protocol/errors.ts";
import { callTool } from "../call.ts";
import { channelOf, type PlaywrightContext, type PlaywrightDebugger, type ProgramPage } from "./programPage.ts";

export interface Stop {
  file?: string;
  line?: number;
  title?: string;
}

export interface GoOn {
  how: "on" | "step" | "to" | "closed";
  file?: string;
  line?: number;
}

/** How many daemons may die while one test waits. */
const MAX_DAEMONS = 5;

/** Pages of another program, as a session of Drover's that drives them while the program waits. */
export class LentSession {
  readonly id: string;
  readonly #client: DaemonClient;
  readonly #bridge: BridgeServer;
  readonly #pages: HandedPages;
  readonly #ended = new AbortController();
  /** Resolves when the session is over: the program took its pages back, or somebody closed it. */
  readonly over = new Promise<void>((resolve) => this.#ended.signal.addEventListener("abort", () => resolve()));

  private constructor(id: string, client: DaemonClient, bridge: BridgeServer) {
    this.id = id;
    this.#client = client;
    this.#bridge = bridge;
    this.#pages = new HandedPages(bridge);
  }

  static async open(id: string, pages: readonly ProgramPage[], home: Home | undefined): Promise<LentSession> {
    const lent = new LentSession(id, new DaemonClient({ client: "sdk", ...(home && { home }) }), await BridgeServer.listen(0));
    try {
      for (const page of pages) await lent.lend(page);
      await lent.#call("open_session", { mode: "attached", endpoint: lent.#bridge.endpoint, engine: "chromium" });
      return lent;
    } catch (thrown) {
      await lent.close();
      throw thrown;
    }
  }

  get isOver(): boolean {
    return this.#ended.signal.aborted;
  }

  async lend(page: ProgramPage): Promise<void> {
    const channel = await channelOf(page).catch((cause: Error) => {
      throw new DroverError("unsupported-engine", `this page cannot be lent: ${cause.message}`, { cause, hint: "Only pages of Chromium have a channel to lend; run the test there." });
    });
    const lent = await this.#pages.lend(channel);
    page.on("close", () => lent.takeBack());
    page.on("load", () => void page.title().then((title) => lent.tell({ url: page.url(), title }), () => lent.takeBack()));
  }

  /** Waits at a line until somebody lets the program go on; another daemon is waited with when this one dies. */
  async standsAt(stop: Stop, told: () => void): Promise<GoOn> {
    for (let died = 0; ; died++) {
      try {
        const goOn = await this.#call<GoOn>("stop_test", { ...stop }, { signal: this.#ended.signal, onProgress: told });
        if (goOn.how === "closed") this.#end();
        return goOn;
      } catch (thrown) {
        if (this.isOver) return { how: "on" };
        if (!(thrown instanceof DroverError) || thrown.code !== "daemon-failed" || died === MAX_DAEMONS) throw thrown;
      }
    }
  }

  /** Follows a context of Playwright's that stops before its actions, for as long as it does. */
  async follow(context: PlaywrightContext, told: (stop: Stop) => void = () => undefined): Promise<void> {
    const debug = context.debugger;
    if (!debug) return;
    let wake = (): void => undefined;
    debug.on("pausedstatechanged", () => wake());
    this.#ended.signal.addEventListener("abort", () => wake());
    const change = () => new Promise<void>((resolve) => (wake = resolve));
    while (!this.isOver) {
      const paused = debug.pausedDetails();
      if (!paused) {
        await change();
        continue;
      }
      const { file, line } = paused.location;
      const stop = { file, ...(line !== undefined && { line }), title: paused.title };
      const goOn = await this.standsAt(stop, () => told(stop));
      // What it tells until then is where it stood.
      const left = this.isOver ? undefined : change();
      await mayFail(letGo(debug, goOn), "the test may be over");
      await left;
    }
  }

  async close(): Promise<void> {
    if (this.isOver) return;
    await mayFail(this.#call("close_session", {}), "the session may be closed already");
    this.#end();
  }

  #end(): void {
    this.#ended.abort();
    this.#client.close();
    this.#bridge.close();
  }

  #call<Answer extends object>(tool: string, input: Record<string, unknown>, options?: CallOptions): Promise<Answer> {
    return callTool<Answer>(this.#client, tool, { session: this.id, ...input }, options);
  }
}

function letGo(debug: PlaywrightDebugger, { how, file, line }: GoOn): Promise<void> {
  if (how === "step") return debug.next();
  return how === "to" && file !== undefined ? debug.runTo({ file, ...(line !== undefined && { line }) }) : debug.resume();
}
