import { EventEmitter } from "node:events";
import type { ProtocolMapping } from "devtools-protocol/types/protocol-mapping.js";
import { type CallSite, callSite, raisedAt } from "../../diagnosis/callSite.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { DroverError, type ErrorCode } from "../../protocol/errors.ts";
import type { Listener } from "../port.ts";
import type { RefusalKind } from "../refusal.ts";
import { isPipe } from "../../browser/debuggingPipe.ts";
import { newerThanBefore, openProtocolPipe } from "../protocolPipe.ts";
import type { SocketLink } from "../../remote/link.ts";
import { lostError, type ProtocolMessage, type ProtocolSocket } from "../protocolMessages.ts";
import { refusalKind } from "./refusalKind.ts";

export type Commands = ProtocolMapping.Commands;
export type Events = ProtocolMapping.Events;
export type Params<M extends keyof Commands> = Commands[M]["paramsType"][0];
export type Result<M extends keyof Commands> = Commands[M]["returnType"];

interface Pending {
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
  method: string;
  sessionId: string | undefined;
  site: CallSite;
}

interface CdpRefusal {
  message: string;
  data?: string;
  code?: number;
}

const TARGET_CLOSED: CdpRefusal = { message: "Target closed" };

/** Lets go of every target, so that none waits for a driver who has left: popups, held requests, dialogs. */
const LET_GO = [
  { method: "Target.setAutoAttach", params: { autoAttach: false, waitForDebuggerOnStart: false, flatten: true } },
  { method: "Target.setDiscoverTargets", params: { discover: false } },
] as const;

/** A refusal by the browser, with the method that it refused. */
export class CdpError extends Error {
  override readonly name = "CdpError";
  readonly method: string;
  readonly code: number | undefined;
  readonly kind: RefusalKind;
  /** As the browser put it. */
  readonly said: string;
  constructor(method: string, { message, data, code }: CdpRefusal) {
    super(`${method}: ${message}${data ? ` (${data})` : ""}`);
    this.method = method;
    this.code = code;
    this.said = message;
    this.kind = refusalKind(message, code);
  }
}

/** The one browser-level connection; targets are flat sessions on it. */
export class CdpConnection {
  #socket!: ProtocolSocket;
  #link: SocketLink | undefined;
  #nextId = newerThanBefore();
  readonly #pending = new Map<number, Pending>();
  readonly #sessions = new Map<string, CdpSession>();
  readonly browser: CdpSession = new CdpSession(this, undefined, "browser");
  readonly closed = new EventEmitter<{ closed: [] }>();
  /** Sessions that somebody else leads. */
  readonly #followed = new Map<string, Listener>();

  static async open(endpoint: string | SocketLink, patienceMs?: number): Promise<CdpConnection> {
    const connection = new CdpConnection();
    const handlers = { message: (message: ProtocolMessage) => connection.#receive(message), closed: () => connection.#end() };
    if (typeof endpoint !== "string") connection.#link = endpoint;
    if (typeof endpoint !== "string" || !isPipe(endpoint)) {
      const { openProtocolSocket } = await import("../protocolSocket.ts");
      connection.#socket = await openProtocolSocket(endpoint, handlers, patienceMs);
      return connection;
    }
    connection.#socket = await openProtocolPipe(endpoint, { ...handlers, farewell: LET_GO });
    await connection.#takeOver();
    return connection;
  }

  /** The pipe's one client, as the browser knows it, still has what an earlier driver attached to and the hidden pages that it made. */
  async #takeOver(): Promise<void> {
    const letGo = LET_GO.map(({ method, params }) => this.browser.send(method, params));
    const [{ targetInfos }] = await Promise.all([this.browser.send("Target.getTargets"), ...letGo]);
    const hidden = targetInfos.filter(({ type, url }) => type === "other" && url === "about:blank");
    await Promise.all(hidden.map(({ targetId }) => mayFail(this.browser.send("Target.closeTarget", { targetId }), "a hidden page may be gone already")));
  }

  get open(): boolean {
    return this.#socket.open;
  }

  close(): void {
    this.#socket.close();
  }

  session(sessionId: string, type: string): CdpSession {
    const known = this.#sessions.get(sessionId);
    if (known) return known;
    const session = new CdpSession(this, sessionId, type);
    this.#sessions.set(sessionId, session);
    return session;
  }

  /** Tells whatever that session reports as it comes, and when it has ended. */
  follow(sessionId: string, listener: Listener): void {
    this.#followed.set(sessionId, listener);
  }

  unfollow(sessionId: string): void {
    this.#followed.delete(sessionId);
  }

  dropSession(sessionId: string): void {
    this.#followed.get(sessionId)?.ended();
    this.#followed.delete(sessionId);
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#sessions.delete(sessionId);
    session.detached = true;
    this.#rejectAll(sessionId, (method) => new CdpError(method, TARGET_CLOSED));
  }

  /** A renderer that is gone answers nothing: what was asked of it ends here. */
  rejectPending(session: CdpSession, code: ErrorCode, message: string): void {
    this.#rejectAll(session.id, () => new DroverError(code, message));
  }

  #rejectAll(sessionId: string | undefined, why: (method: string) => Error): void {
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId !== sessionId) continue;
      this.#pending.delete(id);
      pending.reject(raisedAt(why(pending.method), pending.site));
    }
  }

  request(method: string, params: object | undefined, sessionId: string | undefined): Promise<Record<string, unknown>> {
    if (!this.#socket.open)
      return Promise.reject(lostError(this.#link));
    const id = this.#nextId++;
    const site = callSite(CdpSession.prototype.sendRaw);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, method, sessionId, site });
      this.#socket.send({ id, method, params: params ?? {}, ...(sessionId && { sessionId }) });
    });
  }

  #receive(message: ProtocolMessage): void {
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id);
      if (!pending) return;
      this.#pending.delete(message.id);
      if (message.error) pending.reject(raisedAt(new CdpError(pending.method, message.error as CdpRefusal), pending.site));
      else pending.resolve(message.result ?? {});
      return;
    }
    if (!message.method) return;
    if (message.sessionId !== undefined) this.#followed.get(message.sessionId)?.hear(message);
    const session = message.sessionId ? this.#sessions.get(message.sessionId) : this.browser;
    session?.events.emit(message.method, message.params ?? {});
  }

  #end(): void {
    for (const { reject, site } of this.#pending.values()) reject(raisedAt(lostError(this.#link), site));
    this.#pending.clear();
    for (const { ended } of this.#followed.values()) ended();
    this.#followed.clear();
    this.closed.emit("closed");
  }
}

/** One target's commands and events. */
export class CdpSession {
  readonly id: string | undefined;
  readonly type: string;
  readonly events = new EventEmitter<Record<string, [Record<string, unknown>]>>();
  detached = false;
  readonly #connection: CdpConnection;

  constructor(connection: CdpConnection, id: string | undefined, type: string) {
    this.#connection = connection;
    this.id = id;
    this.type = type;
    this.events.setMaxListeners(0);
  }

  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>> {
    return this.sendRaw(method, params as object | undefined) as Promise<Result<M>>;
  }

  /** For methods that the protocol's types do not know. */
  sendRaw(method: string, params?: object): Promise<Record<string, unknown>> {
    if (this.detached) return Promise.reject(new CdpError(method, TARGET_CLOSED));
    return this.#connection.request(method, params, this.id);
  }

  /** Sends without waiting: for what may fail because the target is on its way out. */
  post<M extends keyof Commands>(method: M, params?: Params<M>): void {
    void mayFail(this.send(method, params), `${method} was sent to a target that may be on its way out`);
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E][0]) => void): () => void {
    const handler = listener as (params: Record<string, unknown>) => void;
    this.events.on(event as string, handler);
    return () => this.events.off(event as string, handler);
  }
}
