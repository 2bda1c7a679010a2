import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { parseChord, pressChord } from "../../session/keyboard.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { namesElement, oneElement } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, elementInput } from "./actionInput.ts";

export const press = defineTool({
  name: "press",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  summary: "Press a key or chord (Enter, Control+A), on an element or the page.",
  input: z.object({ ...elementInput, key: z.string().min(1), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: { partial: "WebDriver has no F13 to F24, CapsLock, NumLock, ScrollLock, PrintScreen and ContextMenu keys" } },
  examples: [{ ref: "e4", key: "Enter" }, { key: "Escape" }],
  cli: { positional: ["key"] },
  run: async (context, { key, mode, maxResultTokens, ...input }) => {
    const chord = parseChord(key);
    const target = namesElement(input) ? oneElement(input) : undefined;
    return perform(context, {
      type: "press",
      ...(target && { target }),
      details: { key },
      ready: "focus",
      options: { mode, maxResultTokens },
      run: async ({ page, aimed }) => {
        if (aimed) await aimed.frame.ask("focus", { target: aimed.target });
        await pressChord(page.engine.input, chord);
      },
    });
  },
});
