import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { pressAt } from "../../session/action/pointer.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { bitsOf } from "../../session/keyboard.ts";
import { oneTarget } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, pressInput, targetInput } from "./actionInput.ts";

export const click = defineTool({
  name: "click",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  summary: "Click an element or a point; returns what changed.",
  details: `The element is scrolled into view and must be visible, enabled, at rest and really hit at the point. What is not so is waited for: as
long as \`timeoutMs\` allows, three quarters of a second when none was given; then the result names the reason and what covers it. A press that would land on something else, because the page moved in the last
moment, is held back. \`coords\` are CSS pixels of the viewport, for canvases and painted surfaces: \`element.hit\` then tells
what lay there before and after. \`modifiers\` are held during the press; \`clickCount\` 2 is a double click, 3 marks a line.
\`force\` presses at the element's place as it is and warns of what was not right; whatever lies there gets the press.`,
  input: z.object({
    ...targetInput,
    button: z.enum(["left", "right", "middle"]).optional().describe("left"),
    clickCount: z.int().min(1).max(10).optional().describe("2: double click"),
    ...pressInput,
    force: z.boolean().optional().describe("press even what is covered, hidden or disabled"),
    ...actionOptions,
  }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e42" }, { selector: '[data-testid="row-action"]', contextRef: "e16" }, { coords: { x: 512, y: 380 } }],
  cli: { positional: ["target"] },
  run: async (context, { force, button = "left", clickCount: times, modifiers = [], position, mode, maxResultTokens, ...input }) => {
    const { target, coords } = oneTarget({ ...input, position });
    return perform(context, {
      type: "click",
      ...(target && { target }),
      ...(coords && { coords }),
      ...(button !== "left" && { details: { button } }),
      ready: force ? "forced" : "pointer",
      ...(position && { position }),
      presses: times ?? 1,
      options: { mode, maxResultTokens },
      run: ({ page, aimed, signal }) => pressAt(page, aimed?.point ?? coords, { button, times, modifiers: bitsOf(modifiers), signal }),
    });
  },
});
