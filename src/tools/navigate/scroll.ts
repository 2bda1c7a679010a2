import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import type { ActionPlan } from "../../session/action/perform.ts";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { namesElement, oneTarget } from "../../session/elementTarget.ts";
import { actionOptions, targetInput } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";

export const scroll = defineTool({
  name: "scroll",
  family: "navigate",
  capability: "navigation",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  summary: "Scroll the page, a container, to an element, or by wheel at a point.",
  details: `Without a target: \`to\` an edge or \`by\` so many pixels. An element alone is brought into view; an element with \`to\` or
\`by\` is scrolled itself. \`coords\` turns the wheel there. \`element.scroll\` tells the scroller's geometry afterwards.`,
  input: z.object({
    ...targetInput,
    to: z.enum(["top", "bottom", "left", "right"]).optional().describe("edge"),
    by: z.object({ x: z.number().optional(), y: z.number().optional() }).optional().describe("pixels"),
    intoView: z.boolean().optional().describe("only bring the target into view"),
    ...actionOptions,
  }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ to: "bottom" }, { ref: "e60" }, { ref: "e22", by: { y: 400 } }, { coords: { x: 512, y: 380 }, by: { y: 240 } }],
  cli: { positional: ["to"] },
  run: async (context, { to, by, intoView, mode, maxResultTokens, ...input }) => {
    const { target, coords } = namesElement(input) || input.coords ? oneTarget(input) : {};
    const moves = to !== undefined || by?.x !== undefined || by?.y !== undefined;
    if (!target && !moves)
      throw new DroverError("bad-input", "scroll has nothing to do: no target, no to and no by", { hint: 'Example: scroll({to:"bottom"}) or scroll({by:{y:400}})' });
    if (coords && !by) throw new DroverError("bad-input", "scrolling at coords needs by", { hint: 'Example: scroll({coords:{x:10,y:10}, by:{y:240}})' });
    const plan: Omit<ActionPlan, "run"> = {
      type: "scroll",
      details: { ...(to && { to }), ...(by && { by }) },
      options: { mode, maxResultTokens },
      scroll: true,
    };
    if (coords)
      return perform(context, {
        ...plan,
        coords,
        run: ({ page }) => page.engine.input.wheel({ ...coords, deltaX: by?.x ?? 0, deltaY: by?.y ?? 0 }),
      });
    const within = target && moves && intoView !== true;
    return perform(context, {
      ...plan,
      ...(target && { target, ready: "attached" }),
      run: async ({ page, aimed }) => {
        const frame = aimed?.frame ?? page.engine.mainFrame;
        const geometry = await frame.ask("scroll", { ...(aimed && { target: aimed.target }), ...((within || !target) && { to, by }) });
        return within ? { element: { scroll: geometry } } : undefined;
      },
    });
  },
});
