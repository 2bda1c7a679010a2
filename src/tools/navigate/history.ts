import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { actionOptions } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";

const traverse = (name: "go_back" | "go_forward", delta: -1 | 1, word: "back" | "forward") =>
  defineTool({
    name,
    family: "navigate",
    capability: "navigation",
    effect: "write",
    needs: "page",
    tells: "page",
    core: name === "go_back",
    batch: true,
    deadline: "navigation",
    summary: `Go ${word} in history.`,
    input: z.object(actionOptions),
    output: actionResultShape,
    engines: { chromium: "full", firefox: "full" },
    examples: [{}],
    cli: { aliases: [word] },
    run: async (context, { mode, maxResultTokens }) =>
      perform(context, {
        type: name,
        options: { mode, maxResultTokens },
        untilLoaded: true,
        run: async ({ page }) => {
          if (await page.engine.traverse(delta)) return;
          throw new DroverError("not-found", `there is no page to go ${word} to`, { failure: { source: "drover" } });
        },
      }),
  });

export const goBack = traverse("go_back", -1, "back");
export const goForward = traverse("go_forward", 1, "forward");
