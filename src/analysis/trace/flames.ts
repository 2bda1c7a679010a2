import { LongTasks } from "./longTasks.ts";
import { ms, numberIn, textIn, type TraceEvent, type TraceSpan } from "./traceEvent.ts";

/** A stretch of work on the main thread, and how deep it is in others. */
export interface Flame {
  startMs: number;
  durationMs: number;
  depth: number;
  name: string;
  /** Where it is in somebody's code. */
  at?: string;
}

/** Shorter than this is not to be seen in a picture of a load. */
const WORTH_DRAWING = 300;
const MAX_DRAWN = 4_000;
const MAX_KEPT = 200_000;

interface Span extends TraceSpan {
  at: string | undefined;
}

const drawn = new Set<string>(LongTasks.names);

/** Gathers what a flame chart shows. */
export class Flames {
  static readonly wanted = (name: string, duration: number): boolean => duration >= WORTH_DRAWING && drawn.has(name);
  readonly #spans: Span[] = [];

  add({ name, ph, pid, tid, ts = 0, dur = 0, args }: TraceEvent): void {
    if (ph !== "X" || !Flames.wanted(name, dur) || this.#spans.length >= MAX_KEPT) return;
    this.#spans.push({ name, pid, tid, from: ts, to: ts + dur, at: placeOf(args?.data) });
  }

  /** In their order; of too many the longest. */
  list(isMain: (pid: number | undefined, tid: number | undefined) => boolean, since: (ts: number) => number): Flame[] {
    const spans = this.#spans.filter(({ pid, tid }) => isMain(pid, tid));
    const longest = spans.length > MAX_DRAWN ? spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_DRAWN) : spans;
    const open = new Map<string, Span[]>();
    return longest
      .toSorted((a, b) => a.from - b.from || b.to - a.to)
      .map((span) => {
        const thread = `${span.pid} ${span.tid}`;
        const around = (open.get(thread) ?? []).filter(({ to }) => to >= span.to && to > span.from);
        open.set(thread, [...around, span]);
        return { startMs: since(span.from), durationMs: ms(span.to - span.from), depth: around.length, name: span.name, ...(span.at && { at: span.at }) };
      });
  }
}

function placeOf(data: Record<string, unknown> | undefined): string | undefined {
  const url = textIn(data, "url");
  const named = textIn(data, "functionName") ?? textIn(data, "type");
  const line = numberIn(data, "lineNumber");
  const place = url && `${url}${line === undefined ? "" : `:${line}`}`;
  return [named, place].filter(Boolean).join(" ") || undefined;
}
