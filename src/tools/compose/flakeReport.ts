import type { BatchReport } from "./batch.ts";
import type { BatchCall, CallResult } from "./innerCall.ts";

export interface StepReport {
  step: number;
  tool: string;
  label?: string;
  runs: number;
  ok: number;
  successRate: number;
  errors: string[];
  signatures: string[];
}

export interface CachedResolver {
  step: number;
  tool: string;
  label?: string;
  ref?: string;
  selector?: string;
  named?: string;
  selectorHint?: string;
  descriptor?: Record<string, unknown>;
  agreedRuns: number;
}

export interface FlakeReport {
  steps: StepReport[];
  firstDivergence: number | null;
  cachedResolvers: CachedResolver[];
}

/** More kinds of error than this are themselves the finding. */
const MAX_ERRORS = 8;

/** What shifted between runs of the same calls. */
export function compareRuns(calls: readonly BatchCall[], runs: readonly BatchReport[]): FlakeReport {
  const reached = calls.map((_, step) => runs.map((run) => run.results[step]).filter((result) => result !== undefined));
  const steps = calls.map((call, step) => stepReport(call, step, reached[step] ?? []));
  const divergence = steps.findIndex(({ ok, runs: count }) => ok > 0 && ok < count);
  return {
    steps,
    firstDivergence: divergence < 0 ? null : divergence,
    cachedResolvers: calls.flatMap((call, step) => resolverOf(call, step, reached[step] ?? []) ?? []),
  };
}

function stepReport(call: BatchCall, step: number, results: readonly CallResult[]): StepReport {
  const ok = results.filter((result) => result.ok).length;
  const distinct = (texts: (string | undefined)[]) => [...new Set(texts.filter((text) => text !== undefined))];
  return {
    step,
    tool: call.tool,
    ...(call.label !== undefined && { label: call.label }),
    runs: results.length,
    ok,
    successRate: results.length === 0 ? 0 : Math.round((ok / results.length) * 1000) / 1000,
    errors: distinct(results.map((result) => result.error)).slice(0, MAX_ERRORS),
    signatures: distinct(results.map((result) => signatureOf(call, result))),
  };
}

interface Resolution {
  ref?: string;
  selector?: string;
  named?: string;
  selectorHint?: string;
  descriptor?: Record<string, unknown>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Which element a step landed on: what plan and find chose, or what the call itself named. */
function resolutionOf(call: BatchCall, { result }: CallResult): Resolution | undefined {
  if (!isRecord(result)) return undefined;
  if (call.tool === "plan") {
    const evidence = isRecord(result["evidence"]) ? result["evidence"] : {};
    return { ref: text(result["ref"]), selectorHint: text(evidence["selectorHint"]), descriptor: result };
  }
  if (call.tool === "find") {
    const [top] = Array.isArray(result["candidates"]) ? (result["candidates"] as unknown[]) : [];
    return isRecord(top) ? { ref: text(top["ref"]), selectorHint: text(top["selectorHint"]) } : undefined;
  }
  const { ref, selector, named } = call.args ?? {};
  const given = { ...(text(ref) && { ref: text(ref) }), ...(text(selector) && { selector: text(selector) }), ...(text(named) && { named: text(named) }) };
  return Object.keys(given).length > 0 ? given : undefined;
}

function signatureOf(call: BatchCall, result: CallResult): string | undefined {
  const resolution = resolutionOf(call, result);
  if (!resolution) return undefined;
  const { ref, selector, named, selectorHint } = resolution;
  return selectorHint === undefined ? (ref ?? selector ?? named) : `${ref}::${selectorHint}`;
}

/** What a later run may rely on: every run that came here succeeded on the same element. */
function resolverOf(call: BatchCall, step: number, results: readonly CallResult[]): CachedResolver | undefined {
  const [first] = results;
  if (!first || !results.every((result) => result.ok)) return undefined;
  const signatures = new Set(results.map((result) => signatureOf(call, result)));
  const resolution = resolutionOf(call, results.at(-1) ?? first);
  if (!resolution || signatures.size !== 1 || signatures.has(undefined)) return undefined;
  return { step, tool: call.tool, ...(call.label !== undefined && { label: call.label }), ...resolution, agreedRuns: results.length };
}
