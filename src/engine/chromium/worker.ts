import type { Protocol } from "devtools-protocol";
import { DroverError } from "../../protocol/errors.ts";
import type { CdpAccess, EngineWorker } from "../port.ts";
import { cdpAccess } from "./cdpAccess.ts";
import type { CdpSession } from "./connection.ts";
import { exceptionText } from "./consoleText.ts";
import { FirstScript } from "./firstScript.ts";
import { workerTap } from "../tap.ts";
import { WorkerObject, type WorkerParent } from "./workerObject.ts";

export type Report = { posted: string } | { asked: string };

/**
 * Lets a worker report what it posts.
 * @returns sets the tap; to be called while the worker waits, at each of its starts
 */
export function tapWorker(session: CdpSession, key: string, told: (report: Report) => void): () => void {
  session.on("Runtime.bindingCalled", ({ name, payload }) => {
    if (name === key) told(JSON.parse(payload) as Report);
  });
  session.post("Runtime.addBinding", { name: key });
  return () => session.post("Runtime.evaluate", { expression: workerTap(key) });
}

/** As the console does it: what was declared may be declared again, and top-level `await` works. The console leaves a promise as it is; here it is awaited. */
export async function evaluateIn(session: CdpSession, expression: string, where: { uniqueContextId?: string } = {}): Promise<unknown> {
  const evaluated = await session.send("Runtime.evaluate", { expression, awaitPromise: true, replMode: true, ...where });
  const { objectId } = evaluated.result;
  if (objectId === undefined || evaluated.exceptionDetails) return valueOf(evaluated);
  try {
    return valueOf(await session.send("Runtime.callFunctionOn", { objectId, functionDeclaration: "function () { return this; }", awaitPromise: true, returnByValue: true }));
  } finally {
    session.post("Runtime.releaseObject", { objectId });
  }
}

function valueOf({ result, exceptionDetails }: Protocol.Runtime.EvaluateResponse): unknown {
  if (exceptionDetails) throw new DroverError("script-error", exceptionText(exceptionDetails));
  return result.value ?? null;
}

/** Nobody is there who could post to the worker as its page does. */
export const notHeld = (url: string): DroverError =>
  new DroverError("not-found", `the page does not hold the worker ${url} any more`, { hint: "workers_list shows the workers there are." });

interface WorkerPlace {
  session: CdpSession;
  /** The frames or the worker that may have started it. */
  parents: () => WorkerParent[];
  target: Protocol.Target.TargetInfo;
  key: string;
}

/** A worker that a page, or another worker of it, started. */
export class ChromiumWorker implements EngineWorker {
  readonly type = "web";
  readonly id: string;
  readonly url: string;
  readonly #session: CdpSession;
  readonly #key: string;
  readonly #object: WorkerObject;
  readonly #first = new FirstScript();

  constructor({ session, parents, target, key }: WorkerPlace) {
    this.#session = session;
    this.#key = key;
    this.#object = new WorkerObject({ kind: "Worker", key, parents });
    this.id = target.targetId;
    this.url = target.url;
  }

  get cdp(): CdpAccess {
    return cdpAccess(this.#session);
  }

  /** To be called while the worker waits. */
  tap(posted: (data: string) => void): void {
    const set = tapWorker(this.#session, this.#key, (report) => {
      if ("posted" in report) posted(report.posted);
      else this.#object.answered(report.asked);
    });
    set();
  }

  evaluate(expression: string): Promise<unknown> {
    return evaluateIn(this.#session, expression);
  }

  runFirst(script: string): void {
    this.#first.set(script);
  }

  /** To be awaited before the worker is let go. */
  arm(): Promise<void> {
    return this.#first.arm(this.#session);
  }

  async post(message: string): Promise<void> {
    if (!(await this.#object.post(message))) throw notHeld(this.url);
  }
}
