import { mayFail } from "../../diagnosis/mayFail.ts";
import type { CdpSession } from "./connection.ts";

/** How long the worker has to answer when it is looked for. */
const ANSWER_MS = 2000;

/** Where the worker may have been started: a context of a session, or a session's only one. */
export interface WorkerParent {
  session: CdpSession;
  contextId: string | undefined;
}

interface WorkerObjectParts {
  kind: "Worker" | "SharedWorker";
  /** The name that the tap in the worker listens to. */
  key: string;
  parents: () => WorkerParent[];
}

interface Held {
  session: CdpSession;
  /** Of a weak reference. */
  objectId: string;
}

/**
 * The object with which a page made a worker and talks to it. Nothing in the protocol leads from a worker to it. So each
 * such object on the parents' heaps is sent a question that only the tap in the worker sees, and the right one answers.
 */
export class WorkerObject {
  readonly #parts: WorkerObjectParts;
  readonly #answers = new Map<string, () => void>();
  #found: Held | undefined;

  constructor(parts: WorkerObjectParts) {
    this.#parts = parts;
  }

  /** The tap was asked this. */
  answered(question: string): void {
    this.#answers.get(question)?.();
  }

  /** Posts as the page would; false when no page holds the worker. */
  async post(message: string): Promise<boolean> {
    if (this.#found && (await this.#post(this.#found, message))) return true;
    this.#found = await this.#find();
    return this.#found !== undefined && this.#post(this.#found, message);
  }

  async #post({ session, objectId }: Held, message: string): Promise<boolean> {
    const posting = session.send("Runtime.callFunctionOn", {
      objectId,
      functionDeclaration: `function(message) { const worker = this.deref(); worker?.${this.#poster}(message); return !!worker; }`,
      arguments: [{ value: message }],
      returnByValue: true,
    });
    const answer = await mayFail(posting, "what holds a worker may go away");
    return answer?.result.value === true;
  }

  get #poster(): string {
    return this.#parts.kind === "Worker" ? "postMessage" : "port.postMessage";
  }

  async #find(): Promise<Held | undefined> {
    const nonce = Math.random().toString(36).slice(2);
    const objects = (await Promise.all(this.#parts.parents().map((parent) => mayFail(this.#objectsOf(parent), "what may hold a worker may go away", [])))).flat();
    if (objects.length === 0) return undefined;
    const answered = new Promise<number | undefined>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_MS, undefined);
      for (const index of objects.keys())
        this.#answers.set(`${nonce}:${index}`, () => {
          clearTimeout(timer);
          resolve(index);
        });
    });
    for (const [index, { session, objectId }] of objects.entries())
      session.post("Runtime.callFunctionOn", {
        objectId,
        functionDeclaration: `function(key, question) { this.deref()?.${this.#poster}({ [key]: question }); }`,
        arguments: [{ value: this.#parts.key }, { value: `${nonce}:${index}` }],
      });
    const index = await answered;
    this.#answers.clear();
    for (const [at, { session, objectId }] of objects.entries()) if (at !== index) session.post("Runtime.releaseObject", { objectId });
    return index === undefined ? undefined : objects[index];
  }

  /** Weak references to every object of the kind in a context. */
  async #objectsOf({ session, contextId }: WorkerParent): Promise<Held[]> {
    const inContext = contextId === undefined ? {} : { uniqueContextId: contextId };
    const { result } = await session.send("Runtime.evaluate", { expression: `${this.#parts.kind}.prototype`, ...inContext });
    if (!result.objectId) return [];
    const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
    const weak = await session.send("Runtime.callFunctionOn", {
      objectId: objects.objectId!,
      functionDeclaration: "function() { return this.map((worker) => new WeakRef(worker)); }",
    });
    const { result: properties } = await session.send("Runtime.getProperties", { objectId: weak.result.objectId!, ownProperties: true });
    for (const objectId of [result.objectId, objects.objectId!, weak.result.objectId!]) session.post("Runtime.releaseObject", { objectId });
    return properties.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [{ session, objectId: value.objectId }] : []));
  }
}
