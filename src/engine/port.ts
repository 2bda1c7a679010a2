/**
 * What a session needs of a browser engine, and no more. `engine/chromium` fulfils it over CDP, `engine/firefox` over
 * WebDriver BiDi. Members that only one engine can offer are optional; a tool that needs one says so in its `engines`.
 */
import type { EventEmitter } from "node:events";
import type { EngineName } from "../browser/kinds.ts";
import type { PageApi } from "../page/api.ts";
import type { DialogOpened, EnginePageEvents } from "./port/events.ts";
import type { EngineExtensions } from "./port/extensions.ts";
import type { EngineInput } from "./port/input.ts";
import type { EngineServiceWorkers, EngineSharedWorkers, EngineWorker } from "./port/workers.ts";

export type { EngineName } from "../browser/kinds.ts";
export type * from "./port/events.ts";
export type * from "./port/extensions.ts";
export type * from "./port/input.ts";
export type * from "./port/workers.ts";

export interface EngineBrowser {
  readonly engine: EngineName;
  /** Product and version as the browser names itself, e.g. "Chrome/156.0.8078.79". */
  readonly version: string;
  readonly connected: boolean;
  /** The profile's own context: what a person sees in the window. */
  readonly defaultContext: EngineContext;
  readonly events: EventEmitter<{ disconnected: [] }>;
  /** What was done to connect to it that its user should know. */
  readonly warnings?: readonly string[];
  /** Whether it answers at all in that time: its process may be stopped. */
  answers(patienceMs: number): Promise<boolean>;
  /** Every page of every context. */
  pages(): EnginePage[];
  /** A fresh isolated context. */
  createContext(options?: ContextOptions): Promise<EngineContext>;
  /** A context made earlier, perhaps by a daemon that died; undefined when the browser no longer has it. */
  findContext(id: string): Promise<EngineContext | undefined>;
  /** Chromium only: a talk with a hidden page that has the files of the browser's own DevTools. */
  devTools?(listener: Listener): Promise<Conversation>;
  /** Ends the browser process in good order. */
  close(): Promise<void>;
  /** Lets go of the browser and leaves it running. */
  disconnect(): Promise<void>;
}

export interface ContextOptions {
  /** Proxy for everything the context fetches, `http://host:port` or `socks5://host:port`. */
  proxy?: string;
  /** Firefox only: servers need not prove their names. */
  anyCertificate?: boolean;
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
  /** Opens a tab. `prepare` runs before the page's first script. */
  newPage(url?: string): Promise<EnginePage>;
  /** Opens a page for work of our own, which is not among `pages` and tells nobody. */
  hiddenPage(): Promise<HiddenPage>;
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
  /** Where downloads of this context go; `null` refuses them, and lets somebody else's browser do with them as it did. */
  setDownloads(dir: string | null): Promise<void>;
  grantPermissions(permissions: string[], origin?: string): Promise<void>;
  /** Grants one and leaves the others as they are: `grantPermissions` refuses what it does not grant. */
  allowPermission(permission: string, origin?: string): Promise<void>;
  resetPermissions(): Promise<void>;
  /** Chromium only: service workers belong to the context and not to one of its pages. */
  readonly serviceWorkers?: EngineServiceWorkers;
  /** Chromium only: workers that pages of one origin share. */
  readonly sharedWorkers?: EngineSharedWorkers;
  /** Of the default context only: extensions belong to a profile. */
  readonly extensions?: EngineExtensions;
  /** Closes the context's pages and forgets its state; for the default context, only pages. */
  close(): Promise<void>;
}

/** Where an origin's storage is reached while none of its pages is open. */
export interface HiddenPage {
  /** An empty document at that address: nothing is asked of its server, and no script of the site runs. */
  visit(url: string): Promise<EngineFrame>;
  /** What its documents ask for goes out from now on, in the name that the pages beside it go by. */
  letOut(as: { userAgent: string | null; locale: string | null }): Promise<void>;
  /** Chromium only: fetches with the cookies of the document's site, past what it may read by itself. */
  loadResource?(url: string, maxBytes: number): Promise<Buffer>;
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

export type World = "page" | "isolated";

/**
 * Code that runs in every document to come of a page, before the document's own: in frames too, whichever process they are
 * in. It is the body of a function. Firefox gives a frame's first document of its parent's origin the blank one's window: there
 * the script has run before, and is not run again.
 */
export interface DocumentScript {
  source: string;
  world: World;
  /** Lower ones run first, equal ones in the order in which they were added. Less than 0 is the engine's own. */
  order: number;
  /** Documents that are there run it too. */
  inOpenDocuments?: boolean;
  /** Gives the source a function `__DROVER_REPORT__`, unseen by the page, which calls back with one JSON value. */
  report?: (frame: EngineFrame, value: unknown) => void;
}

export interface InstalledScript {
  readonly done: Promise<void>;
  /** Documents to come do not run it. */
  takeBack(): void;
}

export interface ScriptOptions {
  /** Chromium ends a script that has not given way by then; what the page itself runs is left alone. Firefox cannot. */
  limitMs?: number;
}

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
  ask<K extends keyof PageApi>(name: K, arg: Parameters<PageApi[K]>[0]): Promise<Awaited<ReturnType<PageApi[K]>>>;
  /** Evaluates an expression in the page's own world and returns its value as JSON. Promises are awaited. */
  evaluate(expression: string, options?: ScriptOptions): Promise<unknown>;
  /** Runs a script in the page's own world for what it does: its value is not asked for, nor its promise awaited. */
  run(script: string, options?: ScriptOptions): Promise<void>;
  /** Chromium only: evaluates in the world of the content scripts that an extension has in this document. */
  evaluateBeside?(extensionAddress: string, expression: string): Promise<unknown>;
  /** The box around this frame's content in its parent's viewport, with the scale a transform gives it. */
  ownerBox(): Promise<OwnerBox>;
  /** Chromium only: lets page code read the closed shadow roots that the document has now; says how many there are. */
  enterClosedShadows?(): Promise<number>;
  /** Puts files from disk into a file input that the page code knows as `ref`. */
  setFiles(ref: string, paths: string[]): Promise<void>;
  /** Chromium only: the raw protocol of the process that the frame is in. */
  readonly cdp?: CdpAccess;
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

export interface NavigateOutcome {
  /** Set when the browser could not load it: "net::ERR_CONNECTION_REFUSED". */
  errorText?: string;
  /** True when the answer was a download and the page stayed. */
  download?: boolean;
  /** False for a hash or same-document navigation. */
  newDocument: boolean;
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
  resume(changes?: RequestChanges): Promise<void>;
  abort(reason?: string): Promise<void>;
}

/** What of a held request is sent otherwise. Headers are all that it has, not only those that differ. */
export interface RequestChanges {
  url?: string;
  method?: string;
  headers?: Record<string, string>;
  postData?: string;
}

/** A server wants to know who asks; what kind of proof it wants is the browser's business. */
export interface Challenge {
  url: string;
}

export interface Credentials {
  username: string;
  password: string;
}

/** Undefined leaves the challenge to the browser. */
export type AnswerChallenge = (challenge: Challenge) => Credentials | undefined;

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
  media?(features: MediaFeatures): Promise<void>;
  network?(conditions: NetworkConditions | null): Promise<void>;
  cpu?(rate: number): Promise<void>;
  touch?(enabled: boolean): Promise<void>;
}

export interface MediaFeatures {
  colorScheme?: string | null;
  reducedMotion?: string | null;
  media?: EmulatedMedia | null;
}

export interface EmulatedMedia {
  type?: string;
  contrast?: string;
  forcedColors?: string;
  reducedTransparency?: string;
  reducedData?: string;
  colorGamut?: string;
  /** How whoever looks sees: a filter over what is drawn. */
  vision?: "achromatopsia" | "blurredVision" | "deuteranopia" | "protanopia" | "reducedContrast" | "tritanopia";
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
  /** Sends at once: a page that cannot wait has it in time. */
  addScript(script: DocumentScript): InstalledScript;
  responseBody(requestId: string): Promise<{ body: string; base64Encoded: boolean }>;
  requestPostData?(requestId: string): Promise<string | undefined>;
  /**
   * Holds back requests for the handler to decide on; undefined lets everything go. `patterns` (`*` any text) say which:
   * whatever matches none is never delayed. Without them every request is held. Challenges are answered for requests that are held.
   */
  intercept(handler: ((request: PausedRequest) => void) | undefined, patterns?: readonly string[], challenged?: AnswerChallenge): Promise<void>;
  /** Chromium only: the browser's choosers of files stay closed and are told as `filechooser` instead. */
  holdChoosers?(held: boolean): Promise<void>;
  /** Chromium only, where each page decides; Firefox decides for a context (`ContextOptions`). */
  acceptAnyCertificate?(): Promise<void>;
  /** The page's WebSockets beyond watching them. */
  readonly sockets?: EngineSockets;
  /** Chromium only: scripts that name a source map, by their URL. */
  sourceMapUrls?(): Promise<Map<string, string>>;
  /** Chromium only: fetches as DevTools does, with the page's cookies and without a trace in the page. */
  loadResource?(url: string, maxBytes: number): Promise<Buffer>;
  close(options?: { beforeUnload?: boolean }): Promise<void>;
  /** Resolves when the page lets its own scripts have their turn. */
  untilFree(): Promise<unknown>;
  /** The page does not answer: end its script or, if that fails, its process. */
  unwedge(): Promise<Unwedged>;
  /** The same for a page that is about to be left: nothing of it is kept. */
  abandon(): Promise<Abandoned>;
  /** Chromium only: the raw protocol, for tools that declare it. */
  readonly cdp?: CdpAccess;
  /** Chromium only: a talk of its own with the page, beside ours, as the browser's DevTools lead one. */
  converse?(listener: Listener): Promise<Conversation>;
  /** Whether such a talk holds the page at a line of its script: it answers nothing until it is let go. */
  readonly stoppedAtBreakpoint?: boolean;
}

/** A message of the browser's protocol as it is on the wire. */
export interface RawMessage {
  id?: number | undefined;
  method?: string | undefined;
  params?: Record<string, unknown> | undefined;
  sessionId?: string | undefined;
  result?: Record<string, unknown> | undefined;
  error?: unknown;
}

export interface Listener {
  hear(message: RawMessage): void;
  /** The page or its browser is gone. */
  ended(): void;
}

export interface Conversation {
  say(message: RawMessage): void;
  end(): Promise<void>;
}

/** What freed a page that did not answer. A browser that is silent as a whole is left alone. */
export type Unwedged = "script-ended" | "loaded-again" | "given-up" | "browser-silent";

/** What became of a page that is to be left: its document is still there, or it is not, or nothing gets it away. */
export type Abandoned = "script-ended" | "left" | "stuck" | "browser-silent";

export interface CdpAccess {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  on(event: string, listener: (params: Record<string, unknown>) => void): () => void;
}
