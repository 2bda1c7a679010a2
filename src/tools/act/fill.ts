import { z } from "zod";
import { FieldFiller } from "../../session/action/fieldFiller.ts";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { oneElement } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, elementInput } from "./actionInput.ts";

/** What people fill: text, and true or false for boxes. */
export const valueInput = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const fill = defineTool({
  name: "fill",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  summary: "Replace what a field holds; true/false for checkboxes.",
  details: `Works on text, numbers, dates, times, colours, ranges, contenteditable and rich editors, masked and framework-controlled
inputs, checkboxes, radios and native selects. \`element.value\` is what the DOM holds afterwards, not an echo;
\`element.valueRequested\` is what was asked for; of a password neither is told. A \`value\` of \`<NAME>\` fills in the secret of
that name, where its scope allows it, and is told as \`<NAME>\`. Dates are given as in HTML: 2026-05-13, 14:30, 2026-05, 2026-W20.`,
  input: z.object({ ...elementInput, value: valueInput.describe("all that it should hold; dates as 2026-05-13"), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: { partial: "`beforeinput` is sent by Drover and not a trusted event" } },
  examples: [{ ref: "e4", value: "ada@example.com" }],
  cli: { positional: ["target", "value"] },
  run: async (context, { value, mode, maxResultTokens, ...input }) => {
    const target = oneElement(input);
    return perform(context, {
      type: "fill",
      target,
      ready: "fill",
      options: { mode, maxResultTokens },
      run: async (step) => {
        if (!step.aimed) return undefined;
        const filler = new FieldFiller(step);
        const element = await filler.put(step.aimed, value);
        await filler.end();
        step.tell({ value: element.valueRequested });
        return { element };
      },
    });
  },
});
