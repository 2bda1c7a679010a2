import { z } from "zod";
import { chooseOption as choose } from "../../session/action/chooseOption.ts";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { oneElement } from "../../session/elementTarget.ts";
import { defineTool } from "../defineTool.ts";
import { actionOptions, elementInput } from "./actionInput.ts";

export const chooseOption = defineTool({
  name: "choose_option",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: true,
  summary: "Pick an option of a custom combobox, listbox or menu by its text.",
  details: `The target is the trigger. It is pressed unless its list is open, then the option with that visible text: by role option,
then menu item, then any element that the press brought. \`element.ownerControl.displayTextAfter\` shows what was chosen.
\`exact\` (default true) compares the whole text.`,
  input: z.object({ ...elementInput, option: z.string().min(1), exact: z.boolean().optional(), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ ref: "e30", option: "Engineering" }],
  cli: { positional: ["target", "option"], aliases: ["choose"] },
  run: async (context, { option, exact = true, mode, maxResultTokens, ...input }) => {
    const target = oneElement(input);
    return perform(context, {
      type: "choose_option",
      target,
      details: { option },
      ready: "pointer",
      ownControl: true,
      options: { mode, maxResultTokens },
      run: (step) => choose(step, option, exact),
    });
  },
});
