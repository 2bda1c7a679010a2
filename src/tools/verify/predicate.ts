import { z } from "zod";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";

/** A fixed vocabulary of checks over data: no script anywhere. `batch.expect` speaks it too. */
export type Predicate =
  | { kind: "equals" | "notEquals" | "contains" | "notContains"; key: string; value: unknown }
  | { kind: "gt" | "lt" | "gte" | "lte"; key: string; value: number }
  | { kind: "between"; key: string; lo: number; hi: number }
  | { kind: "matches"; key: string; value: string }
  | { kind: "exists"; key: string }
  | { kind: "and" | "or" | "not"; predicates: Predicate[] };

const roots = ["actionResult", "snapshot", "element", "value", "expect"] as const;

const key = z
  .string()
  .regex(new RegExp(`^(${roots.join("|")})(\\.|\\[|$)`), `a key starts with ${roots.join(", ")}`)
  .describe("dotted path, e.g. actionResult.element.value");

const MAX_PATTERN = 500;

const pattern = z
  .string()
  .max(MAX_PATTERN)
  .refine((source) => {
    return unlessMalformed(() => Boolean(new RegExp(source)), false);
  }, "not a regular expression");

export const predicateSchema: z.ZodType<Predicate> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.enum(["equals", "notEquals", "contains", "notContains"]), key, value: z.unknown() }),
    z.strictObject({ kind: z.enum(["gt", "lt", "gte", "lte"]), key, value: z.number() }),
    z.strictObject({ kind: z.literal("between"), key, lo: z.number(), hi: z.number() }),
    z.strictObject({ kind: z.literal("matches"), key, value: pattern }),
    z.strictObject({ kind: z.literal("exists"), key }),
    z.strictObject({ kind: z.enum(["and", "or", "not"]), predicates: z.array(predicateSchema).min(1).max(50) }),
  ]),
) as z.ZodType<Predicate>;

/** Where a check went wrong: the first leaf that decided against. */
export interface Verdict {
  holds: boolean;
  kind: string;
  key?: string;
  expected?: unknown;
  actual?: unknown;
}

/** Reads `a.b[0].length`; own properties only, `.length` of arrays and strings. */
export function readPath(data: unknown, path: string): unknown {
  let at: unknown = data;
  for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
    if (step === "length" && (typeof at === "string" || Array.isArray(at))) at = at.length;
    else if (typeof at === "object" && at !== null && Object.hasOwn(at, step)) at = (at as Record<string, unknown>)[step];
    else return undefined;
  }
  return at;
}

const same = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b))
    return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (name) => Object.hasOwn(b, name) && same((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  );
};

function includes(actual: unknown, wanted: unknown): boolean {
  if (typeof actual === "string") return actual.includes(String(wanted));
  if (Array.isArray(actual)) return actual.some((item) => same(item, wanted));
  return typeof actual === "object" && actual !== null && typeof wanted === "string" && Object.hasOwn(actual, wanted);
}

const compare: Record<"gt" | "lt" | "gte" | "lte", (actual: number, wanted: number) => boolean> = {
  gt: (actual, wanted) => actual > wanted,
  lt: (actual, wanted) => actual < wanted,
  gte: (actual, wanted) => actual >= wanted,
  lte: (actual, wanted) => actual <= wanted,
};

export function evaluatePredicate(predicate: Predicate, data: unknown): Verdict {
  if ("predicates" in predicate) return combine(predicate, data);
  const actual = readPath(data, predicate.key);
  const verdict = (holds: boolean, expected?: unknown): Verdict => ({
    holds,
    kind: predicate.kind,
    key: predicate.key,
    expected,
    actual,
  });
  switch (predicate.kind) {
    case "equals":
      return verdict(same(actual, predicate.value), predicate.value);
    case "notEquals":
      return verdict(!same(actual, predicate.value), predicate.value);
    case "contains":
      return verdict(includes(actual, predicate.value), predicate.value);
    case "notContains":
      return verdict(!includes(actual, predicate.value), predicate.value);
    case "between":
      return verdict(typeof actual === "number" && actual >= predicate.lo && actual <= predicate.hi, {
        lo: predicate.lo,
        hi: predicate.hi,
      });
    case "matches":
      return verdict(typeof actual === "string" && new RegExp(predicate.value).test(actual), predicate.value);
    case "exists":
      return verdict(actual !== undefined && actual !== null, "a value");
    default:
      return verdict(typeof actual === "number" && compare[predicate.kind](actual, predicate.value), predicate.value);
  }
}

function combine(predicate: Predicate & { predicates: Predicate[] }, data: unknown): Verdict {
  const verdicts = predicate.predicates.map((each) => evaluatePredicate(each, data));
  const failed = verdicts.find((verdict) => !verdict.holds);
  const held = verdicts.find((verdict) => verdict.holds);
  if (predicate.kind === "and") return failed ?? { holds: true, kind: "and" };
  if (predicate.kind === "or") return held ? { holds: true, kind: "or" } : { ...(failed ?? { kind: "or" }), holds: false };
  return held ? { ...held, holds: false, kind: "not" } : { holds: true, kind: "not" };
}
