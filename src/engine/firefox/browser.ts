import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { BrowsingContext, Script, Session } from "webdriver-bidi-protocol";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { ContextOptions, EngineBrowser } from "../port.ts";
import { BidiConnection, type EventName, type EventParams, type FirefoxAddress } from "./connection.ts";
import { DEFAULT_USER_CONTEXT, FirefoxContext } from "./context.ts";
import { REPORT_CHANNEL, reportFunction } from "./documentReport.ts";
import type { FirefoxFrame } from "./frame.ts";
import { InputTurn } from "./inputTurn.ts";
import { FirefoxPage } from "./page.ts";
import { addPreload } from "./preloads.ts";

/** Larger bodies are not kept for `responseBody`; Firefox bounds the sum by itself. */
const MAX_BODY_BYTES = 10_000_000;

const MAX_EARLY_TABS = 8;
const MAX_EARLY_EVENTS = 1000;

const subscriptions = ["browsingContext", "input", "log", "network", "script"] as const;

interface FirefoxOptions {
  /** Somebody else's browser, in which nothing is changed that nobody asked for. */
  foreign?: boolean;
  secret?: string;
}

/** A Firefox, reached over its one WebDriver session. Events of all tabs arrive here and are handed to their frames. */
export class FirefoxBrowser implements EngineBrowser {
  readonly engine = "firefox";
  readonly connection: BidiConnection;
  readonly events = new EventEmitter<{ disconnected: [] }>();
  readonly defaultContext: FirefoxContext;
  readonly turn = new InputTurn();
  readonly foreign: boolean;
  /** What no page can guess and the next daemon knows too, if the browser is ours. */
  readonly secret: string;
  readonly #contexts = new Map<string, FirefoxContext>();
  readonly #frames = new Map<string, FirefoxFrame>();
  readonly #framesOfRealms = new Map<string, FirefoxFrame>();
  /** Tabs that nobody sees: they are there because Firefox does not close its last one. */
  readonly #spareTabs = new Set<string>();
  readonly #adopting = new Map<string, Promise<FirefoxPage>>();
  /** Popups that are being set up, by the page that opened them. */
  readonly #arriving = new WeakMap<FirefoxPage, Set<Promise<unknown>>>();
  /** Tabs that appeared while some of our own were being opened: whose they are is known when those are done. */
  readonly #unclaimed = new Map<string, BrowsingContext.Info>();
  /** What was told of tabs before they were. */
  readonly #early = new Map<string, ((frame: FirefoxFrame) => void)[]>();
  #opening = 0;

  private constructor(connection: BidiConnection, { foreign = false, secret = randomUUID() }: FirefoxOptions) {
    this.connection = connection;
    this.foreign = foreign;
    this.secret = secret;
    this.defaultContext = new FirefoxContext(this, undefined);
    connection.closed.on("closed", () => {
      for (const page of this.pages()) page.context.removed(page);
      this.#frames.clear();
      this.events.emit("disconnected");
    });
  }

  static async connect(address: FirefoxAddress, options: FirefoxOptions = {}): Promise<FirefoxBrowser> {
    const browser = new FirefoxBrowser(await BidiConnection.open(address), options);
    await browser.#start();
    return browser;
  }

  get version(): string {
    return this.connection.product;
  }

  get connected(): boolean {
    return this.connection.open;
  }

  /** One that has much to tell before it answers is not silent. */
  async answers(patienceMs: number): Promise<boolean> {
    const { heard } = this.connection;
    return (await settledWithin(patienceMs, this.connection.send("session.status", {}))) || this.connection.heard > heard;
  }

  pages(): FirefoxPage[] {
    return [...new Set([...this.#frames.values()].map(({ page }) => page))].filter((page) => page.hasTab);
  }

  async createContext(options: ContextOptions = {}): Promise<FirefoxContext> {
    const proxy = options.proxy && proxyOf(new URL(options.proxy));
    const { userContext } = await this.connection.send("browser.createUserContext", {
      ...(proxy && { proxy }),
      ...(options.anyCertificate && { acceptInsecureCerts: true }),
    });
    return this.#contextOf(userContext);
  }

  async findContext(id: string): Promise<FirefoxContext | undefined> {
    const { userContexts } = await this.connection.send("browser.getUserContexts", {});
    return userContexts.some(({ userContext }) => userContext === id) ? this.#contextOf(id) : undefined;
  }

  async removeContext(id: string): Promise<void> {
    const context = this.#contexts.get(id);
    if (this.#spareTabs.size === 0 && this.pages().every((page) => page.context === context)) await this.#openSpareTab();
    await this.connection.send("browser.removeUserContext", { userContext: id });
    this.#contexts.delete(id);
    // Its tabs are gone; what was still known of them is not waited for.
    for (const page of context?.pages() ?? []) this.#contextDestroyed(page.mainFrame.contextId);
  }

  /**
   * Takes in tabs that input on a page has just opened. By the time that the click is answered, the tab is there; Firefox
   * tells of it when it is ready, which is long after the click (ESR 153) or during it (159). Either way it is set up first.
   */
  async takeInNewTabs(opener: FirefoxPage): Promise<void> {
    const { contexts } = await this.connection.send("browsingContext.getTree", { maxDepth: 0 });
    const isNew = ({ context }: BrowsingContext.Info): boolean => !this.#frames.has(context) && !this.#spareTabs.has(context);
    const unknown = this.#opening > 0 ? [] : contexts.filter(isNew);
    const adopted = unknown.map((info) => this.#adopt(info));
    const arriving = this.#arriving.get(opener) ?? [];
    // One that never becomes ready holds up one click and not all that follow.
    this.#arriving.delete(opener);
    await Promise.all([...adopted, ...arriving]);
  }

  async openPage(context: FirefoxContext): Promise<FirefoxPage> {
    const page = await this.#adopt(await this.#openTab(context));
    this.turn.raised(page);
    return page;
  }

  /**
   * A tab that its context never hears of. It is none of those that need a window of their own, and a window in the
   * background costs its neighbours the focus and waits for theirs to come back, for ever when it was closed meanwhile.
   */
  async openHiddenPage(context: FirefoxContext): Promise<FirefoxPage> {
    const { context: contextId, url } = await this.#create({ type: "tab", background: true, userContext: context.userContext });
    const page = new FirefoxPage(context, { contextId, url });
    this.#frames.set(contextId, page.mainFrame);
    return page;
  }

  /** Another tab for a page that lost its own. */
  async openTabFor(page: FirefoxPage): Promise<string> {
    const info = await this.#openTab(page.context);
    this.#frames.set(info.context, page.mainFrame);
    this.turn.raised(page);
    return info.context;
  }

  /** Firefox ignores a request to close its last tab. */
  async keepOneTabBesides(page: FirefoxPage): Promise<void> {
    if (this.#spareTabs.size === 0 && this.pages().every((other) => other === page)) await this.#openSpareTab();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.events.once("disconnected", resolve));
    await this.connection.quit();
    await closed;
  }

  async disconnect(): Promise<void> {
    if (!this.connection.open) return;
    // Our session stays in the browser until the next driver comes, and must hold up nothing meanwhile.
    await Promise.all(this.pages().map((page) => page.intercept(undefined)));
    const closed = new Promise<void>((resolve) => this.events.once("disconnected", resolve));
    await this.connection.end();
    await closed;
  }

  async #start(): Promise<void> {
    this.#listen();
    const { connection } = this;
    const [, , , { contexts }] = await Promise.all([
      connection.send("session.subscribe", { events: [...subscriptions] }),
      addPreload(connection, { declaration: reportFunction, world: "isolated", channel: REPORT_CHANNEL }),
      connection.send("network.addDataCollector", { dataTypes: ["request", "response"], maxEncodedDataSize: MAX_BODY_BYTES }),
      connection.send("browsingContext.getTree", {}),
    ]);
    const pages = await Promise.all(contexts.map((info) => this.#adopt(info)));
    await Promise.all(pages.map((page) => page.introduce()));
  }

  #contextOf(userContext: string): FirefoxContext {
    if (userContext === DEFAULT_USER_CONTEXT) return this.defaultContext;
    const context = this.#contexts.get(userContext) ?? new FirefoxContext(this, userContext);
    this.#contexts.set(userContext, context);
    return context;
  }

  /**
   * Without a window to look at, each page gets one of its own: Firefox runs the timers and animations of tabs in the
   * background once a second. With one, pages are tabs in it, as people expect.
   */
  async #openTab(context: FirefoxContext): Promise<BrowsingContext.Info> {
    const reference = this.connection.headless ? undefined : context.pages().find((page) => page.hasTab);
    return this.#create({
      type: this.connection.headless ? "window" : "tab",
      userContext: context.userContext,
      ...(reference && { referenceContext: reference.mainFrame.contextId }),
    });
  }

  async #openSpareTab(): Promise<void> {
    const { context } = await this.#create({ type: "tab", background: true });
    this.#spareTabs.add(context);
  }

  async #create(params: BrowsingContext.CreateParameters): Promise<BrowsingContext.Info> {
    this.#opening++;
    let created = "";
    try {
      ({ context: created } = await this.connection.send("browsingContext.create", params));
      return this.#unclaimed.get(created) ?? (await this.#infoOf(created));
    } finally {
      // Whether Firefox told of it before or after its answer.
      this.#unclaimed.delete(created);
      this.#opening--;
      if (this.#opening === 0) {
        const others = [...this.#unclaimed.values()];
        this.#unclaimed.clear();
        for (const info of others) void this.#adopt(info);
      }
    }
  }

  async #infoOf(context: string): Promise<BrowsingContext.Info> {
    const { contexts } = await this.connection.send("browsingContext.getTree", { root: context, maxDepth: 0 });
    return contexts[0]!;
  }

  #adopt(info: BrowsingContext.Info): Promise<FirefoxPage> {
    const known = this.#adopting.get(info.context);
    if (known) return known;
    const context = this.#contextOf(info.userContext);
    const opener = info.originalOpener ? this.#frames.get(info.originalOpener)?.page : undefined;
    const page = new FirefoxPage(context, { contextId: info.context, url: info.url, ...(opener && { opener }) });
    this.#frames.set(info.context, page.mainFrame);
    for (const child of info.children ?? []) this.#attachFrame(child, page.mainFrame);
    // A popup opens in front of its opener.
    if (opener) this.turn.raised(page);
    const adopted = context.adopt(page).then(() => page);
    this.#adopting.set(info.context, adopted);
    if (opener) this.#arrives(opener, adopted);
    for (const tell of this.#early.get(info.context) ?? []) tell(page.mainFrame);
    this.#early.delete(info.context);
    return adopted;
  }

  #arrives(opener: FirefoxPage, adopted: Promise<unknown>): void {
    const arriving = this.#arriving.get(opener) ?? new Set();
    this.#arriving.set(opener, arriving.add(adopted));
    const arrived = () => void arriving.delete(adopted);
    adopted.then(arrived, arrived);
  }

  #attachFrame(info: BrowsingContext.Info, parent: FirefoxFrame): void {
    if (this.#frames.has(info.context)) return;
    const frame = parent.page.frameAttached({ contextId: info.context, url: info.url, parent });
    this.#frames.set(info.context, frame);
    for (const child of info.children ?? []) this.#attachFrame(child, frame);
  }

  #contextCreated(info: BrowsingContext.Info): void {
    if (this.#frames.has(info.context) || this.#spareTabs.has(info.context)) return;
    const parent = info.parent ? this.#frames.get(info.parent) : undefined;
    if (parent) this.#attachFrame(info, parent);
    else if (info.parent) return;
    else if (this.#opening > 0 && !info.originalOpener) this.#unclaimed.set(info.context, info);
    else void this.#adopt(info);
  }

  #contextDestroyed(contextId: string): void {
    this.#spareTabs.delete(contextId);
    this.#unclaimed.delete(contextId);
    this.#adopting.delete(contextId);
    this.#early.delete(contextId);
    const frame = this.#frames.get(contextId);
    if (!frame) return;
    this.#detach(frame);
    const { page } = frame;
    if (frame.parent || !page.hasTab) return;
    this.turn.forget(page);
    page.context.removed(page);
  }

  #detach(frame: FirefoxFrame): void {
    for (const child of frame.children()) this.#detach(child);
    this.#frames.delete(frame.contextId);
    if (frame.parent) frame.page.frameDetached(frame);
  }

  #realmCreated(realm: Script.RealmInfo): void {
    if (realm.type === "window") {
      const frame = this.#frames.get(realm.context);
      if (!frame || realm.sandbox !== undefined) return;
      frame.documentId = realm.realm;
      this.#framesOfRealms.set(realm.realm, frame);
    } else if (realm.type === "dedicated-worker") {
      const owner = this.#framesOfRealms.get(realm.owners[0] ?? "");
      if (!owner) return;
      this.#framesOfRealms.set(realm.realm, owner);
      // Firefox gives a worker's address in the place of its origin.
      owner.page.workerStarted(realm.realm, realm.origin);
    }
  }

  #realmDestroyed(realm: string): void {
    this.#framesOfRealms.get(realm)?.page.workerEnded(realm);
    this.#framesOfRealms.delete(realm);
  }

  #listen(): void {
    const { connection } = this;
    connection.on("browsingContext.contextCreated", (info) => this.#contextCreated(info));
    connection.on("browsingContext.contextDestroyed", (info) => this.#contextDestroyed(info.context));
    connection.on("script.realmCreated", (realm) => this.#realmCreated(realm));
    connection.on("script.realmDestroyed", ({ realm }) => this.#realmDestroyed(realm));
    this.#on("script.message", ({ source }) => source.context, (frame, event) => frame.page.message(frame, event));
    this.#on("log.entryAdded", ({ source }) => source.context, (frame, entry) => frame.page.logged(frame, entry));
    const own = ({ context }: { context?: string | null }) => context;
    this.#on("browsingContext.navigationStarted", own, (frame, event) => frame.page.navigationStarted(frame, event));
    this.#on("browsingContext.navigationCommitted", own, (frame, event) => frame.page.committed(frame, event));
    this.#on("browsingContext.fragmentNavigated", own, (frame, { url }) => frame.page.movedTo(frame, url, "hash"));
    this.#on("browsingContext.historyUpdated", own, (frame, { url }) => frame.page.movedTo(frame, url, "spa"));
    this.#on("browsingContext.domContentLoaded", own, (frame) => frame.page.parsed(frame));
    this.#on("browsingContext.load", own, (frame) => frame.page.events.emit("load", { frame }));
    this.#on("browsingContext.userPromptOpened", own, ({ page }, event) => page.promptOpened(event));
    this.#on("browsingContext.userPromptClosed", own, ({ page }) => page.promptClosed());
    this.#on("input.fileDialogOpened", own, (frame, { element }) => {
      if (element) frame.page.events.emit("filechooser", { frame, input: () => frame.handIn(element) });
    });
    this.#on("browsingContext.downloadWillBegin", own, ({ page }, event) => page.downloads.started(event));
    this.#on("browsingContext.downloadEnd", own, ({ page }, event) => void page.downloads.ended(event));
    this.#on("network.beforeRequestSent", own, (frame, event) => frame.page.requestSent(frame, event));
    this.#on("network.authRequired", own, ({ page }, event) => page.authRequired(event));
    this.#on("network.responseStarted", own, ({ page }, event) => page.network.responseStarted(event));
    this.#on("network.responseCompleted", own, ({ page }, event) => page.network.responseCompleted(event));
    this.#on("network.fetchError", own, ({ page }, event) => page.network.failed(event));
  }

  /**
   * Hands an event to the frame that it is about. Firefox tells of a popup when it is ready, which may be after its
   * document has begun to ask and to print: that is kept until then.
   */
  #on<N extends EventName>(
    event: N,
    contextOf: (params: EventParams<N>) => string | null | undefined,
    handle: (frame: FirefoxFrame, params: EventParams<N>) => void,
  ): void {
    this.connection.on(event, (params) => {
      const contextId = contextOf(params) ?? "";
      const frame = this.#frames.get(contextId);
      if (frame) handle(frame, params);
      else if (contextId) this.#keep(contextId, (later) => handle(later, params));
    });
  }

  /** Events of a tab that never comes, such as one that is just gone, are forgotten with those of other tabs. */
  #keep(contextId: string, tell: (frame: FirefoxFrame) => void): void {
    const kept = this.#early.get(contextId) ?? [];
    if (kept.length < MAX_EARLY_EVENTS) kept.push(tell);
    this.#early.set(contextId, kept);
    const [oldest] = this.#early.keys();
    if (this.#early.size > MAX_EARLY_TABS && oldest !== undefined) this.#early.delete(oldest);
  }
}

const proxyOf = ({ protocol, host }: URL): Session.ManualProxyConfiguration =>
  protocol === "socks5:" ? { proxyType: "manual", socksProxy: host, socksVersion: 5 } : { proxyType: "manual", httpProxy: host, sslProxy: host };
