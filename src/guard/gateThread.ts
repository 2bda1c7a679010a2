import { EventEmitter } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { noteFailure } from "../diagnosis/mayFail.ts";
import { withPassphrases } from "./clientCertificates.ts";
import type { GateRules, Refusal } from "./gateRules.ts";

/** A gate that stands in the thread of gates. */
export interface OpenGate {
  readonly rules: GateRules;
  readonly port: number;
  /** What a browser is told as its proxy. */
  readonly address: string;
  readonly events: EventEmitter<{ refused: [refusal: Refusal] }>;
  /** Somebody has approved an origin that is not on the allowlist. */
  admit(url: URL): void;
  close(): void;
}

export type ToGates = { do: "open"; id: number; rules: GateRules; port: number | undefined } | { do: "admit"; id: number; url: string } | { do: "close"; id: number } | { do: "heard"; receipt: number };

export type FromGates =
  | { told: "open"; id: number; port: number; address: string }
  | { told: "closed"; id: number; message: string }
  | { told: "refused"; id: number; refusal: Refusal; receipt: number }
  | { told: "failure"; why: string; message: string };

interface Standing {
  events: OpenGate["events"];
  opened(place: { port: number; address: string }): void;
  failed(error: Error): void;
}

/**
 * Where the gates of this daemon are: a thread of their own, so that what pages send does not wait for what the daemon does, nor the
 * other way round. It is there while there are gates.
 */
class GateThread {
  readonly #gates = new Map<number, Standing>();
  #worker: Worker | undefined;
  #lastId = 0;

  open(rules: GateRules, port?: number): Promise<OpenGate> {
    const id = ++this.#lastId;
    const events: OpenGate["events"] = new EventEmitter();
    return new Promise((resolve, reject) => {
      const opened: Standing["opened"] = (place) =>
        resolve({
          rules,
          ...place,
          events,
          admit: ({ href }) => this.#worker?.postMessage({ do: "admit", id, url: href } satisfies ToGates),
          close: () => this.#close(id),
        });
      const failed: Standing["failed"] = (error) => {
        this.#close(id);
        reject(error);
      };
      this.#gates.set(id, { events, opened, failed });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#thread.postMessage({ do: "open", id, rules: { ...rules, identity: rules.identity && withPassphrases(rules.identity) }, port } satisfies ToGates);
    });
  }

  get #thread(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(path.join(import.meta.dirname, "gates.cjs"));
    worker.unref();
    worker.on("message", (message: FromGates) => this.#heard(message));
    worker.on("error", (error) => noteFailure(error, "guarded sessions reach nothing until they are opened again"));
    worker.on("exit", () => this.#gone(worker));
    this.#worker = worker;
    return worker;
  }

  #heard(message: FromGates): void {
    if (message.told === "failure") return noteFailure(new Error(message.message), message.why);
    const gate = this.#gates.get(message.id);
    if (message.told === "open") gate?.opened({ port: message.port, address: message.address });
    else if (message.told === "closed") gate?.failed(new Error(message.message));
    else {
      gate?.events.emit("refused", message.refusal);
      this.#worker?.postMessage({ do: "heard", receipt: message.receipt } satisfies ToGates);
    }
  }

  #close(id: number): void {
    if (!this.#gates.delete(id)) return;
    this.#worker?.postMessage({ do: "close", id } satisfies ToGates);
    if (this.#gates.size > 0) return;
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #gone(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { failed } of this.#gates.values()) failed(new Error("the thread of the gates has ended"));
  }
}

const thread = new GateThread();

export const openGateInThread = (rules: GateRules, port?: number): Promise<OpenGate> => thread.open(rules, port);
