import { EventEmitter } from "node:events";
import type * as Bidi from "webdriver-bidi-protocol";
import { beginSession, type MarionetteAddress } from "../../browser/firefoxSession.ts";
import type { Marionette } from "../../browser/marionette.ts";
import { type CallSite, callSite, raisedAt } from "../../diagnosis/callSite.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SocketLink } from "../../remote/link.ts";
import type { RefusalKind } from "../refusal.ts";
import { lostError, type ProtocolMessage, type ProtocolSocket } from "../protocolMessages.ts";
import { openProtocolSocket } from "../protocolSocket.ts";
import { refusalKind } from "./refusalKind.ts";

export type Commands = Bidi.Commands;
export type Params<M extends keyof Commands> = Commands[M]["params"];
export type Result<M extends keyof Commands> = Commands[M]["returnType"];
type EventOf<N> = Extract<Bidi.Event, { method: N }>;
export type EventName = Bidi.Event["method"];
export type EventParams<N extends EventName> = EventOf<N> extends { params: infer P } ? P : never;

/** Where a Firefox listens. With a Marionette port the session is freed when we die; without one it is ours to end. */
export interface FirefoxAddress extends Partial<MarionetteAddress> {
  endpoint: string | SocketLink;
  /** Whoever began its WebDriver session ends it; that session's browser, as it names itself. */
  begun?: string | undefined;
}

/** Prompts are the session's to answer: Firefox must neither accept nor dismiss them by itself. */
const capabilities = { unhandledPromptBehavior: { default: "ignore" } } as const;

/** A refusal by Firefox: `code` is the specification's error code, such as "no such frame". */
export class BidiError extends Error {
  override readonly name = "BidiError";
  readonly method: string;
  readonly code: string;
  readonly kind: RefusalKind;
  constructor(method: string, code: string, message: string) {
    super(`${method}: ${message || code}`);
    this.method = method;
    this.code = code;
    this.kind = refusalKind(code, message);
  }
}

interface Pending {
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
  method: string;
  site: CallSite;
}

/** Firefox's one WebDriver session: commands and events of every tab share it. */
export class BidiConnection {
  #socket!: ProtocolSocket;
  #link: SocketLink | undefined;
  #isGuest = false;
  /** How many messages have come. */
  heard = 0;
  #marionette: Marionette | undefined;
  #nextId = 1;
  readonly #pending = new Map<number, Pending>();
  readonly #events = new EventEmitter<Record<string, [unknown]>>();
  readonly closed = new EventEmitter<{ closed: [] }>();
  /** "Firefox/153.7.0" */
  product = "";
  /** It has no window that a person could look at. */
  headless = false;

  private constructor() {
    this.#events.setMaxListeners(0);
  }

  static async open(address: FirefoxAddress): Promise<BidiConnection> {
    const connection = new BidiConnection();
    const { endpoint, marionettePort, keeper, begun } = address;
    if (typeof endpoint !== "string") connection.#link = endpoint;
    if (begun !== undefined) await connection.#join(endpoint, begun);
    else if (marionettePort === undefined) await connection.#openDirectly(endpoint);
    else await connection.#openThroughMarionette({ marionettePort, ...(keeper !== undefined && { keeper }) });
    return connection;
  }

  get open(): boolean {
    return this.#socket.open;
  }

  send<M extends keyof Commands>(method: M, params: Params<M>): Promise<Result<M>> {
    return this.#request(method, params) as Promise<Result<M>>;
  }

  /** Sends without waiting: for what may fail because its target is on its way out. */
  post<M extends keyof Commands>(method: M, params: Params<M>): void {
    void mayFail(this.send(method, params), `${method} was sent to a target that may be on its way out`);
  }

  on<N extends EventName>(event: N, listener: (params: EventParams<N>) => void): () => void {
    const handler = listener as (params: unknown) => void;
    this.#events.on(event as string, handler);
    return () => this.#events.off(event as string, handler);
  }

  /** Ends the browser process; Firefox saves the profile first. */
  async quit(): Promise<void> {
    if (this.#marionette) await mayFail(this.#marionette.send("Marionette:Quit", { flags: ["eForceQuit"] }), "a browser that quits may be gone before it answers");
    else await mayFail(this.send("browser.close", {}), "a browser that quits may be gone before it answers");
  }

  /** Gives the session back, so that another client can have it. */
  async end(): Promise<void> {
    if (this.#marionette) this.#marionette.close();
    else if (!this.#isGuest) await mayFail(this.send("session.end", {}), "the browser may have ended before its session");
    this.#socket.close();
  }

  async #openThroughMarionette(address: MarionetteAddress): Promise<void> {
    const { marionette, answer } = await beginSession(address, { ...capabilities, webSocketUrl: true });
    this.#marionette = marionette;
    try {
      const given = (answer as { capabilities: Record<string, unknown> }).capabilities;
      this.#introduce(given);
      await this.#connect(String(given["webSocketUrl"]));
      this.closed.once("closed", () => marionette.close());
      marionette.onClose(() => this.#socket.close());
    } catch (cause) {
      marionette.close();
      throw cause;
    }
  }

  async #join(endpoint: string | SocketLink, product: string): Promise<void> {
    this.#isGuest = true;
    this.product = product;
    await this.#connect(endpoint);
  }

  async #openDirectly(endpoint: string | SocketLink): Promise<void> {
    await this.#connect(endpoint);
    try {
      const answer = await this.send("session.new", { capabilities: { alwaysMatch: capabilities } });
      this.#introduce(answer.capabilities);
    } catch (cause) {
      this.#socket.close();
      throw cause instanceof BidiError && cause.code === "session not created" ? sessionTaken(cause) : cause;
    }
  }

  #introduce(given: Record<string, unknown>): void {
    this.product = `Firefox/${String(given["browserVersion"])}`;
    this.headless = given["moz:headless"] === true;
  }

  async #connect(url: string | SocketLink): Promise<void> {
    this.#socket = await openProtocolSocket(url, {
      message: (message) => this.#receive(message),
      closed: () => this.#finish(),
    });
  }

  #request(method: string, params: unknown): Promise<Record<string, unknown>> {
    if (!this.#socket.open)
      return Promise.reject(lostError(this.#link));
    const id = this.#nextId++;
    const site = callSite(BidiConnection.prototype.send);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, method, site });
      this.#socket.send({ id, method, params });
    });
  }

  #receive(message: ProtocolMessage): void {
    this.heard++;
    if (message.id === undefined || message.id === null) {
      if (message.method) this.#events.emit(message.method, message.params ?? {});
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    if (message.type === "error")
      pending.reject(raisedAt(new BidiError(pending.method, String(message.error), message.message ?? ""), pending.site));
    else pending.resolve(message.result ?? {});
  }

  #finish(): void {
    for (const { reject, site } of this.#pending.values()) reject(raisedAt(lostError(this.#link), site));
    this.#pending.clear();
    this.closed.emit("closed");
  }
}

const sessionTaken = (cause: Error) =>
  new DroverError("not-attachable", "this Firefox is already driven by another client: it allows one WebDriver BiDi session", {
    cause,
    hint: "Close the other client first. A session that was left behind without its client ends only with the browser.",
  });
