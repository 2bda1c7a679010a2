import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { moveTo } from "../../session/action/pointer.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { bitsOf } from "../../session/keyboard.ts";
import { oneTarget } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, pressInput, targetInput } from "./actionInput.ts";

export const hover = defineTool({
  name: "hover",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: true,
  summary: "Move the mouse over an element or a point.",
  input: z.object({ ...targetInput, ...pressInput, ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e30" }],
  cli: { positional: ["target"] },
  run: async (context, { modifiers = [], position, mode, maxResultTokens, ...input }) => {
    const { target, coords } = oneTarget({ ...input, position });
    return perform(context, {
      type: "hover",
      ...(target && { target }),
      ...(coords && { coords }),
      ready: "hover",
      ...(position && { position }),
      options: { mode, maxResultTokens },
      run: ({ page, aimed }) => moveTo(page, aimed?.point ?? coords, bitsOf(modifiers)),
    });
  },
});
