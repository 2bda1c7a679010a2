import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { readFrame } from "../../session/reading.ts";
import { defineTool } from "../defineTool.ts";
import { miss, requireFound, schemaInput } from "./extractShapes.ts";

export const extract = defineTool({
  name: "extract",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary:
    "Data by a JSON schema: property names are matched with test ids and names, or x-drover-source {selector, attr, prop, collection} says where.",
  details: `A property without \`x-drover-source\` is looked for by its own name among test ids, \`itemprop\` and accessible
names, and read as visible text. \`x-drover-source\` says it outright: \`selector\` (inside the current scope), \`attr\`,
\`prop\`, \`text\`, \`value\`. Arrays need \`collection\`, a selector for their containers, or words to find them by.
\`required: true\` makes a miss fail the call; \`default\` fills an optional one. Nothing is made up: every value that was not
found is in \`partialMisses\` with the reason.`,
  input: z.object({
    schema: schemaInput,
    ref: z.string().optional().describe("only inside it"),
    scope: z.string().optional().describe("selector: only inside its first match"),
    mode: z.string().optional().describe("retired"),
  }),
  output: z.object({
    ok: z.literal(true),
    data: z.unknown(),
    evidence: z.object({ refsUsed: z.array(z.string()), selectorsUsed: z.array(z.string()), partialMisses: z.array(miss) }),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [
    { schema: { type: "object", properties: { title: { type: "string" }, price: { type: "number" } } } },
    {
      schema: {
        type: "array",
        "x-drover-source": { collection: "tr.product-row" },
        items: { type: "object", properties: { name: { type: "string", "x-drover-source": { selector: ".name" } } } },
      },
    },
  ],
  run: async ({ page, warn }, { schema, ref, scope, mode }) => {
    if (ref !== undefined && scope !== undefined)
      throw new DroverError("bad-input", "ref and scope exclude each other", {
        hint: "Pass one of them.",
        failure: { source: "drover", kind: "scope" },
      });
    if (mode !== undefined && mode !== "deterministic") warn("mode is retired: extraction is always deterministic");
    const located = ref !== undefined ? page.locate({ ref }) : scope !== undefined ? page.locate({ selector: scope }) : undefined;
    const part = await readFrame(page, located?.frame ?? page.engine.mainFrame, "extract", { schema, target: located?.target });
    requireFound(part, scope);
    return {
      ok: true as const,
      data: part.data,
      evidence: { refsUsed: part.refsUsed, selectorsUsed: part.selectorsUsed, partialMisses: part.misses },
    };
  },
  verbatim: true,
  text: ({ data }, style) => (style.reader === "person" ? JSON.stringify(data, null, 2) : undefined),
});
