import { z } from "zod";
import { fillForm as fill } from "../../session/action/fillForm.ts";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, elementInput } from "./actionInput.ts";
import { valueInput } from "./fill.ts";

export const fillForm = defineTool({
  name: "fill_form",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  summary: "Fill several fields in one go, then optionally click submit.",
  details: `Every target, submit included, is found before anything is written; one that is missing is waited for, and if it does not come the call is refused with
\`fieldResolution\` and nothing is typed. The first field that cannot be filled stops the rest (\`fillFailure\`) and the submit.
\`elements\` has a probe for each field in order; with a submit, \`element\` is its probe.`,
  input: z.object({
    fields: z.array(z.object({ ...elementInput, value: valueInput })).min(1).max(100).describe("in the order to fill them"),
    submit: z.object(elementInput).optional().describe("what to click at the end"),
    ...actionOptions,
  }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: { partial: "`beforeinput` is sent by Drover and not a trusted event" } },
  examples: [{ fields: [{ ref: "e7", value: "Ada" }, { selector: "#last-name", value: "Lovelace" }], submit: { selector: "#save" } }],
  run: async (context, { fields, submit, mode, maxResultTokens }) =>
    perform(context, {
      type: "fillForm",
      details: { value: `${fields.length} fields${submit ? " +submit" : ""}` },
      options: { mode, maxResultTokens },
      run: (step) =>
        fill(
          step,
          fields.map(({ value, ...target }) => ({ target, value })),
          submit,
        ),
    }),
});
