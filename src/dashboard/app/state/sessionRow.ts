import type { WheelState } from "../../../protocol/events.ts";

/** A session as list_sessions tells it to the dashboard. */
export interface SessionRow {
  id: string;
  name?: string;
  mode: string;
  browser: string;
  engine: string;
  headless: boolean;
  url: string;
  title: string;
  pages: number;
  openedAt: string;
  drives?: "agent" | "person" | "program";
  /** The agent that opened it, and where. */
  openedBy?: string;
  wheel?: WheelState;
  lastCall?: LastCall;
  /** Open questions. */
  waits: number;
  /** Calls under way. */
  running: number;
  /** Its browser is gone. */
  lost?: true;
}

export interface LastCall {
  tool: string;
  subject?: string;
  ts: number;
  ms?: number;
  ok?: boolean;
  error?: string;
  client?: string;
}

export const nameOf = ({ id, name }: Pick<SessionRow, "id" | "name">): string => name ?? id;

/** Whose turn it is, the most pressing first. */
export type Standing = "asks" | "lost" | "yours" | "held" | "working" | "idle";

export function standingOf(row: SessionRow, tab: string | undefined): Standing {
  if (row.waits > 0) return "asks";
  if (row.lost) return "lost";
  if (row.wheel?.taken) return row.wheel.holder !== undefined && row.wheel.holder === tab ? "yours" : "held";
  return row.running > 0 ? "working" : "idle";
}

const pressing: Record<Standing, number> = { asks: 0, lost: 1, yours: 2, held: 3, working: 4, idle: 4 };

const byName = new Intl.Collator(undefined, { numeric: true });

/** Those that need a person come first; the others keep their places by name, so that cards do not move about while agents work. */
export function inOrder(rows: SessionRow[], tab: string | undefined): SessionRow[] {
  return rows.toSorted((a, b) => pressing[standingOf(a, tab)] - pressing[standingOf(b, tab)] || byName.compare(nameOf(a), nameOf(b)));
}

/** Every word of the filter is somewhere in what is shown of the session. */
export function fits(row: SessionRow, words: string, tab: string | undefined): boolean {
  const shown = [row.id, row.name, row.title, row.url, row.engine, row.browser, row.mode, row.headless ? "headless" : "headed", row.drives, row.openedBy, standingOf(row, tab)].join(" ").toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => shown.includes(word));
}
