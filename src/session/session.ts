import { EventEmitter } from "node:events";
import type { Config } from "../config/config.ts";
import type { EngineContext, EngineFrame, EnginePage, NavigateOutcome, Viewport } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import { Approvals } from "../policy/approvals.ts";
import type { BrowserLease } from "./browserPool.ts";
import { CallQueue } from "./callQueue.ts";
import { ConsoleLog } from "./consoleLog.ts";
import { answerDialog, type DialogPolicy, type HandledDialog } from "./dialogPolicy.ts";
import { SessionDownloads } from "./downloads.ts";
import { SessionEmulation } from "./emulation/emulation.ts";
import { hideOverlays } from "./hideOverlays.ts";
import type { SessionEmitter, SessionEvents } from "./events.ts";
import { LISTENER_LIMIT } from "./listenerLimit.ts";
import type { SessionMode, SessionPlan } from "./plan.ts";
import { NetworkLog } from "./networkLog.ts";
import { RefRegistry } from "./refs.ts";
import { SessionPage } from "./sessionPage.ts";
import { SocketLog } from "./socketLog.ts";
import type { Standing } from "./standing.ts";
import { OriginsSeen } from "./state/originsSeen.ts";
import { Traffic } from "./traffic.ts";

/** One caller's browser: its pages, refs, buffers and policies. Engine-neutral. */
export class Session {
  readonly plan: SessionPlan;
  readonly config: Config;
  readonly events: SessionEmitter = new EventEmitter<SessionEvents>();
  readonly queue = new CallQueue();
  readonly refs: RefRegistry;
  readonly approvals = new Approvals();
  readonly console = new ConsoleLog();
  readonly network = new NetworkLog();
  readonly sockets = new SocketLog();
  readonly traffic: Traffic;
  readonly emulation: SessionEmulation;
  readonly origins: OriginsSeen;
  readonly downloads: SessionDownloads;
  readonly #pages = new Map<string, SessionPage>();
  /** Pages that are being set up. */
  readonly #arriving = new Map<string, SessionPage>();
  readonly #lease: BrowserLease;
  /** Dialogs that a "raise" policy answered and no action has reported yet. */
  readonly raisedDialogs: HandledDialog[] = [];
  lastActivity = Date.now();
  closed = false;
  #active: SessionPage | undefined;
  #dialogPolicy: DialogPolicy;
  #viewport: Viewport | null;

  constructor(plan: SessionPlan, config: Config, lease: BrowserLease, refs: RefRegistry) {
    this.plan = plan;
    this.config = config;
    this.#lease = lease;
    this.refs = refs;
    this.origins = new OriginsSeen(lease);
    this.#dialogPolicy = plan.dialogPolicy;
    this.#viewport = plan.viewport;
    this.events.setMaxListeners(LISTENER_LIMIT);
    this.traffic = new Traffic(this);
    this.emulation = new SessionEmulation(this);
    this.downloads = new SessionDownloads(this);
  }

  get id(): string {
    return this.plan.id;
  }

  get mode(): SessionMode {
    return this.plan.mode;
  }

  get context(): EngineContext {
    return this.#lease.context;
  }

  get engine(): "chromium" | "firefox" {
    return this.#lease.browser.engine;
  }

  get lease(): BrowserLease {
    return this.#lease;
  }

  /** False when the browser process or its connection is gone. */
  get alive(): boolean {
    return !this.closed && this.#lease.alive;
  }

  get viewport(): Viewport | null {
    return this.#viewport;
  }

  get dialogPolicy(): DialogPolicy {
    return this.#dialogPolicy;
  }

  set dialogPolicy(policy: DialogPolicy) {
    this.#dialogPolicy = policy;
    this.events.emit("standingchanged");
  }

  get standing(): Standing {
    return { ...this.traffic.standing, ...this.emulation.saved, downloads: this.downloads.saved };
  }

  /** Oldest first. */
  pages(): SessionPage[] {
    return [...this.#pages.values()];
  }

  get activePage(): SessionPage | undefined {
    return this.#active;
  }

  /** The page that a call means: the one it names, else the active one. */
  page(query?: string): SessionPage {
    if (query !== undefined) return this.findPage(query);
    if (this.#active) return this.#active;
    throw new DroverError("no-active-page", `session "${this.id}" has no active page`, {
      hint: "Open one with navigate or tab_open, or choose one with `drover target <id>`.",
      fields: { sessions: this.pages().map(describePage) },
    });
  }

  /** By id prefix (case-sensitive), then by a part of the title (not case-sensitive), then by a pattern of the URL. */
  findPage(query: string): SessionPage {
    const byId = this.pages().filter((page) => page.id.startsWith(query));
    const wanted = query.toLowerCase();
    const byTitle = byId.length > 0 ? byId : this.pages().filter((page) => page.title.toLowerCase().includes(wanted));
    const found = byTitle.length > 0 ? byTitle : pagesAt(this.pages(), query);
    const [first, second] = found;
    if (first && !second) return first;
    if (first)
      throw new DroverError("ambiguous", `ambiguous query '${query}', matches multiple pages`, {
        fields: { matches: found.map(({ id, title }) => ({ id, title })) },
      });
    throw new DroverError("not-found", `no page matches '${query}'`, {
      hint: "list_targets shows the pages there are.",
      fields: { sessions: this.pages().map(describePage) },
    });
  }

  activate(page: SessionPage): void {
    if (this.#active === page) return;
    this.#active = page;
    this.events.emit("activechanged", page);
  }

  /** Goes back to where the session was, in the tab that a new browser comes with or in one of its own. */
  async reopen(url: string | undefined): Promise<void> {
    const page = this.#active ?? (await this.openPage());
    if (url) await load(page.engine, url);
  }

  async openPage(url?: string): Promise<SessionPage> {
    const engine = await this.#lease.newPage(this);
    const page = this.#pages.get(engine.id) ?? this.adopt(engine);
    if (url) await load(engine, url);
    return page;
  }

  /** Sets a page up before its first script runs: emulation, then whatever listens for new pages. */
  async prepare(engine: EnginePage): Promise<void> {
    const page = this.#listenTo(engine);
    const sized = this.viewport && engine.emulation.viewport(this.viewport);
    await Promise.all([sized, this.emulation.prepare(engine), this.traffic.prepare(engine), hideOverlays(engine, this.config.hideOverlaySelectors)]);
    if (!engine.closed) this.#show(page);
  }

  /** Takes a page in: its events go to the session's buffers from here on. */
  adopt(engine: EnginePage): SessionPage {
    return this.#pages.get(engine.id) ?? this.#show(this.#listenTo(engine));
  }

  /** The page's events go to the session's buffers from here on, even before it is known well enough to be used. */
  #listenTo(engine: EnginePage): SessionPage {
    const known = this.#pages.get(engine.id) ?? this.#arriving.get(engine.id);
    if (known) return known;
    const page = new SessionPage(this, engine);
    this.#arriving.set(page.id, page);
    this.#record(page);
    return page;
  }

  #show(page: SessionPage): SessionPage {
    if (!this.#arriving.delete(page.id)) return page;
    this.#pages.set(page.id, page);
    this.#active ??= page;
    this.events.emit("pageopened", page);
    return page;
  }

  async applyViewport(viewport: Viewport): Promise<void> {
    this.#viewport = viewport;
    this.events.emit("standingchanged");
    await Promise.all(this.pages().map((page) => page.engine.emulation.viewport(viewport)));
  }

  #record(page: SessionPage): void {
    this.traffic.follow(page);
    const { events } = page.engine;
    events.on("dialog", (dialog) => {
      const handledAs = answerDialog(this.dialogPolicy, dialog);
      if (handledAs === "raised") this.raisedDialogs.push({ ...dialog, handledAs });
      this.events.emit("dialog", page, dialog, handledAs);
    });
    events.on("navigated", ({ frame, url, kind }) => {
      this.origins.add(frame);
      if (frame === page.engine.mainFrame) this.events.emit("navigated", page, url, kind);
    });
    events.on("download", (download) => this.events.emit("download", page, download));
    events.on("closed", () => this.#removed(page));
  }

  #removed(page: SessionPage): void {
    this.traffic.purge(page);
    this.#arriving.delete(page.id);
    if (!this.#pages.delete(page.id)) return;
    this.events.emit("pageclosed", page);
    if (this.#active !== page) return;
    this.#active = this.pages().at(-1);
    this.events.emit("activechanged", this.#active);
  }
}

/** Takes a new tab to an address and waits until it is parsed; a page that never gets there is left to the caller's deadline. */
export async function load(page: EnginePage, url: string): Promise<NavigateOutcome> {
  const parsed = new Promise<void>((resolve) => {
    let committed = false;
    const moved = ({ frame }: { frame: EngineFrame }) => {
      committed ||= frame === page.mainFrame;
    };
    // A new tab's blank document is parsed too, before the one that is meant.
    const done = ({ frame }: { frame: EngineFrame }) => {
      if (frame !== page.mainFrame || !committed) return;
      page.events.off("navigated", moved).off("domcontentloaded", done);
      resolve();
    };
    page.events.on("navigated", moved).on("domcontentloaded", done).once("closed", resolve);
  });
  const outcome = await page.navigate(url);
  if (!outcome.errorText && !outcome.download) await parsed;
  return outcome;
}

function pagesAt(pages: SessionPage[], pattern: string): SessionPage[] {
  try {
    const expression = new RegExp(pattern);
    return pages.filter(({ url }) => expression.test(url));
  } catch (cause) {
    throw new DroverError("bad-input", `no page has '${pattern}' in its id or title, and it is not a regular expression: ${(cause as Error).message}`, {
      hint: "list_targets shows the pages there are.",
      cause,
      fields: { sessions: pages.map(describePage) },
    });
  }
}

export const describePage = (page: SessionPage): { id: string; title: string; url: string; active: boolean } => ({
  id: page.id,
  title: page.title,
  url: page.url,
  active: page.session.activePage === page,
});
