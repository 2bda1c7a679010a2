import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { searchText } from "../../session/searchText.ts";
import { defineTool } from "../defineTool.ts";
import { refuted, unchecked, verified, verifiedOutput } from "./verification.ts";

export const verifyCount = defineTool({
  name: "verify_count",
  family: "verify",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Assert how many elements match a selector, or show a text.",
  input: z.object({ selector: z.string().optional(), text: z.string().min(1).optional(), contextRef: z.string().optional().describe("only inside this ref"), n: z.int().min(0) }),
  output: verifiedOutput,
  engines: { chromium: "full", firefox: "full" },
  examples: [
    { selector: "tr.record", n: 5 },
    { text: "Wrong Type", n: 0 },
  ],
  run: async ({ page }, { selector, text, contextRef, n }) => {
    const actual = await unchecked("count", n, async () => {
      if ((selector === undefined) === (text === undefined))
        throw new DroverError("bad-input", "pass exactly one of selector and text");
      if (selector === undefined) return (await searchText(page, { text: text ?? "", maxMatches: 0, ...(contextRef !== undefined && { within: page.locate({ ref: contextRef }) }) })).count;
      const located = page.locate({ selector, ...(contextRef !== undefined && { contextRef }) });
      return located.frame.ask("count", { target: located.target });
    });
    if (actual !== n) throw refuted({ kind: "count", expected: n, actual });
    return verified;
  },
});
