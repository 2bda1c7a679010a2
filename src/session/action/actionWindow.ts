import type { ConsoleMessage, DialogOpened, DownloadStarted, NavigationKind, PageError } from "../../engine/port.ts";
import type { HandledDialog } from "../dialogPolicy.ts";
import type { SessionEvents } from "../events.ts";
import type { NetworkEntry } from "../networkLog.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { SocketEntry } from "../socketLog.ts";
import type { NavigationReport } from "./actionResult.ts";

const MAX_LINES = 10;
const MAX_LINE_LENGTH = 300;
const MAX_DIALOGS = 20;
const MAX_FRAMES = 20;

/** Everything that happens in a session from just before an action until its result is made. */
export class ActionWindow {
  readonly startedAt = Date.now();
  readonly urlBefore: string;
  readonly requests: NetworkEntry[] = [];
  readonly frames: SocketEntry[] = [];
  readonly dialogs: HandledDialog[] = [];
  readonly newPages: SessionPage[] = [];
  readonly consoleErrors: string[] = [];
  readonly pageErrors: string[] = [];
  readonly downloads: DownloadStarted[] = [];
  consoleWarnings = 0;
  dialogCount = 0;
  readonly #kinds = new Set<NavigationKind>();
  readonly #session: Session;
  readonly #page: SessionPage;
  readonly #stops: (() => void)[] = [];

  constructor(session: Session, page: SessionPage) {
    this.#session = session;
    this.#page = page;
    this.urlBefore = page.url;
    this.#on("console", (of, message) => this.#ours(of) && this.#console(message));
    this.#on("pageerror", (of, error) => this.#ours(of) && this.#pageError(error));
    this.#on("request", (of, entry) => this.#ours(of) && this.requests.push(entry));
    this.#on("socketframe", (of, frame) => this.#ours(of) && this.frames.length < MAX_FRAMES && this.frames.push(frame));
    this.#on("navigated", (of, _url, kind) => of === page && this.#kinds.add(kind));
    this.#on("dialog", (_of, dialog, handledAs) => this.#dialog(dialog, handledAs));
    this.#on("pageopened", (opened) => this.newPages.push(opened));
    this.#on("download", (of, download) => this.#ours(of) && this.downloads.push(download));
  }

  get raised(): boolean {
    return this.dialogs.some((dialog) => dialog.handledAs === "raised");
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
    windowsOf(this.#page).push({ from: this.startedAt, to: Date.now() });
  }

  #ours(page: SessionPage): boolean {
    return page === this.#page || this.newPages.includes(page);
  }

  #on<E extends keyof SessionEvents>(event: E, listener: (...args: SessionEvents[E]) => unknown): void {
    const { events } = this.#session;
    const handler = listener as (...args: unknown[]) => void;
    events.on(event, handler as never);
    this.#stops.push(() => events.off(event, handler as never));
  }

  #console({ level, text }: ConsoleMessage): void {
    if (level === "warning") this.consoleWarnings++;
    if (level === "error") addLine(this.consoleErrors, text);
  }

  #pageError({ message }: PageError): void {
    addLine(this.pageErrors, message);
  }

  #dialog({ kind, message, defaultValue }: DialogOpened, handledAs: HandledDialog["handledAs"]): void {
    this.dialogCount++;
    const handled = { kind, message, ...(defaultValue !== undefined && { defaultValue }), handledAs };
    if (this.dialogs.length < MAX_DIALOGS) this.dialogs.push(handled);
    // Reported with this action; the next one need not hear of it.
    if (handledAs === "raised") this.#session.raisedDialogs.pop();
  }
}

function addLine(lines: string[], text: string): void {
  const line = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
  if (lines.length < MAX_LINES && !lines.includes(line)) lines.push(line);
}

interface Span {
  from: number;
  to: number;
}

const MAX_SPANS = 100;
/** What an action set off may start its last request a little after the action's end. */
const AFTERMATH_MS = 300;

class Spans {
  readonly #spans: Span[] = [];

  push(span: Span): void {
    this.#spans.push(span);
    if (this.#spans.length > MAX_SPANS) this.#spans.shift();
  }

  covers(time: number): boolean {
    return this.#spans.some(({ from, to }) => time >= from && time <= to + AFTERMATH_MS);
  }
}

const spansOf = new WeakMap<SessionPage, Spans>();

/** When actions ran on a page: what the page asks for at other times, it asks for by itself. */
export function windowsOf(page: SessionPage): Spans {
  const known = spansOf.get(page) ?? new Spans();
  spansOf.set(page, known);
  return known;
}
