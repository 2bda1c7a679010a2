import { type DroverServer, startDrover } from "../drivers/drover.ts";
import type { Workplace } from "../workplace.ts";
import type { Engine } from "./question.ts";

const session = "faithful";

/** A session of a Drover that was started for it, over MCP. */
export class DroverSession {
  readonly engine: Engine;
  readonly #drover: DroverServer;

  private constructor(engine: Engine, drover: DroverServer) {
    this.engine = engine;
    this.#drover = drover;
  }

  static async start(workplace: Workplace, engine: Engine): Promise<DroverSession> {
    const drover = await startDrover(workplace, [], engine);
    await drover.server.call("open_session", { session, engine, mode: "incognito", headless: true });
    return new DroverSession(engine, drover);
  }

  show(url: string): Promise<unknown> {
    return this.#drover.server.call("navigate", { session, url, mode: "none", timeoutMs: 30_000 });
  }

  /** The answer, of whatever kind. */
  async call(tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    return JSON.parse((await this.#drover.server.ask(tool, { session, ...input })).text);
  }

  async evaluate(expr: string): Promise<unknown> {
    return (await this.call("eval_js", { expr }))["value"];
  }

  stop(): Promise<void> {
    return this.#drover.stop();
  }
}
