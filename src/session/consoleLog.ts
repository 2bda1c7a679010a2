import type { EventEmitter } from "node:events";
import type { ConsoleMessage, EngineContextWorker, EnginePageEvents, PageError } from "../engine/port.ts";
import type { SessionPart } from "./part.ts";
import { Ring } from "./ring.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

export interface ConsoleEntry {
  pageId: string;
  ts: number;
  type: ConsoleMessage["level"];
  text: string;
  location?: ConsoleMessage["location"];
  /** An exception that nothing caught. */
  uncaught?: true;
  /** How many times the same line came in a row. */
  count: number;
}

const CONSOLE_RING = 500;

/** A longer line is cut: 500 of them must not fill the daemon's memory. */
const MAX_TEXT = 8192;

/** The session's console lines; a line that repeats is counted, not stored again. */
export class ConsoleLog implements SessionPart {
  readonly entries = new Ring<ConsoleEntry>(CONSOLE_RING);
  readonly #session: Session;
  #last: ConsoleEntry | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(page: SessionPage): void {
    const { events } = page.engine;
    this.#listenTo(events, () => page);
    events.on("crashed", () => this.add(page.id, { level: "error", text: "The page crashed.", ts: Date.now() }));
  }

  /** An extension's worker has no page of its own: what it says is said to the active one. */
  followWorker({ events, url }: EngineContextWorker, pageNow: () => SessionPage | undefined): void {
    this.#listenTo(events, () => pageNow() ?? (this.#session.parts.extensions.owns(url) ? this.#session.activePage : undefined));
  }

  add(pageId: string, { ts, level, text, location }: ConsoleMessage): void {
    this.#add({ pageId, ts, type: level, text, ...(location && { location }), count: 1 });
  }

  /** With the stack, as a browser's own console shows it. */
  addError(pageId: string, { message, stack, location, ts }: PageError): void {
    const text = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join("\n");
    this.#add({ pageId, ts, type: "error", text: `Uncaught ${text}`, ...(location && { location }), uncaught: true, count: 1 });
  }

  forget({ id: pageId }: SessionPage): void {
    this.entries.filter((entry) => entry.pageId !== pageId);
    if (this.#last?.pageId === pageId) this.#last = undefined;
  }

  clear(): void {
    this.entries.clear();
    this.#last = undefined;
  }

  #listenTo(from: EventEmitter<EnginePageEvents>, pageNow: () => SessionPage | undefined): void {
    const { events } = this.#session;
    from.on("console", (message) => {
      const page = pageNow();
      if (!page) return;
      this.add(page.id, message);
      events.emit("console", page, message);
    });
    from.on("pageerror", (error) => {
      const page = pageNow();
      if (!page) return;
      this.addError(page.id, error);
      events.emit("pageerror", page, error);
    });
  }

  #add(entry: ConsoleEntry): void {
    // Copied: a slice would hold on to the megabytes that it was cut from.
    if (entry.text.length > MAX_TEXT) entry.text = `${Buffer.from(entry.text.slice(0, MAX_TEXT)).toString()}… (${entry.text.length} characters)`;
    const last = this.#last;
    if (last && last.pageId === entry.pageId && last.type === entry.type && last.text === entry.text) {
      last.count++;
      last.ts = entry.ts;
      return;
    }
    this.#last = entry;
    this.entries.push(entry);
  }
}
