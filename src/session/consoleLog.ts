import type { ConsoleMessage, PageError } from "../engine/port.ts";
import { Ring } from "./ring.ts";

export interface ConsoleEntry {
  pageId: string;
  ts: number;
  type: ConsoleMessage["level"];
  text: string;
  location?: ConsoleMessage["location"];
  /** How many times the same line came in a row. */
  count: number;
}

export const CONSOLE_RING = 500;

/** The session's console lines; a line that repeats is counted, not stored again. */
export class ConsoleLog {
  readonly entries = new Ring<ConsoleEntry>(CONSOLE_RING);
  #last: ConsoleEntry | undefined;

  add(pageId: string, { ts, level, text, location }: ConsoleMessage): void {
    const last = this.#last;
    if (last && last.pageId === pageId && last.type === level && last.text === text) {
      last.count++;
      last.ts = ts;
      return;
    }
    this.#last = { pageId, ts, type: level, text, ...(location && { location }), count: 1 };
    this.entries.push(this.#last);
  }

  addError(pageId: string, error: PageError): void {
    this.add(pageId, { level: "error", text: error.message, location: error.location, ts: error.ts });
  }

  purge(pageId: string): void {
    this.entries.filter((entry) => entry.pageId !== pageId);
    if (this.#last?.pageId === pageId) this.#last = undefined;
  }

  clear(): void {
    this.entries.clear();
    this.#last = undefined;
  }
}
