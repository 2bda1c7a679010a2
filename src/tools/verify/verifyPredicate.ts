import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { evaluatePredicate, predicateSchema } from "./predicate.ts";
import { refuted, verified, verifiedOutput } from "./verification.ts";

export const verifyPredicate = defineTool({
  name: "verify_predicate",
  family: "verify",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  summary: "Assert something about data you have, e.g. an ActionResult, in a fixed vocabulary.",
  details: `Leaves: \`equals notEquals contains notContains gt lt gte lte between matches exists\`, each with a dotted \`key\` that
begins with actionResult, snapshot, element, value or expect; \`.length\` counts. Combinators \`and or not\` take \`predicates\`.`,
  input: z.object({ predicate: predicateSchema, data: z.record(z.string(), z.unknown()) }),
  output: verifiedOutput,
  engines: { chromium: "full", firefox: "full" },
  examples: [
    {
      predicate: { kind: "equals", key: "actionResult.element.value", value: "Engineering" },
      data: { actionResult: { element: { value: "Engineering" } } },
    },
  ],
  run: async (_, { predicate, data }) => {
    const { holds, kind, key, expected, actual } = evaluatePredicate(predicate, data);
    if (!holds) throw refuted({ kind, expected, actual: actual ?? null, ...(key !== undefined && { evidence: { key } }) });
    return verified;
  },
});
