import type { ConsoleMessage, NavigationKind, PageError } from "../../engine/port.ts";
import type { DroverError } from "../../protocol/errors.ts";
import type { SessionEvents } from "../events.ts";
import type { NetworkEntry } from "../networkLog.ts";
import type { TellOfAction } from "../part.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { SocketEntry } from "../socketLog.ts";
import type { ActionResult, NavigationReport } from "./actionResult.ts";

const MAX_LINES = 10;
const MAX_LINE_LENGTH = 300;
const MAX_FRAMES = 20;

/** What the session's parts tell of an action, together. */
export interface PartsTold {
  fields: Partial<ActionResult>;
  warnings: string[];
  error: DroverError | undefined;
}

/** Everything that happens in a session from just before an action until its result is made. */
export class ActionWindow {
  readonly startedAt = Date.now();
  readonly urlBefore: string;
  readonly requests: NetworkEntry[] = [];
  readonly frames: SocketEntry[] = [];
  readonly newPages: SessionPage[] = [];
  readonly consoleErrors: string[] = [];
  readonly pageErrors: string[] = [];
  consoleWarnings = 0;
  readonly #kinds = new Set<NavigationKind>();
  readonly #session: Session;
  readonly #page: SessionPage;
  readonly #stops: (() => void)[] = [];
  readonly #tells: TellOfAction[];

  /** The action is to leave the page: what that one does on its way out is no failure. */
  readonly leavesPage: boolean;

  constructor(session: Session, page: SessionPage, { leavesPage = false } = {}) {
    this.#session = session;
    this.#page = page;
    this.leavesPage = leavesPage;
    this.urlBefore = page.url;
    this.on("console", (of, message) => this.concerns(of) && this.#console(message));
    this.on("pageerror", (of, error) => this.concerns(of) && this.#pageError(error));
    this.on("request", (of, entry) => this.concerns(of) && this.requests.push(entry));
    this.on("socketframe", (of, frame) => this.concerns(of) && this.frames.length < MAX_FRAMES && this.frames.push(frame));
    this.on("navigated", (of, _url, kind) => of === page && this.#kinds.add(kind));
    this.on("pageopened", (opened) => opened.isOpenedByCall || this.newPages.push(opened));
    this.#stops.push(page.parts.cast.giveWay());
    this.#tells = session.everyPart.flatMap((part) => part.watchAction?.(this) ?? []);
  }

  /** Listens until the action is over. */
  on<E extends keyof SessionEvents>(event: E, listener: (...args: SessionEvents[E]) => unknown): void {
    const { events } = this.#session;
    const handler = listener as (...args: unknown[]) => void;
    events.on(event, handler as never);
    this.#stops.push(() => events.off(event, handler as never));
  }

  /** Is that the action's page, or one that it has opened? */
  concerns(page: SessionPage): boolean {
    return page === this.#page || this.newPages.includes(page);
  }

  /** The last document that the page itself asked for, each redirect being one. */
  get documentRequest(): NetworkEntry | undefined {
    const { id, engine } = this.#page;
    return this.requests.findLast(({ type, pageId, frameId }) => type === "document" && pageId === id && frameId === engine.mainFrame.id);
  }

  /** The page that was to be left is still there. */
  get isLeaving(): boolean {
    return this.leavesPage && !this.#kinds.has("full_load");
  }

  async told(outcome: "done" | "failed"): Promise<PartsTold> {
    const told = await Promise.all(this.#tells.map((tell) => tell(outcome)));
    return {
      fields: Object.assign({}, ...told.map(({ fields }) => fields)),
      warnings: told.flatMap(({ warnings = [] }) => warnings),
      error: told.find(({ error }) => error)?.error,
    };
  }

  navigation(): NavigationReport {
    const kind = (["full_load", "spa", "hash"] as const).find((each) => this.#kinds.has(each)) ?? null;
    const from = this.urlBefore;
    const to = this.#page.url;
    const changed = kind === "full_load" || (kind !== null && from !== to);
    return changed ? { changed, from, to, kind } : { changed: false, kind: null };
  }

  end(): void {
    for (const stop of this.#stops) stop();
    this.#page.parts.actions.push({ from: this.startedAt, to: Date.now() });
  }

  #console({ level, text }: ConsoleMessage): void {
    if (level === "warning") this.consoleWarnings++;
    if (level === "error") addLine(this.consoleErrors, text);
  }

  #pageError({ message }: PageError): void {
    addLine(this.pageErrors, message);
  }
}

function addLine(lines: string[], text: string): void {
  const line = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
  if (lines.length < MAX_LINES && !lines.includes(line)) lines.push(line);
}
