import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { DroverError } from "../../protocol/errors.ts";
import { namesElement, oneElement, summaryOf } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { elementTarget } from "../see/shapes.ts";

export const highlight = defineTool({
  name: "highlight",
  family: "pictures",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  batch: true,
  summary: "Draw a box around an element, or every match of a selector, to show it to a person; clear:true takes all away.",
  details: `The box follows its element and stays until \`clear: true\`, the element goes or the page is left. It is drawn over the page, in pictures and videos too, takes no
clicks and is not in snapshots; a page could notice an element of ours at the end of its root. At most 50 matches get one.`,
  input: z.object({
    ...elementTarget,
    label: z.string().min(1).max(80).optional(),
    color: z.string().regex(/^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,30})$/, "a CSS colour by name or #hex").optional(),
    clear: z.boolean().optional(),
  }),
  output: z.object({ ok: z.literal(true), shown: z.number(), matches: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e12", label: "Here" }, { selector: "a[href^=http]" }, { clear: true }],
  cli: { positional: ["target"] },
  run: async ({ page, warn }, { label, color = "#d90429", clear = false, ...target }) => {
    if (clear) {
      await Promise.all(page.engine.frames().map((frame) => mayFail(frame.ask("clearHighlights", null), "a frame that goes away takes its boxes along")));
      if (!namesElement(target)) return { ok: true as const, shown: 0 };
    }
    const element = oneElement(target);
    const { frame, target: inFrame } = page.locate(element);
    const { matches, shown } = await frame.ask("highlight", { target: inFrame, label, color });
    if (matches === 0) throw new DroverError("not-found", `nothing matches ${summaryOf(element)}`, { hint: "snapshot or find show what is there." });
    if (shown < matches) warn(`Only the first ${shown} of ${matches} matches have a box.`);
    return { ok: true as const, shown, matches };
  },
});
