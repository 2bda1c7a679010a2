import { EventEmitter, once } from "node:events";
import { setImmediate as immediate } from "node:timers/promises";
import type { Protocol } from "devtools-protocol";
import { settled } from "../../diagnosis/settled.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import { mayFail, noteFailure } from "../../diagnosis/mayFail.ts";
import { DroverError } from "../../protocol/errors.ts";
import type {
  Abandoned,
  AnswerChallenge,
  CdpAccess,
  Conversation,
  DialogOpened,
  DocumentScript,
  EnginePage,
  EnginePageEvents,
  InstalledScript,
  Listener,
  NavigateOutcome,
  PausedRequest,
  PdfOptions,
  ScreenshotOptions,
  Unwedged,
} from "../port.ts";
import { pictureOverNavigations } from "../pictureOverNavigations.ts";
import { CdpError, type CdpSession, type Commands, type Params, type Result } from "./connection.ts";
import { watchConsole } from "./consoleEvents.ts";
import { cdpAccess } from "./cdpAccess.ts";
import type { ChromiumContext } from "./context.ts";
import { ChromiumEmulation } from "./emulation.ts";
import type { ChromiumFrame } from "./frame.ts";
import { FrameTree } from "./frameTree.ts";
import { freeOfScript, leaveScript } from "./freeOfScript.ts";
import { ChromiumInput } from "./input.ts";
import { Challenges, pausedRequest } from "./intercept.ts";
import { NetworkEvents } from "./networkEvents.ts";
import { loadResource, scriptsWithSourceMaps } from "./sources.ts";
import { PageScripts } from "./pageScripts.ts";
import { PageWorkers } from "./pageWorkers.ts";
import { takeScreenshot } from "./takeScreenshot.ts";
import { titleOf } from "./titleOf.ts";
import { PageDialogs } from "../pageDialogs.ts";
import { PageSockets } from "../pageSockets.ts";
import { tapKey } from "../tap.ts";
import { untilCommitted } from "../untilCommitted.ts";
import type { ChromiumWorker } from "./worker.ts";

const LET_GO = "a target may go away while it waits to be let go";

/** How long the browser may take to show that it is not stuck as a whole. */
const PATIENCE_MS = 1000;

/** How long the browser's own page about a failure is awaited. */
const ERROR_PAGE_MS = 2000;
/** How long a document is awaited whose server has answered. */
const COMMIT_MS = 1000;
const MAX_DOCUMENTS = 20;

/** A tab: its own session, and one more for each of its frames and workers that live in other processes. */
export class ChromiumPage implements EnginePage {
  readonly engine = "chromium";
  readonly id: string;
  readonly context: ChromiumContext;
  readonly input: ChromiumInput;
  readonly emulation: ChromiumEmulation;
  readonly events = new EventEmitter<EnginePageEvents>();
  readonly sockets: PageSockets;
  readonly cdp: CdpAccess;
  title: string;
  opener: ChromiumPage | undefined;
  closed = false;
  crashed = false;
  readonly #session: CdpSession;
  readonly #frames = new FrameTree(this.events);
  readonly #dialogs = new PageDialogs(this.events);
  readonly #network = new NetworkEvents(this.events);
  readonly #sessions = new Set<CdpSession>();
  readonly #workers: PageWorkers;
  readonly #scripts = new PageScripts((id) => this.#frames.get(id));
  #intercept: { handler: (request: PausedRequest) => void; patterns: readonly string[]; challenged: AnswerChallenge | undefined } | undefined;
  readonly #challenges = new Challenges();
  /** Those who talk with the page and hold it at a line of its script. */
  readonly #stoppedBy = new Set<Listener>();
  #acceptsAnyCertificate = false;
  /** One that the browser has not answered yet. */
  #navigating: Promise<unknown> | undefined;
  /** The document of one that was answered, until it is there. */
  #answered: string | undefined;
  /** The last documents of the main frame: one may be gone again before the answer that names it comes. */
  readonly #documents: string[] = [];
  /** It is being prepared, and runs nothing of its own yet. */
  #isHeld = true;
  /** A tab that a noopener link opened has no renderer while it is held. */
  readonly #answersOnlyWhenLetGo: boolean;

  constructor(context: ChromiumContext, session: CdpSession, target: Protocol.Target.TargetInfo) {
    this.context = context;
    this.#session = session;
    this.id = target.targetId;
    this.#answersOnlyWhenLetGo = target.openerId !== undefined && !target.canAccessOpener;
    this.title = titleOf(target);
    this.input = new ChromiumInput(session);
    this.emulation = new ChromiumEmulation(session, { ownSize: target.type === "other" });
    this.events.setMaxListeners(0);
    this.sockets = new PageSockets(tapKey("sockets", this.id), {
      realms: () => [...this.frames(), ...this.workers()],
      addScript: (script) => this.addScript(script),
    });
    this.#workers = new PageWorkers({
      events: this.events,
      pageId: this.id,
      contextsOf: (of) => this.frames().flatMap((frame) => (frame.session === of && frame.pageContext ? [frame.pageContext] : [])),
      follow: (of, worker) => {
        this.emulation.extendTo(of);
        this.#network.watch(of);
        this.#watchChildren(of);
        void this.sockets.installIn([worker]);
      },
    });
    this.cdp = cdpAccess(session);
  }

  get url(): string {
    return this.#frames.known ? this.mainFrame.url : "";
  }

  get dialog(): DialogOpened | undefined {
    return this.#dialogs.current;
  }

  get mainFrame(): ChromiumFrame {
    return this.#frames.main;
  }

  frames(): ChromiumFrame[] {
    return this.#frames.all();
  }

  workers(): ChromiumWorker[] {
    return this.#workers.all();
  }

  /** Everything is sent in one go; the page is let go only when `prepare` is done, so no script runs unseen. */
  async start(prepare: (page: ChromiumPage) => Promise<void>): Promise<void> {
    this.#watchSession(this.#session);
    this.#session.on("Inspector.targetCrashed", () => {
      this.crashed = true;
      this.context.browser.connection.rejectPending(this.#session, "page-crashed", "the page crashed");
      this.events.emit("crashed");
    });
    this.#watchDialogs();
    // Pages in the background behave as if they were in front, so that sessions do not disturb each other.
    if (!this.context.browser.foreign) this.#session.post("Emulation.setFocusEmulationEnabled", { enabled: true });
    this.events.on("socketopened", ({ socketId, url }) => this.sockets.opened(socketId, url));
    this.events.on("socketclosed", ({ socketId }) => this.sockets.closed(socketId));
    const enabling = this.#enable(this.#session);
    const tapped = this.context.browser.foreign ? undefined : this.sockets.install();
    const enabled = Promise.all([enabling, tapped]);
    // What is sent before the page is let go is done before its first script, whether it is answered before or after.
    const preparing = this.#answersOnlyWhenLetGo ? prepare(this) : undefined;
    if (preparing) {
      void settled(preparing);
      await immediate();
      this.#session.post("Runtime.runIfWaitingForDebugger");
    }
    await enabled;
    if (tapped && this.url !== "" && this.url !== "about:blank") void this.sockets.installIn(this.frames());
    this.events.on("navigated", ({ frame, kind }) => {
      if (frame === this.mainFrame) this.crashed = false;
      if (frame !== this.mainFrame || kind !== "full_load") return;
      this.#answered = undefined;
      this.#documents.push(this.mainFrame.documentId);
      if (this.#documents.length > MAX_DOCUMENTS) this.#documents.shift();
    });
    this.events.on("load", ({ frame }) => {
      if (frame === this.mainFrame) void mayFail(this.refreshTitle(), "a page may go away while its title is read");
    });
    try {
      await (preparing ?? prepare(this));
    } finally {
      this.#isHeld = false;
      await mayFail(this.#session.send("Runtime.runIfWaitingForDebugger"), LET_GO);
    }
  }

  get session(): CdpSession {
    return this.#session;
  }

  ownsSession(sessionId: string): boolean {
    return this.#session.id === sessionId;
  }

  targetChanged(target: Protocol.Target.TargetInfo): void {
    const title = titleOf(target);
    if (title === this.title) return;
    this.title = title;
    this.events.emit("titlechanged");
  }

  /** Asks the browser process, which answers even when the page is stuck. */
  async refreshTitle(): Promise<void> {
    const { targetInfo } = await this.#session.send("Target.getTargetInfo");
    this.targetChanged(targetInfo);
  }

  gone(): void {
    if (this.closed) return;
    this.closed = true;
    this.events.emit("closed");
  }

  async navigate(url: string, options: { referrer?: string } = {}): Promise<NavigateOutcome> {
    await this.#giveUpNavigation();
    const navigating = this.#call("Page.navigate", { url, ...options });
    this.#navigating = navigating;
    const answer = await navigating.finally(() => {
      if (this.#navigating === navigating) this.#navigating = undefined;
    });
    this.#answered = answer.errorText || this.#hasHad(answer.loaderId) ? undefined : answer.loaderId;
    // Blink reports a download and a 204 as an aborted navigation without a document.
    const aborted = answer.errorText === "net::ERR_ABORTED";
    const download = aborted && (answer.isDownload ?? false);
    const isThere = !answer.loaderId || aborted || (await this.#arrival(answer.loaderId, answer.errorText ? ERROR_PAGE_MS : COMMIT_MS));
    // Something else may have come instead: a page that loads itself again and again overtakes what would replace it.
    const overtaken = !isThere && this.#answered === undefined;
    const errorText = answer.errorText ?? (overtaken ? "net::ERR_ABORTED" : undefined);
    return {
      ...(errorText && !download && { errorText }),
      ...(download && { download }),
      newDocument: answer.loaderId !== undefined,
    };
  }

  async reload(): Promise<NavigateOutcome> {
    await untilCommitted(this, () => this.#call("Page.reload", {}));
    return { newDocument: true };
  }

  async traverse(delta: -1 | 1): Promise<boolean> {
    const history = await this.#call("Page.getNavigationHistory");
    const entry = history.entries[history.currentIndex + delta];
    if (!entry) return false;
    await untilCommitted(this, () => this.#call("Page.navigateToHistoryEntry", { entryId: entry.id }));
    return true;
  }

  async stopLoading(): Promise<void> {
    await this.#call("Page.stopLoading");
  }

  screenshot(options: ScreenshotOptions): Promise<Buffer> {
    return pictureOverNavigations(this, () => takeScreenshot(this, (method, params) => this.#call(method, params), options));
  }

  async converse(listener: Listener): Promise<Conversation> {
    const talk = await this.context.browser.converse(this.id, {
      hear: (message) => {
        if (message.method === "Debugger.paused") this.#stoppedBy.add(listener);
        if (message.method === "Debugger.resumed") this.#stoppedBy.delete(listener);
        listener.hear(message);
      },
      ended: () => {
        this.#stoppedBy.delete(listener);
        listener.ended();
      },
    });
    const end = async () => {
      await talk.end();
      this.#stoppedBy.delete(listener);
    };
    return { say: (message) => talk.say(message), end };
  }

  get stoppedAtBreakpoint(): boolean {
    return this.#stoppedBy.size > 0;
  }

  async pdf(options: PdfOptions): Promise<Buffer> {
    const { data } = await this.#call("Page.printToPDF", { ...options });
    return Buffer.from(data, "base64");
  }

  async bringToFront(): Promise<void> {
    await this.#call("Page.bringToFront");
  }

  addScript(script: DocumentScript): InstalledScript {
    return this.#scripts.add(script, this.frames(), { isHeld: this.#isHeld });
  }

  async responseBody(requestId: string): Promise<{ body: string; base64Encoded: boolean }> {
    const session = this.#network.sessionOf(requestId) ?? this.#session;
    try {
      return await session.send("Network.getResponseBody", { requestId });
    } catch (cause) {
      throw new DroverError("not-found", "the browser no longer has that response's body", {
        cause,
        hint: "Bodies are dropped soon and on navigation: ask right after the request.",
      });
    }
  }

  async requestPostData(requestId: string): Promise<string | undefined> {
    const session = this.#network.sessionOf(requestId) ?? this.#session;
    const answer = await mayFail(session.send("Network.getRequestPostData", { requestId }), "a request's body may be gone with its page");
    return answer?.postData;
  }

  async intercept(
    handler: ((request: PausedRequest) => void) | undefined,
    patterns: readonly string[] = ["*"],
    challenged?: AnswerChallenge,
  ): Promise<void> {
    this.#intercept = handler && { handler, patterns, challenged };
    await Promise.all([...this.#sessions].map((session) => this.#applyIntercept(session)));
  }

  async acceptAnyCertificate(): Promise<void> {
    this.#acceptsAnyCertificate = true;
    await Promise.all([...this.#sessions].map(acceptCertificates));
  }

  sourceMapUrls(): Promise<Map<string, string>> {
    return scriptsWithSourceMaps([...this.#sessions]);
  }

  async loadResource(url: string, maxBytes: number): Promise<Buffer> {
    return loadResource(this.#session, this.mainFrame.id, url, maxBytes);
  }

  async close(options: { beforeUnload?: boolean } = {}): Promise<void> {
    if (this.closed) return;
    const closed = new Promise<void>((resolve) => this.events.once("closed", resolve));
    if (options.beforeUnload) {
      await this.#call("Page.close");
      return;
    }
    await this.context.closeTarget(this.id);
    await closed;
  }

  async untilFree(): Promise<void> {
    await this.#session.send("Runtime.evaluate", { expression: "0" });
  }

  async unwedge(): Promise<Unwedged> {
    if (!(await this.context.browser.answers(PATIENCE_MS))) return "browser-silent";
    const freed = await freeOfScript(this, this.#session, this.#dialogs);
    if (!freed) void this.#endProcess();
    return freed ?? "given-up";
  }

  async abandon(): Promise<Abandoned> {
    if (!(await this.context.browser.answers(PATIENCE_MS))) return "browser-silent";
    const left = this.#isCommitting && this.#dialogs.seen === 0 ? undefined : await leaveScript(this, this.#session, this.#dialogs);
    if (left) return left;
    if (this.#isCommitting) return "stuck";
    await settledWithin(PATIENCE_MS, this.#endProcess());
    return "left";
  }

  /** Its process has a document to take in: until then it hears nothing, takes in no other, and is not ended by Chromium. */
  get #isCommitting(): boolean {
    return this.#answered !== undefined;
  }

  async #endProcess(): Promise<void> {
    const ended = once(this.events, "crashed");
    this.#session.post("Page.crash");
    this.crashed = true;
    await ended;
  }

  /** Chromium may call a navigation aborted because of the one before it, whose server has not answered yet. */
  async #giveUpNavigation(): Promise<void> {
    const before = this.#navigating;
    if (!before) return;
    this.#session.post("Page.stopLoading");
    await settledWithin(PATIENCE_MS, before);
  }

  /** A failure is told before the browser's page about it is there, which ends whatever the next call has begun. */
  #hasHad(documentId: string | undefined): boolean {
    return documentId !== undefined && (this.mainFrame.documentId === documentId || this.#documents.includes(documentId));
  }

  /** Whether a document is there, or was, or the page is gone, in that time. */
  async #arrival(documentId: string, patienceMs: number): Promise<boolean> {
    let done = () => {};
    const reached = new Promise<void>((resolve) => {
      done = resolve;
    });
    const look = () => {
      if (this.#hasHad(documentId)) done();
    };
    this.events.on("navigated", look).on("closed", done).on("crashed", done);
    look();
    return settledWithin(patienceMs, reached).finally(() => this.events.off("navigated", look).off("closed", done).off("crashed", done));
  }

  async holdChoosers(enabled: boolean): Promise<void> {
    await this.#session.send("Page.setInterceptFileChooserDialog", { enabled });
  }

  #watchDialogs(): void {
    this.#session.on("Page.javascriptDialogOpening", ({ type, message, defaultPrompt }) =>
      this.#dialogs.opened({ type, message, defaultText: defaultPrompt }, (accept, promptText) =>
        this.#session.send("Page.handleJavaScriptDialog", { accept, ...(promptText !== undefined && { promptText }) }),
      ),
    );
    this.#session.on("Page.javascriptDialogClosed", () => this.#dialogs.closed());
  }

  /** A frame of another process or a worker that belongs to this page. */
  async childAttached(parent: CdpSession, session: CdpSession, target: Protocol.Target.TargetInfo): Promise<void> {
    // Its context has the service worker already; a second session would tell everything twice.
    if (target.type === "service_worker") {
      await mayFail(session.send("Runtime.runIfWaitingForDebugger"), LET_GO);
      parent.post("Target.detachFromTarget", { sessionId: session.id! });
      return;
    }
    try {
      if (target.type === "iframe") {
        this.#watchSession(session);
        this.emulation.extendTo(session);
        await this.#enable(session, target.parentFrameId);
      } else if (target.type === "worker") await this.#workers.attached(session, parent, target);
    } catch (thrown) {
      noteFailure(thrown, "a child target may go away while it is set up");
    } finally {
      await mayFail(session.send("Runtime.runIfWaitingForDebugger"), LET_GO);
    }
  }

  #watchSession(session: CdpSession): void {
    this.#sessions.add(session);
    this.#frames.watch(session);
    this.#network.watch(session);
    watchConsole(session, this.events);
    session.on("Page.fileChooserOpened", ({ frameId, backendNodeId }) => {
      const frame = this.#frames.get(frameId);
      // Pickers of the File System Access API have no input.
      if (frame && backendNodeId !== undefined) this.events.emit("filechooser", { frame, input: async () => String(await frame.handIn("chosen", backendNodeId)) });
    });
    session.on("Page.windowOpen", ({ url }) => this.events.emit("windowopening", { url }));
    session.on("Fetch.requestPaused", (event) => {
      const request = pausedRequest(session, event);
      if (this.#intercept) this.#intercept.handler(request);
      else void request.resume();
    });
    session.on("Fetch.authRequired", (event) => this.#challenges.answer(session, event, this.#intercept?.challenged));
    this.#watchChildren(session);
  }

  #watchChildren(session: CdpSession): void {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) =>
      void this.childAttached(session, this.context.browser.connection.session(sessionId, targetInfo.type), targetInfo),
    );
    session.on("Target.detachedFromTarget", ({ sessionId }) => this.#childDetached(sessionId));
  }

  #childDetached(sessionId: string): void {
    this.#workers.detached(sessionId);
    for (const session of this.#sessions) {
      if (session.id !== sessionId) continue;
      this.#sessions.delete(session);
      this.#scripts.forget(session);
    }
    this.context.browser.connection.dropSession(sessionId);
  }

  async #enable(session: CdpSession, parentFrameId?: string): Promise<void> {
    const tree = session.send("Page.getFrameTree");
    const frames = tree.then(({ frameTree }) => this.#frames.adopt(session, frameTree, parentFrameId));
    await Promise.all([
      session.send("Page.enable"),
      frames,
      session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
      session.send("Runtime.enable"),
      session.send("Network.enable", { maxPostDataSize: 65_536 }),
      session.send("Log.enable"),
      session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      this.#scripts.extendTo(session),
      this.#intercept && this.#applyIntercept(session),
      this.#acceptsAnyCertificate && acceptCertificates(session),
    ]);
  }

  async #applyIntercept(session: CdpSession): Promise<void> {
    if (!this.#intercept) await mayFail(session.send("Fetch.disable"), "a target may go away while its requests are let go");
    else
      await session.send("Fetch.enable", {
        patterns: this.#intercept.patterns.map((urlPattern) => ({ urlPattern, requestStage: "Request" as const })),
        handleAuthRequests: this.#intercept.challenged !== undefined,
      });
  }

  /** A page command whose failure may mean that the page is gone. */
  async #call<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>> {
    try {
      return await this.#session.send(method, params);
    } catch (cause) {
      if (cause instanceof CdpError && cause.kind !== "misuse" && this.closed)
        throw new DroverError("page-closed", "the page was closed", { cause });
      throw cause;
    }
  }
}

const acceptCertificates = (session: CdpSession) => session.send("Security.setIgnoreCertificateErrors", { ignore: true });
