import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { pressAt } from "../../session/action/pointer.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { bitsOf } from "../../session/keyboard.ts";
import { oneTarget } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, pressInput, targetInput } from "./actionInput.ts";

export const doubleClick = defineTool({
  name: "double_click",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: true,
  summary: "Double-click an element or a point.",
  input: z.object({ ...targetInput, ...pressInput, target: z.object(targetInput).optional().meta({ description: "the same, as one object", unlisted: true }), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e12" }, { target: { coords: { x: 40, y: 60 } } }],
  cli: { positional: ["target"], aliases: ["dblclick"] },
  run: async (context, { target: nested, modifiers = [], position, mode, maxResultTokens, ...flat }) => {
    const { target, coords } = oneTarget({ ...flat, ...nested, position });
    return perform(context, {
      type: "double_click",
      ...(target && { target }),
      ...(coords && { coords }),
      ready: "pointer",
      ...(position && { position }),
      presses: 2,
      options: { mode, maxResultTokens },
      run: ({ page, aimed, signal }) => pressAt(page, aimed?.point ?? coords, { times: 2, modifiers: bitsOf(modifiers), signal }),
    });
  },
});
