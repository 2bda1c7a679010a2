import { randomInt } from "node:crypto";
import net from "node:net";
import { type CallSite, callSite, raisedAt } from "../diagnosis/callSite.ts";
import { type FrameLog, openFrameLog } from "../diagnosis/frameLog.ts";
import { DroverError } from "../protocol/errors.ts";
import type { PipeEnds } from "./debuggingPipe.ts";
import { marionetteText } from "./marionetteText.ts";

type Reply = [type: 1, id: number, error: { error?: string; message?: string } | null, result: unknown];

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  command: string;
  site: CallSite;
}

/**
 * Firefox's Marionette: JSON with its length in front. Firefox takes no further connection while there is a session, which
 * ends with the connection that made it.
 */
export class Marionette {
  readonly #ends: PipeEnds;
  readonly #waiting = new Map<number, Waiting>();
  #received: Buffer = Buffer.alloc(0);
  /** An earlier driver of the same connection may be owed answers that are still to come. */
  readonly #firstId = randomInt(1, 2 ** 30);
  #lastId = this.#firstId - 1;
  /** What comes begins with a message's beginning. */
  #inStep: boolean;
  readonly #frames: FrameLog;

  private constructor(ends: PipeEnds, { name, inStep, onGreeting }: { name: string; inStep: boolean; onGreeting?: () => void }) {
    this.#ends = ends;
    this.#inStep = inStep;
    this.#frames = openFrameLog(name);
    ends.answers.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      for (let message = this.#nextMessage(); message !== undefined; message = this.#nextMessage())
        if (Array.isArray(message)) this.#settle(message as Reply);
        else onGreeting?.();
    });
    for (const end of new Set([ends.commands, ends.answers])) end.on("error", () => this.close());
    ends.answers.on("close", () => {
      this.#frames.end();
      ends.commands.destroy();
      for (const { reject, site } of this.#waiting.values()) reject(raisedAt(goneError(), site));
      this.#waiting.clear();
    });
  }

  static connect(port: number, timeoutMs: number): Promise<Marionette> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host: "127.0.0.1", port });
      const fail = (): void => {
        socket.destroy();
        reject(goneError());
      };
      const timer = setTimeout(fail, timeoutMs);
      socket.on("error", fail);
      socket.on("close", fail);
      const onGreeting = (): void => {
        clearTimeout(timer);
        resolve(client);
      };
      const client = new Marionette({ commands: socket, answers: socket }, { name: `marionette://127.0.0.1:${port}`, inStep: true, onGreeting });
      socket.once("close", () => clearTimeout(timer));
    });
  }

  /** Through the pipe of a keeper, in which answers to an earlier driver may wait, the first of them torn. */
  static through(ends: PipeEnds): Marionette {
    return new Marionette(ends, { name: "marionette, kept", inStep: false });
  }

  send(command: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const id = ++this.#lastId;
    const site = callSite(Marionette.prototype.send);
    return new Promise((resolve, reject) => {
      if (this.#ends.answers.destroyed) return reject(raisedAt(goneError(), site));
      this.#waiting.set(id, { resolve, reject, command, site });
      const text = marionetteText(id, command, parameters);
      this.#frames.sent({ id, method: command }, text);
      this.#ends.commands.write(text);
    });
  }

  /** What is sent in here goes out in one piece, so that Firefox does nothing else in between. */
  inOnePiece<T>(work: () => T): T {
    this.#ends.commands.cork();
    try {
      return work();
    } finally {
      this.#ends.commands.uncork();
    }
  }

  onClose(listener: () => void): void {
    this.#ends.answers.once("close", listener);
  }

  close(): void {
    this.#ends.commands.destroy();
    this.#ends.answers.destroy();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #nextMessage(): unknown {
    if (!this.#inStep && !this.#findStep()) return undefined;
    const colon = this.#received.indexOf(":");
    if (colon < 0) return undefined;
    const end = colon + 1 + Number(this.#received.subarray(0, colon).toString());
    if (this.#received.length < end) return undefined;
    const text = this.#received.subarray(colon + 1, end).toString();
    this.#received = this.#received.subarray(end);
    const message: unknown = JSON.parse(text);
    this.#frames.received({ id: Array.isArray(message) ? Number(message[1]) : undefined }, text);
    return message;
  }

  /** Skips everything before the first answer to us. */
  #findStep(): boolean {
    let start = this.#received.indexOf(`:[1,${this.#firstId},`);
    if (start < 0) return false;
    while (start > 0 && isDigit(this.#received[start - 1]!)) start--;
    this.#received = this.#received.subarray(start);
    this.#inStep = true;
    return true;
  }

  #settle([, id, error, result]: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!waiting) return;
    const { resolve, reject, command, site } = waiting;
    if (error) reject(raisedAt(new DroverError("browser-failed", error.message ?? `Firefox refused ${command}.`, { fields: { refusal: error.error } }), site));
    else resolve(result);
  }
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

const goneError = (): DroverError => new DroverError("browser-gone", "Firefox's Marionette port does not answer.");
