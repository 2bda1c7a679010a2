/**
 * What a session needs of a browser engine, and no more. `engine/chromium` fulfils it over CDP, `engine/firefox` over
 * WebDriver BiDi. Members that only one engine can offer are optional; a tool that needs one says so in its `engines`.
 */
import type { EventEmitter } from "node:events";
import type { AgentApi } from "../page/api.ts";

export type EngineName = "chromium" | "firefox";

export interface EngineBrowser {
  readonly engine: EngineName;
  /** Product and version as the browser names itself, e.g. "Chrome/156.0.8078.79". */
  readonly version: string;
  readonly connected: boolean;
  /** The profile's own context: what a person sees in the window. */
  readonly defaultContext: EngineContext;
  readonly events: EventEmitter<{ disconnected: [] }>;
  /** Every page of every context. */
  pages(): EnginePage[];
  /** A fresh isolated context. */
  createContext(options?: ContextOptions): Promise<EngineContext>;
  /** A context made earlier, perhaps by a daemon that died; undefined when the browser no longer has it. */
  findContext(id: string): Promise<EngineContext | undefined>;
  /** Ends the browser process in good order. */
  close(): Promise<void>;
  /** Lets go of the browser and leaves it running. */
  disconnect(): Promise<void>;
}

export interface ContextOptions {
  /** Proxy for everything the context fetches, `http://host:port`. */
  proxy?: string;
}

export interface EngineContext {
  /** Undefined for the default context. */
  readonly id: string | undefined;
  readonly browser: EngineBrowser;
  readonly events: EventEmitter<{
    /** Fired before the page runs its first script; `prepare` handlers run before it is let go. */
    page: [page: EnginePage];
  }>;
  /** The context's top-level pages, oldest first. */
  pages(): EnginePage[];
  /**
   * Opens a tab. `prepare` runs before the page's first script. A hidden one is no session's and stays in the background.
   */
  newPage(url?: string, options?: { hidden?: boolean }): Promise<EnginePage>;
  /**
   * Runs for each page of this context before its first script (and at once for pages that exist). The page waits for
   * the returned promise, so init scripts and emulation are never late. A tab that a noopener link opened cannot wait: it
   * gets in time what is sent without waiting for an earlier answer, and its frames are not known yet.
   */
  onNewPage(prepare: (page: EnginePage) => Promise<void> | void): () => void;
  /**
   * Gives pages that an earlier daemon knew their old ids back. Only for an engine whose ids change with each connection;
   * `sole` says that no other session can own a page of this context.
   */
  recognise?(known: readonly KnownPage[], options: { sole: boolean }): void;
  cookies(urls?: string[]): Promise<Cookie[]>;
  setCookies(cookies: CookieParam[]): Promise<void>;
  deleteCookies(match: { name: string; domain?: string; path?: string; url?: string }): Promise<void>;
  clearCookies(): Promise<void>;
  /** Where downloads of this context go; `null` refuses them. */
  setDownloads(dir: string | null): Promise<void>;
  grantPermissions(permissions: string[], origin?: string): Promise<void>;
  resetPermissions(): Promise<void>;
  /** Chromium only: service workers belong to the context and not to one of its pages. */
  readonly serviceWorkers?: EngineServiceWorkers;
  /** Chromium only: workers that pages of one origin share. */
  readonly sharedWorkers?: EngineSharedWorkers;
  /** Closes the context's pages and forgets its state; for the default context, only pages. */
  close(): Promise<void>;
}

/** What is remembered of a page so that the next daemon finds it again. */
export interface KnownPage {
  id: string;
  key: string;
  url: string;
}

export interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** Unix seconds; -1 for a session cookie. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: "Strict" | "Lax" | "None";
  hostOnly?: boolean;
  partitionKey?: unknown;
}

export interface CookieParam {
  name: string;
  value: string;
  url?: string;
  domain?: string;
  path?: string;
  expires?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: "Strict" | "Lax" | "None";
  partitionKey?: unknown;
}

export type MouseButton = "none" | "left" | "middle" | "right" | "back" | "forward";

export interface MouseEventInput {
  type: "move" | "down" | "up";
  /** CSS pixels from the top-left of the page's viewport. */
  x: number;
  y: number;
  button?: MouseButton;
  /** Bit field of the buttons held, as in `MouseEvent.buttons`. */
  buttons?: number;
  clickCount?: number;
  modifiers?: number;
  pointerType?: "mouse" | "pen";
  /** 0 to 1. */
  force?: number;
}

export interface TouchPoint {
  x: number;
  y: number;
  id: number;
  force?: number;
  radiusX?: number;
  radiusY?: number;
}

/** One key stroke in protocol terms; `session/keyboard.ts` makes these from "Control+A". */
export interface KeyEventInput {
  type: "down" | "up";
  key: string;
  code: string;
  keyCode: number;
  location?: number;
  text?: string;
  modifiers: number;
  /** Editing commands such as "selectAll" that headless browsers do not derive from the keys. */
  commands?: string[];
}

export interface EngineInput {
  mouse(event: MouseEventInput): Promise<void>;
  /** Several in one trip where the protocol allows. */
  mouseSequence(events: MouseEventInput[]): Promise<void>;
  wheel(event: { x: number; y: number; deltaX: number; deltaY: number; modifiers?: number }): Promise<void>;
  key(event: KeyEventInput): Promise<void>;
  /** Types text as an input method would: `beforeinput`/`input` events, no key events. */
  insertText(text: string): Promise<void>;
  /** `points` are the fingers that change; those that are down stay so. An end without points lifts all of them. */
  touch(type: "start" | "move" | "end" | "cancel", points: TouchPoint[]): Promise<void>;
  /** HTML5 drag and drop needs help in some engines; returns false when plain mouse events suffice. */
  drag?(from: { x: number; y: number }, path: { x: number; y: number }[]): Promise<boolean>;
}

export interface ScreenshotOptions {
  format: "png" | "jpeg";
  quality?: number;
  /** Page (document) coordinates in CSS pixels; absent means the viewport. */
  clip?: { x: number; y: number; width: number; height: number };
  fullPage?: boolean;
  /** "css" gives one image pixel per CSS pixel, "device" the display's resolution. */
  scale: "css" | "device";
}

export interface PdfOptions {
  /** Inches. */
  paperWidth: number;
  paperHeight: number;
  scale: number;
  printBackground: boolean;
}

export type World = "page" | "agent";

export interface EngineFrame {
  /** Stable while the frame lives, across its navigations. */
  readonly id: string;
  readonly parent: EngineFrame | undefined;
  readonly url: string;
  readonly name: string;
  readonly detached: boolean;
  /** Changes with every new document: refs minted in one document are not valid in the next. */
  readonly documentId: string;
  children(): EngineFrame[];
  /**
   * Calls Drover's page code in this frame's isolated world, installing it when needed. Throws DroverError with the
   * code the page code chose, `context-gone` when the document went away during the call.
   */
  agent<K extends keyof AgentApi>(name: K, arg: Parameters<AgentApi[K]>[0]): Promise<Awaited<ReturnType<AgentApi[K]>>>;
  /** Evaluates an expression in the page's own world and returns its value as JSON. Promises are awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** The box around this frame's content in its parent's viewport, with the scale a transform gives it. */
  ownerBox(): Promise<OwnerBox>;
  /** Puts files from disk into a file input that the page code knows as `ref`. */
  setFiles(ref: string, paths: string[]): Promise<void>;
}

export interface OwnerBox {
  x: number;
  y: number;
  width: number;
  height: number;
  scaleX: number;
  scaleY: number;
  /** From points of the frame's viewport to points of its parent's, turned frames included. */
  matrix: [a: number, b: number, c: number, d: number, e: number, f: number];
}

export type NavigationKind = "full_load" | "spa" | "hash";

export interface NavigateOutcome {
  /** Set when the browser could not load it: "net::ERR_CONNECTION_REFUSED". */
  errorText?: string;
  /** True when the answer was a download and the page stayed. */
  download?: boolean;
  /** False for a hash or same-document navigation. */
  newDocument: boolean;
}

export interface ConsoleMessage {
  level: "log" | "info" | "warning" | "error" | "debug" | "trace";
  text: string;
  location?: { url: string; line: number; column: number };
  ts: number;
  frameId?: string;
}

export interface PageError {
  message: string;
  stack?: string;
  location?: { url: string; line: number; column: number };
  ts: number;
}

export interface RequestStart {
  id: string;
  url: string;
  method: string;
  /** CDP's words in lower case: document, stylesheet, image, font, script, xhr, fetch, media, websocket, ping, other. */
  type: string;
  /** Filled in with what the network stack added (cookies) when the browser tells it, which may be after the event. */
  headers: Record<string, string>;
  postData?: string;
  /** There is a body, perhaps one too long to be in the event: `requestPostData` has it. */
  hasPostData?: boolean;
  /** Milliseconds since the epoch. */
  ts: number;
  frameId?: string;
  /** Set on a hop that a redirect made; the hop before has the same id and is finished by this event. */
  redirectOf?: ResponseStart;
  initiator?: string;
}

export interface ResponseStart {
  id: string;
  url: string;
  status: number;
  statusText: string;
  headers: Record<string, string>;
  mimeType: string;
  ts: number;
  protocol?: string;
  remoteAddress?: string;
  fromCache?: boolean;
  fromServiceWorker?: boolean;
  /** Milliseconds relative to the request's start, as HAR wants them; -1 where not known. */
  timing?: { dns: number; connect: number; ssl: number; send: number; wait: number };
}

export interface SocketFrame {
  socketId: string;
  url: string;
  dir: "sent" | "recv";
  kind: "ws" | "sse";
  opcode?: number;
  event?: string;
  /** Text, or base64 when `binary`. */
  payload: string;
  binary?: boolean;
  ts: number;
}

export interface DialogOpened {
  kind: "alert" | "confirm" | "prompt" | "beforeunload";
  message: string;
  defaultValue?: string;
  answer(accept: boolean, text?: string): Promise<void>;
}

export interface DownloadStarted {
  id: string;
  url: string;
  suggestedFilename: string;
  /** Resolves when the file is complete (its path inside the directory given to setDownloads) or has failed. */
  finished: Promise<{ path?: string; bytes: number; error?: string }>;
}

export interface EnginePageEvents {
  console: [ConsoleMessage];
  pageerror: [PageError];
  request: [RequestStart];
  response: [ResponseStart];
  /** `bytes` went over the wire, `bodyBytes` is the body's size after decoding. */
  requestfinished: [{ id: string; bytes: number; bodyBytes?: number; ts: number }];
  requestfailed: [{ id: string; error: string; ts: number; canceled: boolean }];
  socketopened: [{ socketId: string; url: string; ts: number }];
  /** The server has agreed: frames can be sent. */
  socketready: [{ socketId: string; ts: number }];
  socketframe: [SocketFrame];
  socketclosed: [{ socketId: string; ts: number }];
  dialog: [DialogOpened];
  dialogclosed: [];
  /** A navigation was asked for in this frame and its document has not been committed yet. */
  navigating: [{ frame: EngineFrame; url: string }];
  navigated: [{ frame: EngineFrame; url: string; kind: NavigationKind }];
  domcontentloaded: [{ frame: EngineFrame }];
  load: [{ frame: EngineFrame }];
  frameattached: [EngineFrame];
  framedetached: [EngineFrame];
  titlechanged: [];
  download: [DownloadStarted];
  /** This page is about to open another one, with or without a tie to itself. */
  windowopening: [{ url: string }];
  popup: [page: EnginePage];
  crashed: [];
  closed: [];
  /** Fired before the worker's first script; what is sent to it from the listener is done before that. */
  worker: [EngineWorker];
  workerclosed: [EngineWorker];
  /** What a worker posted: text as it is, everything else as JSON. */
  workermessage: [{ worker: EngineWorker; data: string; ts: number }];
}

/** A request held back for `intercept` to decide on. Exactly one of the three is called. */
export interface PausedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  postData?: string;
  type: string;
  /** The service worker that asked, when one did. */
  serviceWorker?: boolean;
  fulfil(response: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
  resume(): Promise<void>;
  abort(reason?: string): Promise<void>;
}

export interface EngineWorker {
  readonly id: string;
  readonly type: "web" | "service" | "shared";
  readonly url: string;
  readonly state?: "stopped" | "starting" | "running" | "stopping";
  evaluate(expression: string): Promise<unknown>;
  /** Posts a message to the worker as its page would. */
  post(message: string): Promise<void>;
}

/** What happens to frames that arrive on sockets whose URL matches `source`, a regular expression. */
export interface SocketRule {
  source: string;
  response: "drop" | "echo" | { data: string };
}

export interface EngineSockets {
  /** Sends on an open socket as its page would. `base64` data goes out as a binary frame. */
  send(socketId: string, data: string, options?: { base64?: boolean }): Promise<void>;
  /** The first rule that matches decides. They hold for sockets that are open and for those to come. */
  intercept(rules: readonly SocketRule[]): Promise<void>;
}

/** A worker that belongs to the context and not to one of its pages. */
export interface EngineContextWorker extends EngineWorker {
  readonly type: "service" | "shared";
  /** What it prints, throws and asks for by itself. */
  readonly events: EventEmitter<EnginePageEvents>;
  responseBody(requestId: string): Promise<{ body: string; base64Encoded: boolean }>;
  intercept(handler: ((request: PausedRequest) => void) | undefined): Promise<void>;
}

export interface EngineServiceWorker extends EngineContextWorker {
  readonly type: "service";
}

export interface EngineSharedWorkers {
  readonly events: EventEmitter<{
    /** Fired before the worker's first script. */
    started: [EngineContextWorker];
    gone: [EngineContextWorker];
  }>;
  /** Those that run. */
  all(): EngineContextWorker[];
}

export interface EngineServiceWorkers {
  readonly events: EventEmitter<{
    /** Fired before the worker's first script, and again each time the browser starts it after a stop. */
    started: [EngineServiceWorker];
    gone: [EngineServiceWorker];
  }>;
  /** Those that run or have run since the browser was reached. */
  running(): EngineServiceWorker[];
  /** Every registered worker of the context, running or stopped. */
  list(): Promise<EngineServiceWorker[]>;
}

export interface Viewport {
  width: number;
  height: number;
  deviceScaleFactor?: number;
  isMobile?: boolean;
  hasTouch?: boolean;
}

/** Each knob is set on its own; `null` takes the override away. */
export interface Emulation {
  viewport(viewport: Viewport | null): Promise<void>;
  userAgent?(userAgent: string | null): Promise<void>;
  locale?(locale: string | null): Promise<void>;
  timezone?(timezoneId: string | null): Promise<void>;
  geolocation?(position: { latitude: number; longitude: number; accuracy?: number } | null): Promise<void>;
  media?(features: { colorScheme?: string | null; reducedMotion?: string | null }): Promise<void>;
  network?(conditions: NetworkConditions | null): Promise<void>;
  cpu?(rate: number): Promise<void>;
  touch?(enabled: boolean): Promise<void>;
}

export interface NetworkConditions {
  offline: boolean;
  latencyMs: number;
  /** Bytes per second; 0 for no limit. */
  downloadBps: number;
  uploadBps: number;
  packetLoss?: number;
}

export interface EnginePage {
  /** Stable while the page lives, across navigations and across daemons (CDP target id). */
  readonly id: string;
  readonly context: EngineContext;
  readonly engine: EngineName;
  /** Where ids do not outlive a connection: what does, for `EngineContext.recognise`. */
  readonly adoptionKey?: string;
  readonly url: string;
  readonly title: string;
  /** Brings `title` up to date: engines tell of navigations, not of a title that a script changes. */
  refreshTitle(): Promise<void>;
  readonly closed: boolean;
  readonly crashed: boolean;
  readonly opener: EnginePage | undefined;
  readonly mainFrame: EngineFrame;
  readonly input: EngineInput;
  readonly emulation: Emulation;
  readonly events: EventEmitter<EnginePageEvents>;
  readonly dialog: DialogOpened | undefined;
  /** Every attached frame, main first, in document order of attachment. */
  frames(): EngineFrame[];
  workers(): EngineWorker[];
  /** Starts a navigation and resolves when it is committed or has failed; loading goes on. */
  navigate(url: string, options?: { referrer?: string }): Promise<NavigateOutcome>;
  reload(): Promise<NavigateOutcome>;
  /** Goes back (-1) or forward (1) in history; false when there is nowhere to go. */
  traverse(delta: -1 | 1): Promise<boolean>;
  stopLoading(): Promise<void>;
  screenshot(options: ScreenshotOptions): Promise<Buffer>;
  pdf(options: PdfOptions): Promise<Buffer>;
  bringToFront(): Promise<void>;
  /** Runs in every new document before its own scripts. Returns the way to take it back. */
  addInitScript(source: string, world: World): Promise<() => Promise<void>>;
  /** A function on the page's `window` (or in the agent's world) that calls back with one JSON value. */
  addBinding(name: string, world: World, called: (frame: EngineFrame, payload: unknown) => void): Promise<void>;
  responseBody(requestId: string): Promise<{ body: string; base64Encoded: boolean }>;
  requestPostData?(requestId: string): Promise<string | undefined>;
  /**
   * Holds back requests for the handler to decide on; undefined lets everything go. `patterns` (`*` any text) say which:
   * whatever matches none is never delayed. Without them every request is held.
   */
  intercept(handler: ((request: PausedRequest) => void) | undefined, patterns?: readonly string[]): Promise<void>;
  /** The page's WebSockets beyond watching them. */
  readonly sockets?: EngineSockets;
  /** Chromium only: scripts that name a source map, by their URL. */
  sourceMapUrls?(): Promise<Map<string, string>>;
  /** Chromium only: fetches as DevTools does, with the page's cookies and without a trace in the page. */
  loadResource?(url: string): Promise<string>;
  close(options?: { beforeUnload?: boolean }): Promise<void>;
  /**
   * Firefox only, where scripts can be run while dialogs follow one another and an answer does not prove much: whether the
   * page's own scripts do not get their turn within that time.
   */
  isStuck?(patienceMs: number): Promise<boolean>;
  /** The page does not answer: end its script or, if that fails, its process. */
  unwedge(): Promise<void>;
  /** Chromium only: the raw protocol, for tools that declare it. */
  readonly cdp?: CdpAccess;
}

export interface CdpAccess {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  on(event: string, listener: (params: Record<string, unknown>) => void): () => void;
}
