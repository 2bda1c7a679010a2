import { EventEmitter } from "node:events";
import type { BrowsingContext, Log, Network, Script } from "webdriver-bidi-protocol";
import socketFrames from "drover:page/world/socketFrames";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { SocketReport } from "../../page/world/tapApi.ts";
import { DroverError } from "../../protocol/errors.ts";
import { PageDialogs } from "../pageDialogs.ts";
import { PageSockets } from "../pageSockets.ts";
import type { Abandoned, AnswerChallenge, DialogOpened, DocumentScript, EnginePage, EnginePageEvents, InstalledScript, NavigateOutcome, NavigationKind, PausedRequest, PdfOptions, ScreenshotOptions, Unwedged } from "../port.ts";
import { pictureOverNavigations } from "../pictureOverNavigations.ts";
import { tapKey } from "../tap.ts";
import { untilCommitted } from "../untilCommitted.ts";
import { type BidiConnection, BidiError, type Commands, type Params, type Result } from "./connection.ts";
import type { FirefoxContext } from "./context.ts";
import { bytesText } from "./cookies.ts";
import { type DocumentReport, REPORT_CHANNEL, readReport, reportFunction } from "./documentReport.ts";
import { Downloads } from "./downloads.ts";
import { FirefoxEmulation } from "./emulation.ts";
import { FirefoxFrame } from "./frame.ts";
import { FirefoxInput } from "./input.ts";
import { succeeds, within } from "./inputTurn.ts";
import { Intercept } from "./intercept.ts";
import { readLogEntry } from "./logEntries.ts";
import { NetworkEvents, netError } from "./networkEvents.ts";
import { channelArgument, Preloads } from "./preloads.ts";
import { SocketReports } from "./socketReports.ts";
import { takePicture } from "./takePicture.ts";
import { FirefoxWorker } from "./worker.ts";

/** How long a page that does not answer gets when nothing else can be done without it. */
const PATIENCE_MS = 1000;
const CM_PER_INCH = 2.54;
/** Before every other script. */
const REPORTS_ORDER = -2;

/** A tab. When it is wedged or crashed, the page goes on in another tab, so that nobody has to look for it. */
export class FirefoxPage implements EnginePage {
  readonly engine = "firefox";
  readonly context: FirefoxContext;
  readonly opener: FirefoxPage | undefined;
  readonly events = new EventEmitter<EnginePageEvents>();
  readonly mainFrame: FirefoxFrame;
  readonly input: FirefoxInput;
  readonly emulation: FirefoxEmulation;
  readonly sockets: PageSockets;
  readonly network: NetworkEvents;
  readonly downloads = new Downloads(this.events);
  /** `seen` counts those of the document that is there. */
  readonly #dialogs = new PageDialogs(this.events);
  readonly #connection: BidiConnection;
  readonly #frames = new Set<FirefoxFrame>();
  readonly #workers = new Map<string, FirefoxWorker>();
  readonly #intercept: Intercept;
  readonly #preloads: Preloads;
  readonly #socketReports: SocketReports;
  id: string;
  title = "";
  closed = false;
  crashed = false;
  #began = 0;
  #introduced = false;
  #lastCommit = "";
  /** Its tab was given up; the next thing that is asked of it opens another. */
  #lost = false;
  #replacing: Promise<void> | undefined;

  constructor(context: FirefoxContext, info: { contextId: string; url: string; opener?: FirefoxPage }) {
    const { connection, turn } = context.browser;
    this.context = context;
    this.#connection = connection;
    this.id = info.contextId;
    this.opener = info.opener;
    this.mainFrame = new FirefoxFrame(this, connection, { id: info.contextId, contextId: info.contextId, url: info.url });
    this.#frames.add(this.mainFrame);
    this.input = new FirefoxInput(this, connection, turn);
    const contextId = () => this.mainFrame.contextId;
    this.emulation = new FirefoxEmulation(connection, contextId);
    this.#intercept = new Intercept(connection, contextId);
    this.#preloads = new Preloads(connection, () => this.mainFrame);
    this.sockets = new PageSockets(tapKey("sockets", context.browser.secret), {
      realms: () => this.frames(),
      addScript: (script) => this.addScript(script),
    });
    this.#socketReports = new SocketReports(this.events, this.sockets);
    this.network = new NetworkEvents(this.events, this.#socketReports);
    this.events.setMaxListeners(0);
  }

  get url(): string {
    return this.mainFrame.url;
  }

  get dialog(): DialogOpened | undefined {
    return this.#dialogs.current;
  }

  /** When the document began: the one thing about it that stays the same in another session. */
  get adoptionKey(): string {
    return String(this.#began);
  }

  /** Its tab is still one of the browser's. */
  get hasTab(): boolean {
    return !this.#lost;
  }

  async refreshTitle(): Promise<void> {
    const title = await this.mainFrame.call("() => document.title", [], "isolated");
    if (title.type === "string") this.#entitle(title.value);
  }

  frames(): FirefoxFrame[] {
    return [...this.#frames];
  }

  workers(): FirefoxWorker[] {
    return [...this.#workers.values()];
  }

  /** A document that was there before us is asked to report itself as new ones do. */
  async introduce(): Promise<void> {
    await within(PATIENCE_MS, this.mainFrame.call(reportFunction, [channelArgument(REPORT_CHANNEL)], "isolated"));
  }

  /** What reports frames comes first, so that it sees those that a rule keeps from the page. */
  async watchSockets(): Promise<void> {
    const there = this.url === "about:blank" ? [] : this.frames();
    const report = (_: unknown, told: unknown) => this.#socketReports.take(told as SocketReport);
    const reporting = this.#preloads.add({ source: socketFrames, world: "page", order: REPORTS_ORDER, inOpenDocuments: true, report }, there);
    await Promise.all([reporting.done, this.sockets.install()]);
    await this.sockets.installIn(there);
  }

  gone(): void {
    if (this.closed) return;
    this.closed = true;
    this.events.emit("closed");
  }

  async navigate(url: string, options: { referrer?: string } = {}): Promise<NavigateOutcome> {
    await this.#ensureTab();
    if (options.referrer) return this.#withReferrer(options.referrer, () => this.navigate(url));
    try {
      const { navigation } = await this.#send("browsingContext.navigate", { context: this.mainFrame.contextId, url, wait: "none" });
      const download = navigation !== null && this.downloads.navigation === navigation;
      return { ...(download && { download }), newDocument: !download && this.#lastCommit === navigation };
    } catch (cause) {
      if (!(cause instanceof BidiError)) throw cause;
      if (cause.kind === "gone" || (cause.kind === "misuse" && !/\burl\b/i.test(cause.message))) throw cause;
      const errorText = cause.code === "invalid argument" ? "net::ERR_INVALID_URL" : netError(cause.message);
      return { errorText, newDocument: errorText !== "net::ERR_ABORTED" };
    }
  }

  async reload(): Promise<NavigateOutcome> {
    if (this.#lost) return this.navigate(this.url);
    await this.#send("browsingContext.reload", { context: this.mainFrame.contextId, wait: "none" });
    return { newDocument: true };
  }

  async traverse(delta: -1 | 1): Promise<boolean> {
    try {
      await untilCommitted(this, () => this.#send("browsingContext.traverseHistory", { context: this.mainFrame.contextId, delta }));
      return true;
    } catch (cause) {
      if (cause instanceof BidiError && cause.code === "no such history entry") return false;
      throw cause;
    }
  }

  async stopLoading(): Promise<void> {
    await this.mainFrame.call("() => window.stop()", [], "isolated");
  }

  screenshot(options: ScreenshotOptions): Promise<Buffer> {
    const capture = (params: BrowsingContext.CaptureScreenshotParameters) => this.#send("browsingContext.captureScreenshot", params);
    return pictureOverNavigations(this, () => takePicture(this.mainFrame, capture, options));
  }

  async pdf({ paperWidth, paperHeight, scale, printBackground }: PdfOptions): Promise<Buffer> {
    const { data } = await this.#send("browsingContext.print", {
      context: this.mainFrame.contextId,
      background: printBackground,
      scale,
      page: { width: paperWidth * CM_PER_INCH, height: paperHeight * CM_PER_INCH },
    });
    return Buffer.from(data, "base64");
  }

  async bringToFront(): Promise<void> {
    await this.#send("browsingContext.activate", { context: this.mainFrame.contextId });
    this.context.browser.turn.raised(this);
  }

  addScript(script: DocumentScript): InstalledScript {
    return this.#preloads.add(script, this.frames());
  }

  async responseBody(requestId: string): Promise<{ body: string; base64Encoded: boolean }> {
    try {
      const { bytes } = await this.#send("network.getData", { request: requestId, dataType: "response" });
      return { body: bytes.value, base64Encoded: bytes.type === "base64" };
    } catch (cause) {
      throw new DroverError("not-found", "the browser no longer has that response's body", {
        cause,
        hint: "Bodies are dropped when newer ones need the room: ask right after the request.",
      });
    }
  }

  async requestPostData(requestId: string): Promise<string | undefined> {
    const answer = await mayFail(this.#connection.send("network.getData", { request: requestId, dataType: "request" }), "a request's body may be gone with its page");
    return answer && bytesText(answer.bytes);
  }

  async intercept(handler: ((request: PausedRequest) => void) | undefined, patterns?: readonly string[], challenged?: AnswerChallenge): Promise<void> {
    await this.#intercept.set(handler, patterns, challenged);
  }

  async close(options: { beforeUnload?: boolean } = {}): Promise<void> {
    if (this.closed) return;
    if (this.#lost) return this.context.removed(this);
    const closed = new Promise<void>((resolve) => this.events.once("closed", resolve));
    await this.#closeTab(options.beforeUnload ?? false);
    if (!options.beforeUnload) await closed;
  }

  /** Firefox runs a script while dialogs follow one another, so that an answer alone proves nothing: timers stand still meanwhile. */
  async untilFree(): Promise<void> {
    await this.mainFrame.call("() => new Promise((resolve) => setTimeout(resolve))", [], "isolated");
  }

  /**
   * A script that does not end cannot be ended over BiDi. Loading the page again gets past one that opens dialogs, and past
   * nothing else: then the tab is given up.
   */
  async unwedge(): Promise<Unwedged> {
    if (!(await this.context.browser.answers(PATIENCE_MS))) return "browser-silent";
    const stormy = this.#dialogs.seen > 0;
    if (this.dialog) {
      await this.dialog.answer(false);
      if (await settledWithin(PATIENCE_MS, this.untilFree())) return "script-ended";
    }
    const { contextId: context } = this.mainFrame;
    if (stormy && (await succeeds(PATIENCE_MS, this.#connection.send("browsingContext.reload", { context, wait: "interactive" })))) return "loaded-again";
    await this.#giveUpTab();
    return "given-up";
  }

  async abandon(): Promise<Abandoned> {
    if (!(await this.context.browser.answers(PATIENCE_MS))) return "browser-silent";
    const stormy = this.#dialogs.seen > 0;
    if (this.dialog) await this.dialog.answer(false);
    const { contextId: context } = this.mainFrame;
    if (stormy && (await succeeds(PATIENCE_MS, this.#connection.send("browsingContext.navigate", { context, url: "about:blank", wait: "interactive" })))) return "left";
    await this.#giveUpTab();
    return "left";
  }

  async #giveUpTab(): Promise<void> {
    this.#lost = true;
    await within(PATIENCE_MS, this.#closeTab(false));
    this.#crash();
  }

  /** What the browser hears about this page's tab and its frames. */

  frameAttached(info: { contextId: string; url: string; parent: FirefoxFrame }): FirefoxFrame {
    const frame = new FirefoxFrame(this, this.#connection, { id: info.contextId, ...info });
    this.#frames.add(frame);
    this.events.emit("frameattached", frame);
    return frame;
  }

  frameDetached(frame: FirefoxFrame): void {
    this.#frames.delete(frame);
    frame.remove();
    this.events.emit("framedetached", frame);
  }

  navigationStarted(frame: FirefoxFrame, { url }: BrowsingContext.NavigationInfo): void {
    if (!frame.parent) this.context.visiting(url);
    this.events.emit("navigating", { frame, url });
  }

  committed(frame: FirefoxFrame, { url, navigation }: BrowsingContext.NavigationInfo): void {
    const main = frame === this.mainFrame;
    if (main && url.startsWith("about:tabcrashed")) return this.#crash();
    if (main) {
      this.crashed = false;
      this.#dialogs.seen = 0;
      this.#introduced = false;
      this.#lastCommit = navigation ?? "";
    }
    this.movedTo(frame, shownUrl(url), "full_load");
  }

  parsed(frame: FirefoxFrame): void {
    // The first document of a popup may have been faster than what makes documents report themselves.
    if (frame === this.mainFrame && !this.#introduced) void this.introduce();
    this.events.emit("domcontentloaded", { frame });
  }

  movedTo(frame: FirefoxFrame, url: string, kind: NavigationKind): void {
    frame.url = url;
    this.events.emit("navigated", { frame, url, kind });
  }

  message(frame: FirefoxFrame, { channel, data }: Script.MessageParameters): void {
    if (channel !== REPORT_CHANNEL) return this.#preloads.reported(frame, channel, data);
    if (data.type === "string") this.#reported(frame, readReport(data.value));
  }

  promptOpened({ type, message, defaultValue, context }: BrowsingContext.UserPromptOpenedParameters): void {
    this.#dialogs.opened({ type, message, defaultText: defaultValue }, (accept, userText) =>
      this.#connection.send("browsingContext.handleUserPrompt", { context, accept, ...(userText !== undefined && { userText }) }),
    );
  }

  promptClosed(): void {
    this.#dialogs.closed();
  }

  logged(frame: FirefoxFrame, entry: Log.Entry): void {
    const read = readLogEntry(entry, frame.id);
    if ("console" in read) this.events.emit("console", read.console);
    else this.events.emit("pageerror", read.pageerror);
  }

  requestSent(frame: FirefoxFrame, event: Network.BeforeRequestSentParameters): void {
    this.network.requestSent(event, frame.id);
    if (event.isBlocked) void this.#intercept.paused(event);
  }

  authRequired(event: Network.AuthRequiredParameters): void {
    if (event.isBlocked) this.#intercept.challenged(event);
  }

  workerStarted(id: string, url: string): void {
    const worker = new FirefoxWorker(id, url);
    this.#workers.set(id, worker);
    this.events.emit("worker", worker);
  }

  workerEnded(id: string): void {
    const worker = this.#workers.get(id);
    if (!worker) return;
    this.#workers.delete(id);
    this.events.emit("workerclosed", worker);
  }

  #reported(frame: FirefoxFrame, { title, name, began }: DocumentReport): void {
    frame.name = name;
    if (frame !== this.mainFrame) return;
    this.#introduced = true;
    this.#began = began;
    this.#entitle(title);
  }

  #entitle(title: string): void {
    if (title === this.title) return;
    this.title = title;
    this.events.emit("titlechanged");
  }

  #crash(): void {
    this.crashed = true;
    this.events.emit("crashed");
  }

  async #closeTab(promptUnload: boolean): Promise<void> {
    await this.context.browser.keepOneTabBesides(this);
    await this.#connection.send("browsingContext.close", { context: this.mainFrame.contextId, promptUnload });
  }

  async #ensureTab(): Promise<void> {
    if (!this.#lost) return;
    this.#replacing ??= this.#openAnotherTab().finally(() => (this.#replacing = undefined));
    await this.#replacing;
  }

  async #openAnotherTab(): Promise<void> {
    for (const frame of this.frames()) if (frame !== this.mainFrame) this.frameDetached(frame);
    this.#workers.clear();
    this.mainFrame.contextId = await this.context.browser.openTabFor(this);
    this.#lost = false;
    await Promise.all([this.emulation.reapply(), this.#preloads.reapply(), this.#intercept.reapply()]);
  }

  /** BiDi takes no referrer: the header is added for as long as the document's own request may take. */
  async #withReferrer(referrer: string, navigate: () => Promise<NavigateOutcome>): Promise<NavigateOutcome> {
    const contexts: [string] = [this.mainFrame.contextId];
    await this.#send("network.setExtraHeaders", { headers: [{ name: "Referer", value: { type: "string", value: referrer } }], contexts });
    try {
      return await navigate();
    } finally {
      this.#connection.post("network.setExtraHeaders", { headers: [], contexts });
    }
  }

  /** A command of this page's tab, whose failure may mean that the page is gone. */
  async #send<M extends keyof Commands>(method: M, params: Params<M>): Promise<Result<M>> {
    try {
      return await this.#connection.send(method, params);
    } catch (cause) {
      if (cause instanceof BidiError && cause.kind !== "misuse" && this.closed) throw new DroverError("page-closed", "the page was closed", { cause });
      throw cause;
    }
  }
}

/** Firefox shows its error pages under the address that could not be loaded. */
function shownUrl(url: string): string {
  return /^about:(neterror|certerror)\?/.test(url) ? (new URL(url).searchParams.get("u") ?? url) : url;
}
