import { z } from "zod";
import { actionResultShape } from "../../session/action/actionResult.ts";
import type { Aimed } from "../../session/action/aim.ts";
import { perform, type Step } from "../../session/action/perform.ts";
import { pressAt } from "../../session/action/pointer.ts";
import { typeText } from "../../session/action/typeText.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { DroverError } from "../../protocol/errors.ts";
import { namesElement, oneElement } from "../../session/elementTarget.ts";
import { frameWithFocus } from "../../session/frameWithFocus.ts";
import { parseChord, pressChord, pressKey } from "../../session/keyboard.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, elementInput } from "./actionInput.ts";
import { keysOfFirefox } from "./press.ts";

const MAX_DELAY_MS = 1000;
/** What a call may take besides the pauses that were asked for. */
const PATIENCE_MS = 5000;

export const type = defineTool({
  name: "type",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  deadline: ({ text, delayMs }) => delayMs && PATIENCE_MS + text.length * delayMs,
  summary: "Type text at the caret, key by key: adds to what is there (fill replaces it).",
  details: `Without a target the text goes to whatever has the focus; a target gets the focus first, with the caret at the end of what it holds, unless it
has it already. A new line presses Enter and a tab presses Tab, as a person would; \`submit\` presses Enter at the end. Characters that no key gives go in as an
input method would put them. For code editors, rich text, terminals, games and fields that suggest while one types; \`fill\` is quicker
for forms. \`<NAME>\` types a registered secret.`,
  input: z.object({
    ...elementInput,
    text: z.string().max(100_000).describe("a new line presses Enter"),
    delayMs: z.int().min(0).max(MAX_DELAY_MS).optional().describe("pause between keys"),
    submit: z.boolean().optional().describe("press Enter afterwards"),
    ...actionOptions,
  }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: { partial: keysOfFirefox } },
  examples: [{ text: "hello" }, { ref: "e4", text: "berlin", delayMs: 50, submit: true }],
  cli: { positional: ["text"] },
  run: async (context, { text, delayMs = 0, submit, mode, maxResultTokens, ...input }) => {
    const { secrets } = context.session.parts;
    const target = namesElement(input) ? oneElement(input) : undefined;
    return perform(context, {
      type: "type",
      ...(target && { target }),
      ready: "focus",
      options: { mode, maxResultTokens },
      run: async (step) => {
        const { page, aimed, signal } = step;
        if (aimed) await takeFocus(step, aimed);
        const focused = aimed ? Promise.resolve(aimed.frame) : frameWithFocus(page);
        const frame = await mayFail(focused, "frames that cannot be told apart take text all the same, but no secret");
        const { value } = secrets.isAlias(text) ? await secrets.filledIn(text, await focused) : { value: text };
        await typeText(page.engine.input, value, { delayMs, signal, takesText: async (wait) => (await frame?.ask("takesText", { wait })) ?? true });
        if (submit) await pressKey(page.engine.input, "Enter");
      },
    });
  },
});

const endKeys = { line: "End", text: process.platform === "darwin" ? "Meta+ArrowDown" : "Control+End" };

/** By script where a script can give it, else by a press on it, as a person would: code editors and labels hand it on. */
async function takeFocus(step: Step, { frame, target }: Aimed): Promise<void> {
  const ask = () => frame.ask("focus", { target, caret: "end" });
  let focus = await ask();
  if (focus.heldBy !== "target") {
    await pressAt(step.page, (await step.aim({ ref: target.ref }, "pointer")).point);
    focus = await ask();
  }
  if (focus.heldBy === "nobody") throw new DroverError("not-editable", "the target does not take the focus, so nothing was typed", { hint: "Type into the field itself; without a target, text goes to whatever has the focus." });
  if (focus.end) await pressChord(step.page.engine.input, parseChord(endKeys[focus.end]));
}
