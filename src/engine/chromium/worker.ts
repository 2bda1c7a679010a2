import type { Protocol } from "devtools-protocol";
import { DroverError } from "../../protocol/errors.ts";
import type { EngineWorker, PausedRequest } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { exceptionText } from "./consoleText.ts";
import { pausedRequest } from "./intercept.ts";

const types: Record<string, EngineWorker["type"]> = {
  worker: "web",
  service_worker: "service",
  shared_worker: "shared",
};

export const isWorkerTarget = (type: string): boolean => type in types;

/** A worker that the page (or, for a service worker, its origin) started. */
export class ChromiumWorker implements EngineWorker {
  readonly id: string;
  readonly type: EngineWorker["type"];
  readonly url: string;
  readonly browserContextId: string | undefined;
  state: EngineWorker["state"];
  readonly #session: CdpSession;
  #stopIntercepting: (() => void) | undefined;

  constructor(session: CdpSession, target: Protocol.Target.TargetInfo) {
    this.#session = session;
    this.id = target.targetId;
    this.type = types[target.type] ?? "web";
    this.url = target.url;
    this.browserContextId = target.browserContextId;
    if (this.type === "service") this.state = "running";
  }

  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (answer.exceptionDetails) throw new DroverError("script-error", exceptionText(answer.exceptionDetails));
    return answer.result.value ?? null;
  }

  async intercept(handler: ((request: PausedRequest) => void) | undefined): Promise<void> {
    this.#stopIntercepting?.();
    this.#stopIntercepting = undefined;
    if (!handler) {
      this.#session.post("Fetch.disable");
      return;
    }
    this.#stopIntercepting = this.#session.on("Fetch.requestPaused", (event) =>
      handler(pausedRequest(this.#session, event, true)),
    );
    await this.#session.send("Fetch.enable", { patterns: [{ urlPattern: "*", requestStage: "Request" }] });
  }
}
