import { z } from "zod";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

export const generateLocator = defineTool({
  name: "generate_locator",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "A Playwright locator for a ref, tried on the page, to paste into a spec.",
  details: `Test id, then role and name, then a CSS path; the first that resolves to exactly this element. \`components\` are
the parts for those who build their own. In a frame the expression is relative to that frame.`,
  input: z.object({ ref: z.string() }),
  output: z.object({
    ok: z.literal(true),
    playwright: z.string(),
    stability: z.enum(["high", "medium", "low"]),
    components: z.array(
      z.object({
        kind: z.enum(["testid", "role", "text", "css"]),
        value: z.string(),
        name: z.string().optional(),
        attribute: z.string().optional(),
      }),
    ),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e42" }],
  cli: { positional: ["ref"] },
  run: async ({ page, session }, { ref }) => {
    try {
      const { frame, target } = page.locate({ ref });
      const locator = await frame.ask("locator", { target, testAttributes: session.config.testAttributes });
      return { ok: true as const, ...locator };
    } catch (thrown) {
      if (!isDroverError(thrown) || thrown.code !== "ref-gone") throw thrown;
      const hint = `ref "${ref}" is not in this session's registry or no longer on the page. Call snapshot() or find() first.`;
      throw new DroverError("ref-gone", thrown.message, {
        hint,
        failure: { source: "drover", kind: "ref-not-found", ref, hint },
      });
    }
  },
  text: ({ playwright }, style) => (style.reader === "person" ? playwright : undefined),
});
