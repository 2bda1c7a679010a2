import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { EventEmitter } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { z } from "zod";

/** What the extension says. */
const fromExtension = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), userAgent: z.string() }),
  z.object({ type: z.literal("shared"), tabId: z.number(), targetId: z.string(), url: z.string(), title: z.string() }),
  z.object({ type: z.literal("unshared"), tabId: z.number(), reason: z.string().optional() }),
  z.object({ type: z.literal("changed"), tabId: z.number(), url: z.string().optional(), title: z.string().optional() }),
  z.object({ type: z.literal("event"), tabId: z.number(), sessionId: z.string().optional(), method: z.string(), params: z.record(z.string(), z.unknown()).optional() }),
  z.object({ type: z.literal("answer"), id: z.number(), result: z.record(z.string(), z.unknown()).optional(), error: z.object({ code: z.number().optional(), message: z.string() }).optional() }),
]);

const fromDriver = z.object({ id: z.number(), method: z.string(), params: z.record(z.string(), z.unknown()).optional(), sessionId: z.string().optional() });

type Command = z.infer<typeof fromDriver>;

interface Tab {
  tabId: number;
  targetId: string;
  url: string;
  title: string;
  sessionId: string;
}

/** Who has the tabs: the extension at the other end of its socket, or somebody in this process. */
export interface Sharer {
  send(text: string): void;
  close(): void;
}

/** Chrome ends an extension's worker that hears nothing for half a minute. */
const PING_MS = 20_000;
const METHOD_NOT_FOUND = -32_601;

/** Between a driver that speaks the DevTools protocol to a browser and an extension that has only some of its tabs. */
export class BridgeServer extends EventEmitter<{ shared: [tab: { title: string; url: string }]; unshared: [tab: { title: string; reason: string }]; extension: [connected: boolean] }> {
  readonly #token = randomBytes(18).toString("base64url").replaceAll("-", "_");
  readonly #path = `/devtools/browser/${randomUUID()}`;
  readonly #http = http.createServer((_, response) => response.writeHead(404).end());
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024, perMessageDeflate: false });
  readonly #tabs = new Map<number, Tab>();
  /** Frames and workers of other processes, and whose tab's they are. */
  readonly #childSessions = new Map<string, number>();
  readonly #pending = new Map<number, { driver: WebSocket; command: Command }>();
  #extension: Sharer | undefined;
  #driver: WebSocket | undefined;
  #userAgent = "";
  #isAttaching = false;
  #nextId = 1;

  static async listen(port: number): Promise<BridgeServer> {
    const bridge = new BridgeServer();
    bridge.#http.on("upgrade", (request, socket, head) => {
      // Resolved against a base, "//" would be a host and no address at all.
      const url = new URL(`http://127.0.0.1/${(request.url ?? "/").replace(/^\//, "")}`);
      const isExtension = url.pathname === "/extension" && (request.headers.origin ?? "").startsWith("chrome-extension://") && bridge.#isToken(url.searchParams.get("token") ?? "");
      // A page that guesses the port has an origin, and knows neither the token nor the path.
      const isDriver = url.pathname === bridge.#path && request.headers.origin === undefined;
      if (!isExtension && !isDriver) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      bridge.#sockets.handleUpgrade(request, socket, head, (opened) => (isExtension ? bridge.#takeExtension(opened) : bridge.#takeDriver(opened)));
    });
    await new Promise<void>((resolve, reject) => bridge.#http.once("error", reject).listen(port, "127.0.0.1", resolve));
    return bridge;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  /** What a person pastes into the extension. */
  get code(): string {
    return `${this.port}-${this.#token}`;
  }

  get endpoint(): string {
    return `ws://127.0.0.1:${this.port}${this.#path}`;
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.close();
  }

  /** Somebody in this process shares tabs, in the extension's place; what is returned hears what it has to say. */
  takeSharer(sharer: Sharer): (message: object) => void {
    this.#extension = sharer;
    return (message) => this.#hear(fromExtension.parse(message));
  }

  #isToken(given: string): boolean {
    const [a, b] = [Buffer.from(given), Buffer.from(this.#token)];
    return a.length === b.length && timingSafeEqual(a, b);
  }

  #takeExtension(socket: WebSocket): void {
    this.#extension?.close();
    this.#extension = socket;
    const pinging = setInterval(() => socket.send(JSON.stringify({ type: "ping" })), PING_MS);
    socket.on("message", (data) => this.#hear(fromExtension.parse(JSON.parse(data.toString()))));
    socket.on("close", () => {
      clearInterval(pinging);
      if (this.#extension !== socket) return;
      this.#extension = undefined;
      for (const tab of this.#tabs.values()) this.#lose(tab, "the extension is gone");
      this.emit("extension", false);
    });
    this.emit("extension", true);
  }

  #takeDriver(socket: WebSocket): void {
    this.#driver?.close();
    this.#driver = socket;
    this.#isAttaching = false;
    socket.on("message", (data) => this.#obey(socket, fromDriver.parse(JSON.parse(data.toString()))));
    socket.on("close", () => {
      if (this.#driver === socket) this.#driver = undefined;
    });
  }

  #hear(message: z.infer<typeof fromExtension>): void {
    if (message.type === "hello") this.#userAgent = message.userAgent;
    else if (message.type === "answer") this.#answered(message);
    else if (message.type === "shared") this.#gain({ ...message, sessionId: `tab-${message.tabId}-${this.#nextId++}` });
    else this.#ofTab(message);
  }

  #ofTab(message: Exclude<z.infer<typeof fromExtension>, { type: "hello" | "answer" | "shared" }>): void {
    const tab = this.#tabs.get(message.tabId);
    if (!tab) return;
    if (message.type === "unshared") return this.#lose(tab, message.reason ?? "");
    if (message.type === "changed") {
      Object.assign(tab, message.url !== undefined && { url: message.url }, message.title !== undefined && { title: message.title });
      return this.#tell("Target.targetInfoChanged", { targetInfo: infoOf(tab) });
    }
    const { method, params = {}, sessionId } = message;
    if (method === "Target.attachedToTarget") this.#childSessions.set(String(params["sessionId"]), tab.tabId);
    if (method === "Target.detachedFromTarget") this.#childSessions.delete(String(params["sessionId"]));
    this.#tell(method, params, sessionId ?? tab.sessionId);
  }

  #gain({ tabId, targetId, url, title, sessionId }: Tab): void {
    const tab = { tabId, targetId, url, title, sessionId };
    this.#tabs.set(tabId, tab);
    if (this.#isAttaching) this.#attached(tab);
    this.emit("shared", { title, url });
  }

  #lose(tab: Tab, reason: string): void {
    this.#tabs.delete(tab.tabId);
    for (const [child, owner] of this.#childSessions) if (owner === tab.tabId) this.#childSessions.delete(child);
    this.#tell("Target.detachedFromTarget", { sessionId: tab.sessionId, targetId: tab.targetId });
    this.#tell("Target.targetDestroyed", { targetId: tab.targetId });
    this.emit("unshared", { title: tab.title, reason });
  }

  #attached(tab: Tab): void {
    this.#tell("Target.attachedToTarget", { sessionId: tab.sessionId, targetInfo: infoOf(tab), waitingForDebugger: false });
  }

  #obey(driver: WebSocket, command: Command): void {
    const { id, method, params = {}, sessionId } = command;
    if (sessionId === undefined) return this.#obeyAsBrowser(driver, command);
    const tab = this.#tabOf(sessionId);
    if (!tab) return reply(driver, command, { error: { code: -32_001, message: "Session with given id not found." } });
    // The browser would close it: the tab is the person's.
    if (method === "Page.close") return reply(driver, command, { error: { code: -32_000, message: "a shared tab is its person's to close" } });
    this.#pass(driver, { id, method, params, sessionId }, tab, sessionId === tab.sessionId ? undefined : sessionId);
  }

  /** As much of a browser as the tabs that were shared make up. */
  #obeyAsBrowser(driver: WebSocket, command: Command): void {
    const { method, params = {} } = command;
    const tabs = [...this.#tabs.values()];
    const target = tabs.find(({ targetId }) => targetId === params["targetId"]);
    const chrome = /Chrome\/[\d.]+/.exec(this.#userAgent)?.[0] ?? "Chrome/0";
    const answers: Record<string, () => object> = {
      "Browser.getVersion": () => ({ protocolVersion: "1.3", product: chrome, revision: "", userAgent: this.#userAgent, jsVersion: "" }),
      "Target.getBrowserContexts": () => ({ browserContextIds: [] }),
      "Target.setDiscoverTargets": () => ({}),
      "Target.getTargets": () => ({ targetInfos: tabs.map(infoOf) }),
      "Target.getTargetInfo": () => ({ targetInfo: target && infoOf(target) }),
      "Target.detachFromTarget": () => ({}),
      "Target.setAutoAttach": () => ({}),
    };
    const answer = answers[method];
    // As a browser does: what is there is told before the answer, so that whoever has the answer knows of all of it.
    if (method === "Target.setAutoAttach" && !this.#isAttaching) {
      this.#isAttaching = true;
      for (const tab of tabs) this.#attached(tab);
    }
    if (answer) return reply(driver, command, { result: answer() });
    if (method === "Target.activateTarget" && target) return this.#ask(driver, command, { type: "activate", tabId: target.tabId });
    const [first] = tabs;
    if (method.startsWith("Storage.") && first) return this.#pass(driver, command, first, undefined);
    reply(driver, command, { error: { code: METHOD_NOT_FOUND, message: `${method} is not for tabs that a person shared` } });
  }

  #tabOf(sessionId: string): Tab | undefined {
    const owner = this.#childSessions.get(sessionId);
    return owner === undefined ? [...this.#tabs.values()].find((tab) => tab.sessionId === sessionId) : this.#tabs.get(owner);
  }

  #pass(driver: WebSocket, command: Command, { tabId }: Tab, childSession: string | undefined): void {
    this.#ask(driver, command, { tabId, ...(childSession && { sessionId: childSession }), method: command.method, params: command.params ?? {} });
  }

  #ask(driver: WebSocket, command: Command, message: object): void {
    const id = this.#nextId++;
    this.#pending.set(id, { driver, command });
    this.#extension?.send(JSON.stringify({ id, ...message }));
  }

  #answered({ id, result, error }: Extract<z.infer<typeof fromExtension>, { type: "answer" }>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending) reply(pending.driver, pending.command, error ? { error: { code: error.code ?? -32_000, message: error.message } } : { result: result ?? {} });
  }

  #tell(method: string, params: object, sessionId?: string): void {
    this.#driver?.send(JSON.stringify({ method, params, ...(sessionId && { sessionId }) }));
  }
}

const infoOf = ({ targetId, title, url }: Tab) => ({ targetId, type: "page", title, url, attached: true, canAccessOpener: false });

function reply(driver: WebSocket, { id, sessionId }: Command, answer: object): void {
  if (driver.readyState === WebSocket.OPEN) driver.send(JSON.stringify({ id, ...(sessionId && { sessionId }), ...answer }));
}
