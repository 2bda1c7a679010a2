import net from "node:net";
import { type CallSite, callSite, raisedAt } from "../diagnosis/callSite.ts";
import { type FrameLog, openFrameLog } from "../diagnosis/frameLog.ts";
import { DroverError } from "../protocol/errors.ts";

type Reply = [type: 1, id: number, error: { message?: string } | null, result: unknown];

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  command: string;
  site: CallSite;
}

/**
 * Firefox's Marionette: JSON with its length in front. Firefox greets one client at a time; a second one hears
 * nothing until the first has gone. A session belongs to its connection and ends with it.
 */
export class Marionette {
  readonly #socket: net.Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #lastId = 0;
  readonly #frames: FrameLog;

  private constructor(socket: net.Socket, port: number, onGreeting: () => void) {
    this.#socket = socket;
    this.#frames = openFrameLog(`marionette://127.0.0.1:${port}`);
    socket.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      for (let message = this.#nextMessage(); message !== undefined; message = this.#nextMessage())
        if (Array.isArray(message)) this.#settle(message as Reply);
        else onGreeting();
    });
    socket.on("close", () => {
      this.#frames.end();
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
      const client = new Marionette(socket, port, () => {
        clearTimeout(timer);
        resolve(client);
      });
      socket.once("close", () => clearTimeout(timer));
    });
  }

  send(command: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const id = ++this.#lastId;
    const site = callSite(Marionette.prototype.send);
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(raisedAt(goneError(), site));
      this.#waiting.set(id, { resolve, reject, command, site });
      const text = JSON.stringify([0, id, command, parameters]);
      this.#frames.sent({ id, method: command }, text);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  onClose(listener: () => void): void {
    this.#socket.once("close", listener);
  }

  close(): void {
    this.#socket.destroy();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #nextMessage(): unknown {
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

  #settle([, id, error, result]: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!waiting) return;
    const { resolve, reject, command, site } = waiting;
    if (error) reject(raisedAt(new DroverError("browser-failed", error.message ?? `Firefox refused ${command}.`), site));
    else resolve(result);
  }
}

const goneError = (): DroverError => new DroverError("browser-gone", "Firefox's Marionette port does not answer.");
