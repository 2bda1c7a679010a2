import { ms, stackOf, type CallFrame, type TraceEvent } from "./traceEvent.ts";

export interface LayoutOrigin {
  originatingStack: string;
  count: number;
  totalDurationMs: number;
  /** The innermost call that has an address. */
  at?: { url: string; line: number; column: number; functionName?: string };
}

const MAX_ORIGINS = 5_000;
const MAX_FRAMES = 8;
const styles = new Set(["UpdateLayoutTree", "RecalculateStyles"]);

interface Origin {
  count: number;
  total: number;
  frame: CallFrame | undefined;
}

/** Layouts and style recalculations, and which of them a script forced by asking for geometry. */
export class Thrashing {
  static readonly names = ["Layout", ...styles];
  readonly #byProcess = new Map<number, { origins: Map<string, Origin>; layouts: number; styles: number; forced: number; forcedTotal: number }>();

  add(event: TraceEvent): void {
    const { name, ph, pid = 0, dur = 0 } = event;
    const isLayout = name === "Layout";
    if (ph !== "X" || !(isLayout || styles.has(name))) return;
    const of = this.#of(pid);
    if (isLayout) of.layouts++;
    else of.styles++;
    // Only what a script set off has a stack.
    const stack = stackOf(event);
    if (stack.length === 0) return;
    if (isLayout) {
      of.forced++;
      of.forcedTotal += dur;
    }
    const key = described(stack);
    const known = of.origins.get(key);
    if (!known && of.origins.size >= MAX_ORIGINS) return;
    const origin = known ?? { count: 0, total: 0, frame: stack.find(({ url }) => url) };
    origin.count++;
    origin.total += dur;
    of.origins.set(key, origin);
  }

  facts(isPages: (pid: number | undefined) => boolean): { forcedLayouts: { count: number; totalMs: number; byOrigin: LayoutOrigin[] }; layoutEvents: number; styleEvents: number } {
    const ofPage = [...this.#byProcess].filter(([pid]) => isPages(pid)).map(([, facts]) => facts);
    const sum = (value: (facts: (typeof ofPage)[number]) => number) => ofPage.reduce((total, facts) => total + value(facts), 0);
    const byOrigin = ofPage
      .flatMap(({ origins }) => [...origins])
      .map(([originatingStack, { count, total, frame }]) => ({ originatingStack, count, totalDurationMs: ms(total), ...(frame?.url && { at: placeOf(frame, frame.url) }) }))
      .toSorted((a, b) => b.count - a.count || b.totalDurationMs - a.totalDurationMs);
    return {
      forcedLayouts: { count: sum(({ forced }) => forced), totalMs: ms(sum(({ forcedTotal }) => forcedTotal)), byOrigin },
      layoutEvents: sum(({ layouts }) => layouts),
      styleEvents: sum(({ styles: count }) => count),
    };
  }

  #of(pid: number) {
    const known = this.#byProcess.get(pid) ?? { origins: new Map<string, Origin>(), layouts: 0, styles: 0, forced: 0, forcedTotal: 0 };
    this.#byProcess.set(pid, known);
    return known;
  }
}

const placeOf = ({ lineNumber = 1, columnNumber = 1, functionName }: CallFrame, url: string) => ({
  url,
  line: lineNumber,
  column: columnNumber,
  ...(functionName && { functionName }),
});

/** As a stack reads: innermost first. */
function described(stack: CallFrame[]): string {
  const frames = stack.slice(0, MAX_FRAMES).map(({ functionName, url, lineNumber, columnNumber }) => `${functionName || "(anonymous)"} ${url || "<anonymous>"}:${lineNumber ?? 0}:${columnNumber ?? 0}`);
  return frames.join("\n");
}
