import { EventEmitter } from "node:events";
import type { Config } from "../config/config.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineContext, EngineContextWorker, EngineFrame, EnginePage, NavigateOutcome } from "../engine/port.ts";
import type { Exit } from "../exit/exit.ts";
import type { Presence } from "../people/presence.ts";
import type { Questions } from "../people/questions.ts";
import { DroverError } from "../protocol/errors.ts";
import type { BrowserLease } from "./browserPool.ts";
import { CallQueue } from "./callQueue.ts";
import type { SessionEmitter, SessionEvents } from "./events.ts";
import { LISTENER_LIMIT } from "./listenerLimit.ts";
import { namedParts, type SessionPart } from "./part.ts";
import { makeParts, type SessionParts } from "./parts.ts";
import type { SessionMode, SessionPlan } from "./plan.ts";
import type { RefRegistry } from "./refs.ts";
import { restoreParts, saveParts, type SavedParts } from "./savedParts.ts";
import { SessionPage } from "./sessionPage.ts";

interface SessionGround {
  plan: SessionPlan;
  config: Config;
  lease: BrowserLease;
  refs: RefRegistry;
  exit: Exit;
  questions: Questions;
  presence: Presence;
}

/** One caller's browser: its pages, its refs, and the parts that do all the rest. Engine-neutral. */
export class Session {
  readonly config: Config;
  /** What the session itself writes to files leaves by it. */
  readonly exit: Exit;
  /** What waits for a person, of every session. */
  readonly questions: Questions;
  /** Which people are there to see. */
  readonly presence: Presence;
  readonly events: SessionEmitter = new EventEmitter<SessionEvents>();
  readonly queue = new CallQueue();
  readonly refs: RefRegistry;
  readonly parts: SessionParts;
  readonly everyPart: readonly SessionPart[];
  readonly #pages = new Map<string, SessionPage>();
  /** How many tabs calls are opening just now. */
  #opening = 0;
  /** Pages that are being set up. */
  readonly #arriving = new Map<string, SessionPage>();
  readonly #lease: BrowserLease;
  lastActivity = Date.now();
  closed = false;
  /** The same session in a browser that was started in the place of this one's. */
  successor: Session | undefined;
  #plan: SessionPlan;
  #active: SessionPage | undefined;

  constructor({ plan, config, lease, refs, exit, questions, presence }: SessionGround) {
    this.exit = exit;
    this.questions = questions;
    this.presence = presence;
    this.#plan = plan;
    this.config = config;
    this.#lease = lease;
    this.refs = refs;
    this.events.setMaxListeners(LISTENER_LIMIT);
    this.parts = makeParts(this);
    this.everyPart = namedParts(this.parts).map(([, part]) => part);
  }

  /** How it would be opened again. */
  get plan(): SessionPlan {
    return this.#plan;
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

  /** Whether its browser reads and writes the files of this machine. */
  get sharesDisk(): boolean {
    return this.plan.on === undefined;
  }

  /** What its parts want the next daemon to know. */
  get saved(): SavedParts {
    return saveParts(this.parts);
  }

  /** A part has something else to save. */
  changed(): void {
    this.events.emit("standingchanged");
  }

  replan(change: Pick<Partial<SessionPlan>, "viewport" | "dialogPolicy" | "owner" | "name" | "extraArgs">): void {
    this.#plan = { ...this.#plan, ...change };
    this.changed();
  }

  /** To be called before it has pages. Resolves with what could not be taken up again. */
  async begin(saved: SavedParts): Promise<string[]> {
    const restored = restoreParts(this.parts, saved);
    const [lost] = await Promise.all([restored, ...this.everyPart.map((part) => part.begin?.())]);
    return lost;
  }

  /** Resolves with what its parts could not bring to an end. */
  async end(): Promise<string[]> {
    const failures = await this.#failures((part) => part.end?.());
    this.closed = true;
    this.events.emit("closed");
    return failures;
  }

  /** The daemon is leaving, and the session goes on in the next one. */
  async letGo(): Promise<string[]> {
    return this.#failures((part) => part.letGo?.());
  }

  /** Oldest first. */
  pages(): SessionPage[] {
    return [...this.#pages.values()];
  }

  enginePages(): EnginePage[] {
    return this.pages().map(({ engine }) => engine);
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
    this.#opening++;
    const engine = await this.#lease.newPage(this).finally(() => this.#opening--);
    const page = this.#pages.get(engine.id) ?? this.adopt(engine);
    if (url) await load(engine, url);
    return page;
  }

  /** Another tab in the place of one that nothing frees. */
  async replacePage(lost: SessionPage): Promise<SessionPage> {
    const page = await this.openPage();
    this.activate(page);
    void mayFail(lost.engine.close(), "a tab that does not let go of its page may not let itself be closed");
    return page;
  }

  /** Sets a page up before its first script runs. Every part at once: a page that cannot wait gets what is sent now. */
  async prepare(engine: EnginePage): Promise<void> {
    const page = this.#listenTo(engine);
    await Promise.all(this.everyPart.map((part) => part.prepare?.(engine)));
    if (!engine.closed) this.#show(page);
  }

  followWorker(worker: EngineContextWorker, pageNow: () => SessionPage | undefined): void {
    for (const part of this.everyPart) part.followWorker?.(worker, pageNow);
  }

  prepareWorker(worker: EngineContextWorker): void {
    for (const part of this.everyPart) {
      const prepared = part.prepareWorker?.(worker);
      if (prepared) void mayFail(prepared, "a worker that ends while it is being prepared needs nothing any more");
    }
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
    page.isOpenedByCall = this.#opening > 0 && page.engine.opener === undefined;
    this.events.emit("pageopened", page);
    return page;
  }

  #record(page: SessionPage): void {
    for (const part of this.everyPart) part.follow?.(page);
    const { events } = page.engine;
    events.on("navigated", ({ frame, url, kind }) => {
      if (kind === "full_load") this.refs.leave(frame.id);
      if (frame === page.engine.mainFrame) this.events.emit("navigated", page, url, kind);
    });
    events.on("crashed", () => this.events.emit("crashed", page));
    events.on("closed", () => this.#removed(page));
  }

  /** Asks every part at once; one that fails must not keep the others from ending. */
  async #failures(ask: (part: SessionPart) => Promise<unknown> | void): Promise<string[]> {
    const asked = namedParts(this.parts).map(async ([name, part]) => {
      try {
        await ask(part);
        return [];
      } catch (thrown) {
        return [`The session's ${name} did not end well: ${(thrown as Error).message}`];
      }
    });
    return (await Promise.all(asked)).flat();
  }

  #removed(page: SessionPage): void {
    this.#arriving.delete(page.id);
    const wasShown = this.#pages.delete(page.id);
    for (const part of this.everyPart) part.forget?.(page);
    if (!wasShown) return;
    this.events.emit("pageclosed", page);
    if (this.#active !== page) return;
    // What came up over a page leaves it as it was.
    this.#active = this.pages().find(({ engine }) => engine === page.engine.opener) ?? this.pages().at(-1);
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
