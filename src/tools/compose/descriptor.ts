import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";

export const verbs = ["click", "fill", "hover", "press", "select"] as const;
export type Verb = (typeof verbs)[number];

/** What each verb takes besides its target. */
const argsOf = {
  click: z.strictObject({ button: z.enum(["left", "right", "middle"]).optional() }),
  fill: z.strictObject({ value: z.union([z.string(), z.number(), z.boolean()]) }),
  hover: z.strictObject({}),
  press: z.strictObject({ key: z.string().min(1) }),
  select: z.strictObject({ values: z.array(z.union([z.string(), z.number(), z.record(z.string(), z.unknown())])) }),
} satisfies Record<Verb, z.ZodType>;

const evidenceOutput = z.object({
  query: z.string(),
  selectorHint: z.string(),
  selectorTier: z.number(),
  stability: z.enum(["high", "medium", "low"]),
  role: z.string(),
  name: z.string().optional(),
  testId: z.string().optional(),
  score: z.number(),
  actionable: z.union([z.literal(true), z.string()]),
  warnings: z.array(z.string()),
  alternatives: z.array(z.object({ ref: z.string(), role: z.string(), name: z.string(), selectorHint: z.string(), score: z.number() })),
});

/** An intention, captured: which element, what to do with it, why that one, and until when it holds. */
export const descriptorSchema = z.object({
  id: z.string().min(1),
  ref: z.string().regex(/^e\d+$/, "a ref looks like e42"),
  verb: z.enum(verbs),
  args: z.record(z.string(), z.unknown()),
  evidence: evidenceOutput,
  expiresAt: z.number(),
});

export type ActionDescriptor = z.output<typeof descriptorSchema>;

/** The verb's own arguments, checked. */
export function checkedArgs(verb: Verb, args: Record<string, unknown>): Record<string, unknown> {
  const parsed = argsOf[verb].safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DroverError("invalid", `${verb}: ${[...(issue?.path ?? []), issue?.message].join(" ")}`, {
    hint: 'verbArgs: fill {"value"}, press {"key"}, select {"values"}, click {"button"?}, hover {}.',
    fields: { reason: "invalid" },
  });
}

/** A descriptor as it came back from wherever it was kept; refused when it is not one or no longer holds. */
export function checkedDescriptor(given: unknown, now: number): ActionDescriptor {
  const parsed = descriptorSchema.pick({ id: true, ref: true, verb: true, args: true, expiresAt: true }).safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const verb = issue?.path[0] === "verb" ? (given as { verb?: unknown }).verb : undefined;
    if (typeof verb === "string")
      throw new DroverError("invalid", `execute does not know the verb "${verb}"`, { hint: `Plan again with one of ${verbs.join(", ")}.`, fields: { reason: "invalid" } });
    throw new DroverError("invalid", `not a descriptor of plan: ${issue?.path.join(".")} ${issue?.message}`, {
      hint: "Pass what plan returned, unchanged.",
      fields: { reason: "invalid" },
    });
  }
  const { verb, args, expiresAt } = parsed.data;
  checkedArgs(verb, args);
  if (now > expiresAt)
    throw new DroverError("expired", `the descriptor expired ${Math.round((now - expiresAt) / 1000)} s ago`, { hint: "Plan again; ttlMs allows more time.", fields: { reason: "expired" } });
  return given as ActionDescriptor;
}
