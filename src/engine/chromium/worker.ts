import type { Protocol } from "devtools-protocol";
import { DroverError } from "../../protocol/errors.ts";
import type { EngineWorker } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { exceptionText } from "./consoleText.ts";
import { workerTap } from "./tap.ts";

/** How long the worker has to answer when it is looked for among the page's. */
const ANSWER_MS = 2000;

type Report = { posted: string } | { asked: string };

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

export async function evaluateIn(session: CdpSession, expression: string): Promise<unknown> {
  const answer = await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  if (answer.exceptionDetails) throw new DroverError("script-error", exceptionText(answer.exceptionDetails));
  return answer.result.value ?? null;
}

interface WorkerPlace {
  session: CdpSession;
  /** The session of the frames or the worker that started it. */
  parent: CdpSession;
  /** Unique ids of the parent's own contexts; undefined for the only one there is. */
  parentContexts: () => (string | undefined)[];
  target: Protocol.Target.TargetInfo;
  key: string;
}

/** A worker that a page, or another worker of it, started. */
export class ChromiumWorker implements EngineWorker {
  readonly type = "web";
  readonly id: string;
  readonly url: string;
  readonly #session: CdpSession;
  readonly #parent: CdpSession;
  readonly #parentContexts: () => (string | undefined)[];
  readonly #key: string;
  readonly #answers = new Map<string, () => void>();
  /** A weak reference, held in the parent, to the object that the parent made the worker with. */
  #handle: string | undefined;

  constructor({ session, parent, parentContexts, target, key }: WorkerPlace) {
    this.#session = session;
    this.#parent = parent;
    this.#parentContexts = parentContexts;
    this.#key = key;
    this.id = target.targetId;
    this.url = target.url;
  }

  /** To be called while the worker waits. */
  tap(posted: (data: string) => void): void {
    const set = tapWorker(this.#session, this.#key, (report) => {
      if ("posted" in report) posted(report.posted);
      else this.#answers.get(report.asked)?.();
    });
    set();
  }

  evaluate(expression: string): Promise<unknown> {
    return evaluateIn(this.#session, expression);
  }

  async post(message: string): Promise<void> {
    if (this.#handle && (await this.#post(this.#handle, message))) return;
    this.#handle = await this.#find();
    if (this.#handle && (await this.#post(this.#handle, message))) return;
    throw new DroverError("not-found", `the page does not hold the worker ${this.url} any more`, {
      hint: "workers_list shows the workers there are.",
    });
  }

  async #post(handle: string, message: string): Promise<boolean> {
    const answer = await this.#parent
      .send("Runtime.callFunctionOn", {
        objectId: handle,
        functionDeclaration: "function(message) { const worker = this.deref(); worker?.postMessage(message); return !!worker; }",
        arguments: [{ value: message }],
        returnByValue: true,
      })
      .catch(() => undefined);
    return answer?.result.value === true;
  }

  /**
   * Nothing in the protocol leads from a worker to the object its page has for it. So each `Worker` on the parent's heap
   * is sent a question that only the tap in the worker sees, and this one answers.
   */
  async #find(): Promise<string | undefined> {
    const nonce = Math.random().toString(36).slice(2);
    const objects = await this.#workerObjects();
    let asked = 0;
    const answered = new Promise<number | undefined>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_MS, undefined);
      for (let index = 0; index < objects.length; index++)
        this.#answers.set(`${nonce}:${index}`, () => {
          clearTimeout(timer);
          resolve(index);
        });
      if (objects.length === 0) {
        clearTimeout(timer);
        resolve(undefined);
      }
    });
    for (const objectId of objects) {
      this.#parent.post("Runtime.callFunctionOn", {
        objectId,
        functionDeclaration: "function(key, question) { this.deref()?.postMessage({ [key]: question }); }",
        arguments: [{ value: this.#key }, { value: `${nonce}:${asked++}` }],
      });
    }
    const index = await answered;
    this.#answers.clear();
    for (const [at, objectId] of objects.entries()) if (at !== index) this.#parent.post("Runtime.releaseObject", { objectId });
    return index === undefined ? undefined : objects[index];
  }

  /** Weak references to every `Worker` of every context of the parent. */
  async #workerObjects(): Promise<string[]> {
    const found = await Promise.all(this.#parentContexts().map((contextId) => this.#workersOf(contextId).catch(() => [])));
    return found.flat();
  }

  async #workersOf(contextId: string | undefined): Promise<string[]> {
    const inContext = contextId === undefined ? {} : { uniqueContextId: contextId };
    const { result } = await this.#parent.send("Runtime.evaluate", { expression: "Worker.prototype", ...inContext });
    if (!result.objectId) return [];
    const { objects } = await this.#parent.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
    const weak = await this.#parent.send("Runtime.callFunctionOn", {
      objectId: objects.objectId!,
      functionDeclaration: "function() { return this.map((worker) => new WeakRef(worker)); }",
    });
    const { result: properties } = await this.#parent.send("Runtime.getProperties", {
      objectId: weak.result.objectId!,
      ownProperties: true,
    });
    for (const objectId of [result.objectId, objects.objectId!, weak.result.objectId!])
      this.#parent.post("Runtime.releaseObject", { objectId });
    return properties.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []));
  }
}
