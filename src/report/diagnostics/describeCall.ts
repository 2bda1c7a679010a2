import { createHash, createHmac } from "node:crypto";
import type { CallDiagnostic, FailureKind } from "./record.ts";
import { taxonomyOf } from "./taxonomy.ts";

export interface EndedCall {
  tool: string;
  sessionId: string;
  startedAt: number;
  durationMs: number;
  /** Masked already. */
  args: Record<string, unknown>;
  ok: boolean;
  /** As it left. */
  result: unknown;
  capabilityDenials: number;
}

const denied = new Set(["capability-disabled", "blocked"]);
const missing = new Set(["not-found", "ref-gone", "frame-gone", "context-gone", "detached", "covered", "not-visible", "disabled", "ambiguous", "session-not-found"]);
const wrong = new Set(["bad-input", "refused", "bad-path", "invalid", "invalid-selector", "unknown-tool", "too-large", "not-serializable", "unsupported-engine"]);

export function failureKindOf(error: unknown): FailureKind {
  const code = String(error);
  if (code === "timeout" || code === "expired") return "timeout";
  if (denied.has(code)) return "capability-denied";
  if (missing.has(code)) return "target-not-found";
  return wrong.has(code) ? "bad-arg" : "internal";
}

/** Arguments that say what a call was about. Whatever else is text may be somebody's own. */
const telling = new Set(["ref", "selector", "named", "contextRef", "tool", "mode", "format", "session", "page", "frame", "role", "to", "button", "type", "level", "method", "returnType", "category", "severity", "requestId"]);

const MAX_SHOWN = 200;
const MAX_ITEMS = 20;
const MAX_DEPTH = 4;
const HEAD = 80;

/** Keys, types and sizes. A text is told by its size and a hash with this run's own key: the same text is known again, and a guess cannot be tried. */
function redactedArgs(args: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, redacted(name, value, key, 1)]));
}

function redacted(name: string, value: unknown, key: string, depth: number): unknown {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return telling.has(name) && value.length <= MAX_SHOWN ? value : told(value, key);
  if (depth >= MAX_DEPTH) return told(JSON.stringify(value) ?? "", key);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redacted(name, item, key, depth + 1));
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).slice(0, MAX_ITEMS).map(([inner, item]) => [inner, redacted(inner, item, key, depth + 1)]));
}

const told = (text: string, key: string) => ({ __redacted: true, sha256: createHmac("sha256", key).update(text).digest("hex"), byteLength: Buffer.byteLength(text) });

/** A call as the diagnostics keep it. */
export function describeCall(call: EndedCall, key: string): CallDiagnostic {
  const { tool, sessionId, startedAt, durationMs, args, ok, result, capabilityDenials } = call;
  const fields = typeof result === "object" && result !== null ? (result as Record<string, unknown>) : {};
  const { warnings } = fields;
  return {
    kind: "call",
    ts: new Date(startedAt).toISOString(),
    tool,
    sessionId,
    argsRedacted: redactedArgs(args, key),
    resultMeta: {
      ok,
      sizeBytes: sizeOf(result),
      warningsCount: Array.isArray(warnings) ? warnings.length : 0,
      ...(!ok && { failureKind: failureKindOf(fields["error"]) }),
    },
    durationMs,
    capabilityDenials,
    ...evaluated(call, fields),
  };
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** The head of a script is kept, because it shows what its writer was missing; its literals are not. */
function evaluated({ tool, args }: EndedCall, { value }: Record<string, unknown>): Pick<CallDiagnostic, "evalJs"> {
  const expression = args["expr"];
  if ((tool !== "eval_js" && tool !== "poll_eval") || typeof expression !== "string") return {};
  return {
    evalJs: {
      exprSha: createHash("sha256").update(expression).digest("hex"),
      exprHead: headOf(expression),
      returnType: value === null ? "null" : Array.isArray(value) ? "array" : typeof value,
      returnSizeBytes: value === undefined ? 0 : sizeOf(value),
      taxonomy: taxonomyOf(expression),
    },
  };
}

/** A long literal may be data; a short one is mostly a selector or a name. */
const headOf = (expression: string): string =>
  expression.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\]){41,}?\1/gs, "$1…$1").replaceAll(/\s+/g, " ").trim().slice(0, HEAD);
