import { z } from "zod";
import { searchText } from "../../session/searchText.ts";
import { onOneLine } from "../../session/snapshotText.ts";
import { defineTool } from "../defineTool.ts";
import { boxOutput, contextOutput } from "./shapes.ts";

export const textSearch = defineTool({
  name: "text_search",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Where a text can be read on the page; count 0 means it is not there.",
  details: `Matches are the innermost elements that show the text, in every frame. Without \`exact\` case does not matter
and a part is enough; with it the element's whole text must be equal. What is further down the page counts and has
\`clipped: true\`; what is hidden counts only with \`includeHidden\`.`,
  input: z.object({
    text: z.string().min(1),
    exact: z.boolean().optional(),
    scope: z.string().optional().describe("ref: only inside it"),
    includeHidden: z.boolean().optional(),
    maxMatches: z.int().min(1).max(200).optional(),
  }),
  output: z.object({
    count: z.number(),
    matches: z.array(
      z.object({
        ref: z.string(),
        role: z.string(),
        text: z.string(),
        context: contextOutput.optional(),
        bbox: boxOutput.nullable(),
        clipped: z.boolean(),
        frame: z.string().optional(),
      }),
    ),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ text: "Saved" }, { text: "Wrong Type", scope: "e15" }],
  cli: { positional: ["text"] },
  run: ({ page }, { text, exact, scope, includeHidden, maxMatches = 20 }) =>
    searchText(page, {
      text,
      exact,
      includeHidden,
      maxMatches,
      ...(scope !== undefined && { within: page.locate({ ref: scope }) }),
    }),
  text: ({ count, matches }, style) =>
    style.reader === "person"
      ? [
          `${count} ${count === 1 ? "match" : "matches"}`,
          ...matches.map((match) => `${match.ref.padEnd(6)} ${match.role}  ${onOneLine(match.text)}`),
        ].join("\n")
      : undefined,
});
