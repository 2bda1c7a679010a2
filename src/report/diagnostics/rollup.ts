import type { CallDiagnostic, Diagnostic, Taxonomy } from "./record.ts";

export interface ToolSum {
  count: number;
  failureCount: number;
  p50Duration: number;
  p95Duration: number;
}

export interface EvalPattern {
  exprSha: string;
  exprHead: string;
  count: number;
  taxonomy: Taxonomy;
}

export interface Rollup {
  perTool: Record<string, ToolSum>;
  topEvalJsPatterns: EvalPattern[];
  capabilityDenials: Record<string, number>;
  notesByCategory: Record<string, number>;
  missingPrimitiveHypotheses: Taxonomy[];
}

const TOP_PATTERNS = 10;
/** So often a kind of script is no accident. */
const OFTEN = 3;
const OFTEN_CUSTOM = 5;

/** Of sorted numbers, the one below which so many hundredths lie. */
export const percentile = (sorted: readonly number[], percent: number): number => sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;

/** Adds records up as they are read, without keeping them. */
export class DiagnosticSums {
  readonly #durations = new Map<string, number[]>();
  readonly #failures = new Map<string, number>();
  readonly #denials = new Map<string, number>();
  readonly #notes = new Map<string, number>();
  readonly #patterns = new Map<string, EvalPattern>();

  add(record: Diagnostic): void {
    if (record.kind === "note") increase(this.#notes, record.category);
    else this.#call(record);
  }

  get rollup(): Rollup {
    const patterns = [...this.#patterns.values()].toSorted((a, b) => b.count - a.count);
    return {
      perTool: Object.fromEntries([...this.#durations].toSorted(([a], [b]) => a.localeCompare(b)).map(([tool, durations]) => [tool, this.#toolSum(tool, durations)])),
      topEvalJsPatterns: patterns.slice(0, TOP_PATTERNS),
      capabilityDenials: Object.fromEntries(this.#denials),
      notesByCategory: Object.fromEntries(this.#notes),
      missingPrimitiveHypotheses: hypothesesOf(patterns),
    };
  }

  #call({ tool, durationMs, resultMeta: { ok, failureKind }, evalJs }: CallDiagnostic): void {
    const durations = this.#durations.get(tool) ?? [];
    durations.push(durationMs);
    this.#durations.set(tool, durations);
    if (!ok) increase(this.#failures, tool);
    if (failureKind === "capability-denied") increase(this.#denials, tool);
    if (!evalJs) return;
    const { exprSha, exprHead, taxonomy } = evalJs;
    const known = this.#patterns.get(exprSha) ?? { exprSha, exprHead, count: 0, taxonomy };
    known.count++;
    this.#patterns.set(exprSha, known);
  }

  #toolSum(tool: string, durations: number[]): ToolSum {
    const sorted = durations.toSorted((a, b) => a - b);
    return { count: sorted.length, failureCount: this.#failures.get(tool) ?? 0, p50Duration: percentile(sorted, 50), p95Duration: percentile(sorted, 95) };
  }
}

const increase = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

function hypothesesOf(patterns: readonly EvalPattern[]): Taxonomy[] {
  const counts = new Map<Taxonomy, number>();
  for (const { taxonomy, count } of patterns) if (taxonomy !== "custom") counts.set(taxonomy, (counts.get(taxonomy) ?? 0) + count);
  const often = [...counts].filter(([, count]) => count >= OFTEN).toSorted(([, a], [, b]) => b - a).map(([taxonomy]) => taxonomy);
  return patterns.some(({ taxonomy, count }) => taxonomy === "custom" && count >= OFTEN_CUSTOM) ? [...often, "custom"] : often;
}
