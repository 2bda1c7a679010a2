import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { frameWithFocus } from "../../session/frameWithFocus.ts";
import { parseChord, pressChord, typeKeys } from "../../session/keyboard.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { namesElement, oneElement } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, elementInput } from "./actionInput.ts";

export const keysOfFirefox = "F13 to F24, media and lock keys, PrintScreen and ContextMenu are sent by Drover and not trusted events";

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
  details: `A key is a character ("a", "%"), a name (Enter, ArrowUp, MediaPlayPause) or a code (KeyA, Digit5, ControlRight, NumpadSubtract), with
Control+, Shift+, Alt+, Meta+ or ControlOrMeta+ before it. Modifiers are let go in reverse.
\`<NAME>\` types a registered secret, key by key.`,
  input: z.object({ ...elementInput, key: z.string().min(1).describe("a character, or a name such as ArrowDown"), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: { partial: keysOfFirefox } },
  examples: [{ ref: "e4", key: "Enter" }, { key: "Escape" }],
  cli: { positional: ["key"] },
  run: async (context, { key, mode, maxResultTokens, ...input }) => {
    const { secrets } = context.session.parts;
    const isSecret = secrets.isAlias(key);
    const chord = isSecret ? undefined : parseChord(key);
    const target = namesElement(input) ? oneElement(input) : undefined;
    return perform(context, {
      type: "press",
      ...(target && { target }),
      details: { key },
      ready: "focus",
      options: { mode, maxResultTokens },
      run: async ({ page, aimed }) => {
        if (aimed) await aimed.frame.ask("focus", { target: aimed.target });
        if (chord) return pressChord(page.engine.input, chord);
        const { value } = await secrets.filledIn(key, aimed?.frame ?? (await frameWithFocus(page)));
        await typeKeys(page.engine.input, value);
      },
    });
  },
});
