import { z } from "zod";
import type { OptionChoice } from "../../page/act/api.ts";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { oneElement } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, elementInput } from "./actionInput.ts";

const choiceInput = z.union([
  z.string(),
  z.int().min(0),
  z.object({ value: z.string().optional(), label: z.string().optional(), index: z.int().min(0).optional() }).refine((given) => Object.keys(given).length > 0, "value, label or index"),
]);

const choiceOf = (given: z.output<typeof choiceInput>): OptionChoice =>
  typeof given === "string" ? { any: given } : typeof given === "number" ? { index: given } : given;

export const select = defineTool({
  name: "select",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  summary: "Choose options of a native <select>, by value, label or index.",
  details: `Text is matched with option values, then labels; a number is an index; of \`{value, label, index}\` all that is given must fit. Options that
are not there yet, or disabled, are waited for like the list itself (see \`click\`). Custom lists: \`choose_option\`.`,
  input: z.object({ ...elementInput, values: z.array(choiceInput).describe("a string is value or label, a number an index"), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e9", values: ["engineering"] }],
  cli: { positional: ["target", "values"] },
  run: async (context, { values, mode, maxResultTokens, ...input }) => {
    const target = oneElement(input);
    return perform(context, {
      type: "select",
      target,
      details: { values },
      ready: "focus",
      options: { mode, maxResultTokens },
      run: async ({ aimed, waitMs }) => {
        if (!aimed) return;
        const { selected } = await aimed.frame.ask("selectOptions", { target: aimed.target, choices: values.map(choiceOf), waitMs });
        return { fields: { selected } };
      },
    });
  },
});
