import { z } from "zod";
import type { ExtractMiss, ExtractSchema } from "../../page/see/api.ts";
import { DroverError } from "../../protocol/errors.ts";

/** A key that is written wrongly would read something else than was meant. */
const source = z.strictObject({
  selector: z.string().optional(),
  attr: z.string().optional(),
  prop: z.string().optional(),
  text: z.unknown().optional(),
  value: z.unknown().optional(),
  query: z.string().optional(),
  collection: z.string().optional(),
});

/** JSON Schema's shape, loosely: what Drover does not know is left alone. */
export const schemaInput: z.ZodType<ExtractSchema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    properties: z.record(z.string(), schemaInput).optional(),
    items: schemaInput.optional(),
    required: z.union([z.boolean(), z.array(z.string())]).optional(),
    default: z.unknown().optional(),
    "x-drover-source": source.optional(),
  }),
);

export const miss = z.object({ path: z.string(), reason: z.string(), required: z.boolean() });

/** Refuses where the scope or a value that must be there was not found. */
export function requireFound({ scopeFound, misses }: { scopeFound: boolean; misses: ExtractMiss[] }, scope: string | undefined): void {
  if (!scopeFound)
    throw new DroverError("not-found", `nothing matches the scope ${scope}`, {
      hint: "Check the selector with find or snapshot.",
      failure: { source: "app", kind: "scope", expected: `a match for ${scope}`, actual: 0 },
    });
  const lost = misses.filter((each) => each.required);
  if (lost.length === 0) return;
  throw new DroverError("not-found", `required ${lost.length === 1 ? "value" : "values"} not found: ${lost.map((each) => each.path).join(", ")}`, {
    failure: { source: "app", kind: "required", expected: lost.map((each) => each.path), actual: lost.map((each) => each.reason), partialMisses: misses },
  });
}
