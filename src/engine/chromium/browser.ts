import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Protocol } from "devtools-protocol";
import { mayFail, noteFailure } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SocketLink } from "../../remote/link.ts";
import type { ContextOptions, Conversation, EngineBrowser, Listener } from "../port.ts";
import { CdpConnection, CdpError, type CdpSession } from "./connection.ts";
import { ChromiumContext } from "./context.ts";
import { ChromiumConversation } from "./conversation.ts";
import { Downloads } from "./downloads.ts";
import { ChromiumPage } from "./page.ts";

/** How long the pages that a browser has may take to be known. */
const ADOPT_MS = 3000;

/** How long what an extension shows may take to be parsed. */
const POPUP_MS = 2000;

/** A browser that asks its person first answers when they have said yes. */
const CONSENT_MS = 60_000;

/** What an Electron app shows in a `<webview>`. Chrome's own guests, such as its PDF viewer, are no pages. */
const isEmbeddedPage = ({ type, url }: Protocol.Target.TargetInfo): boolean => type === "webview" && !url.startsWith("chrome-extension:");

/** A browser reached over its one browser-level connection; targets attach themselves as they come. */
export class ChromiumBrowser implements EngineBrowser {
  readonly engine = "chromium";
  readonly connection: CdpConnection;
  readonly events = new EventEmitter<{ disconnected: [] }>();
  readonly defaultContext: ChromiumContext;
  readonly downloads: Downloads;
  /** Where the browser listens; no page knows it. */
  readonly endpoint: string;
  readonly foreign: boolean;
  /** Nobody can put one of its tabs before another by hand. */
  headless = false;
  version = "";
  readonly warnings: string[] = [];
  readonly #contexts = new Map<string, ChromiumContext>();
  readonly #pages = new Map<string, ChromiumPage>();
  /** How to tell the context of a service or shared worker that its session has ended. */
  readonly #workers = new Map<string, () => void>();
  /** Targets that are nobody's page, attached to by our own wish. */
  readonly #hidden = new Set<string>();
  /** Targets that somebody else is about to talk with: their new session is not ours to take in. */
  readonly #conversing = new Set<string>();
  /** What an extension is about to show over a page. */
  #awaitedPopup: { over: ChromiumPage; arrived: (popup: ChromiumPage) => void } | undefined;
  /** Pages being set up: connect waits for those that exist already. */
  readonly #adopting = new Map<string, Promise<void>>();

  private constructor(connection: CdpConnection, endpoint: string, foreign: boolean) {
    this.connection = connection;
    this.endpoint = endpoint;
    this.foreign = foreign;
    this.defaultContext = new ChromiumContext(this, undefined);
    this.downloads = new Downloads(this.session, (frameId) =>
      [...this.#pages.values()].find((page) => page.frames().some((frame) => frame.id === frameId)),
    );
    connection.closed.on("closed", () => {
      for (const page of this.#pages.values()) page.context.removed(page);
      this.#pages.clear();
      this.events.emit("disconnected");
    });
  }

  /** `foreign`: somebody else's browser, in which nothing is changed that nobody asked for. */
  static async connect(endpoint: string | SocketLink, options: { foreign?: boolean } = {}): Promise<ChromiumBrowser> {
    const url = typeof endpoint === "string" ? endpoint : endpoint.url;
    const browser = new ChromiumBrowser(await CdpConnection.open(endpoint, options.foreign ? CONSENT_MS : undefined), url, options.foreign ?? false);
    await browser.#start();
    return browser;
  }

  get session(): CdpSession {
    return this.connection.browser;
  }

  get connected(): boolean {
    return this.connection.open;
  }

  answers(patienceMs: number): Promise<boolean> {
    return settledWithin(patienceMs, this.session.send("Browser.getVersion"));
  }

  pages(): ChromiumPage[] {
    return [...this.#pages.values()];
  }

  async createContext(options: ContextOptions = {}): Promise<ChromiumContext> {
    const asked = this.session.send("Target.createBrowserContext", {
      disposeOnDetach: false,
      ...(options.proxy && { proxyServer: options.proxy, proxyBypassList: "<-loopback>" }),
    });
    const { browserContextId } = await this.made("incognito context", asked, 'Open the session with `mode: "attached"`: it then has the pages that are there.');
    return this.#contextOf(browserContextId);
  }

  async findContext(id: string): Promise<ChromiumContext | undefined> {
    const { browserContextIds } = await this.session.send("Target.getBrowserContexts");
    return browserContextIds.includes(id) ? this.#contextOf(id) : undefined;
  }

  /** Not everything that speaks the protocol makes what a browser makes: an Electron app, or tabs that a person shared. */
  async made<Answer>(what: string, asked: Promise<Answer>, hint = "Use a page that is there: `target` lists them. Of shared tabs, the person shares another."): Promise<Answer> {
    try {
      return await asked;
    } catch (thrown) {
      if (!this.foreign || !(thrown instanceof CdpError) || thrown.kind === "gone") throw thrown;
      throw new DroverError("refused", `this browser opens no ${what} for Drover`, { cause: thrown, hint });
    }
  }

  forgetContext(id: string): void {
    this.#contexts.delete(id);
  }

  async attachHidden(targetId: string): Promise<CdpSession> {
    this.#hidden.add(targetId);
    const { sessionId } = await this.session.send("Target.attachToTarget", { targetId, flatten: true });
    return this.connection.session(sessionId, "other");
  }

  async converse(targetId: string, listener: Listener): Promise<Conversation> {
    this.#conversing.add(targetId);
    try {
      const { sessionId } = await this.session.send("Target.attachToTarget", { targetId, flatten: true });
      return new ChromiumConversation(this.connection, sessionId, listener);
    } finally {
      this.#conversing.delete(targetId);
    }
  }

  async devTools(listener: Listener): Promise<Conversation> {
    const { targetId } = await this.made("DevTools", this.session.send("Target.createTarget", { url: "devtools://devtools/bundled/inspector.html", hidden: true }));
    this.#hidden.add(targetId);
    const conversation = await this.converse(targetId, listener);
    return {
      say: (message) => conversation.say(message),
      end: async () => {
        await conversation.end();
        await mayFail(this.session.send("Target.closeTarget", { targetId }), "a hidden page may be gone already");
      },
    };
  }

  /** The page that comes up over another one, as an extension's popup does, while something is done to have it there. */
  async popupOver(over: ChromiumPage, act: () => Promise<unknown>, patienceMs: number): Promise<ChromiumPage | undefined> {
    let popup: ChromiumPage | undefined;
    const parsed = new Promise<void>((resolve) => {
      const arrived = (page: ChromiumPage) => {
        popup = page;
        page.events.once("closed", resolve).on("domcontentloaded", () => {
          if (page.url !== "" && page.url !== "about:blank") resolve();
        });
      };
      this.#awaitedPopup = { over, arrived };
    });
    try {
      await act();
      await settledWithin(popup ? POPUP_MS : patienceMs, parsed);
      if (popup) await this.#adopting.get(popup.id);
      return popup?.closed ? undefined : popup;
    } finally {
      this.#awaitedPopup = undefined;
    }
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.events.once("disconnected", resolve));
    await mayFail(this.session.send("Browser.close"), "a browser that closes may be gone before it answers");
    await closed;
  }

  async disconnect(): Promise<void> {
    if (!this.connection.open) return;
    const closed = new Promise<void>((resolve) => this.events.once("disconnected", resolve));
    this.connection.close();
    await closed;
  }

  async #start(): Promise<void> {
    this.session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      if (!this.#conversing.has(targetInfo.targetId)) this.#attached(this.connection.session(sessionId, targetInfo.type), targetInfo);
    });
    this.session.on("Target.detachedFromTarget", ({ sessionId }) => this.#detached(sessionId));
    this.session.on("Target.targetDestroyed", ({ targetId }) => this.#hidden.delete(targetId));
    this.session.on("Target.targetInfoChanged", ({ targetInfo }) =>
      this.#pages.get(targetInfo.targetId)?.targetChanged(targetInfo),
    );
    // Contexts of an earlier daemon must be known before their pages attach.
    const [version, contexts] = await Promise.all([
      this.session.send("Browser.getVersion"),
      this.session.send("Target.getBrowserContexts"),
    ]);
    this.headless = version.userAgent.includes("Headless");
    this.version = version.product.replace("HeadlessChrome", "Chrome");
    for (const id of contexts.browserContextIds) this.#contextOf(id);
    await Promise.all([
      this.session.send("Target.setDiscoverTargets", { discover: true }),
      this.session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ]);
    await this.#adopted();
  }

  /** Chromium says nothing of a tab that waits for its server. Ours leave the waiting; somebody else's come when they can. */
  async #adopted(): Promise<void> {
    const patient = () => Promise.race([Promise.allSettled(this.#adopting.values()), pause(ADOPT_MS, undefined, { ref: false })]);
    await patient();
    if (this.foreign || this.#adopting.size === 0) return;
    for (const id of this.#adopting.keys()) this.#pages.get(id)?.session.post("Page.stopLoading");
    this.warnings.push("A page was waiting for its server when it was found again: its loading was stopped.");
    await patient();
  }

  #contextOf(id: string | undefined): ChromiumContext {
    // The default context has an id too, but is not among those that createBrowserContext made.
    if (!id) return this.defaultContext;
    const context = this.#contexts.get(id) ?? new ChromiumContext(this, id);
    this.#contexts.set(id, context);
    return context;
  }

  #attached(session: CdpSession, target: Protocol.Target.TargetInfo): void {
    const context = this.#contexts.get(target.browserContextId ?? "") ?? this.defaultContext;
    // Chromium calls an extension's popup a page only once it has loaded.
    const popup = target.type === "other" && target.url === "" ? this.#awaitedPopup : undefined;
    if (target.type === "page" || popup || (this.foreign && isEmbeddedPage(target))) {
      const page = new ChromiumPage(context, session, target);
      page.opener = popup?.over ?? (target.openerId ? this.#pages.get(target.openerId) : undefined);
      this.#pages.set(target.targetId, page);
      const adopting = context.adopt(page).catch((thrown: unknown) => {
        noteFailure(thrown, "a page may go away while it is taken in");
        this.#pages.delete(target.targetId);
      });
      this.#adopting.set(target.targetId, adopting.then(() => undefined));
      void adopting.then(() => this.#adopting.delete(target.targetId));
      popup?.arrived(page);
      return;
    }
    const workers = target.type === "service_worker" ? context.serviceWorkers : target.type === "shared_worker" ? context.sharedWorkers : undefined;
    if (workers) {
      this.#workers.set(session.id!, () => workers.detached(target.targetId));
      workers.attached(session, target);
      return;
    }
    session.post("Runtime.runIfWaitingForDebugger");
    if (!this.#hidden.has(target.targetId)) this.session.post("Target.detachFromTarget", { sessionId: session.id! });
  }

  #detached(sessionId: string): void {
    this.#workers.get(sessionId)?.();
    this.#workers.delete(sessionId);
    for (const [id, page] of this.#pages) {
      if (!page.ownsSession(sessionId)) continue;
      this.#pages.delete(id);
      page.context.removed(page);
    }
    this.connection.dropSession(sessionId);
  }
}
