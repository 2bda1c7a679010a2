import { z } from "zod";

const failureKinds = ["capability-denied", "timeout", "target-not-found", "bad-arg", "internal"] as const;
export const noteCategories = ["missing-primitive", "workaround", "perf-concern", "ergonomic-friction", "other"] as const;
export const noteSeverities = ["info", "warn", "blocker"] as const;
export const taxonomies = ["dom-query", "storage-access", "computed-style", "callback-trigger", "feature-detect", "custom"] as const;

const evalShape = z.object({
  exprSha: z.string(),
  exprHead: z.string(),
  returnType: z.string(),
  returnSizeBytes: z.number(),
  taxonomy: z.enum(taxonomies),
});

/** One call, by what it was and how it ended: never by what it said. */
const callRecordShape = z.object({
  kind: z.literal("call"),
  ts: z.string(),
  tool: z.string(),
  sessionId: z.string(),
  argsRedacted: z.record(z.string(), z.unknown()),
  resultMeta: z.object({ ok: z.boolean(), sizeBytes: z.number(), warningsCount: z.number(), failureKind: z.enum(failureKinds).optional() }),
  durationMs: z.number(),
  capabilityDenials: z.number(),
  evalJs: evalShape.optional(),
});

/** What an agent has to say of its tools. */
export const noteRecordShape = z.object({
  kind: z.literal("note"),
  ts: z.string(),
  sessionId: z.string(),
  insight: z.string(),
  category: z.enum(noteCategories),
  severity: z.enum(noteSeverities),
  ref: z.string().optional(),
});

export const diagnosticShape = z.discriminatedUnion("kind", [callRecordShape, noteRecordShape]);

export type CallDiagnostic = z.infer<typeof callRecordShape>;
export type NoteDiagnostic = z.infer<typeof noteRecordShape>;
export type Diagnostic = z.infer<typeof diagnosticShape>;
export type FailureKind = (typeof failureKinds)[number];
export type Taxonomy = (typeof taxonomies)[number];
