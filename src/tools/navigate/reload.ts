import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { actionOptions } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";
import { notLoaded } from "./notLoaded.ts";

export const reload = defineTool({
  name: "reload",
  family: "navigate",
  capability: "navigation",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: true,
  deadline: "navigation",
  leavesPage: true,
  summary: "Load the page again.",
  input: z.object(actionOptions),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  run: async (context, { mode, maxResultTokens }) =>
    perform(context, {
      type: "reload",
      options: { mode, maxResultTokens },
      untilLoaded: true,
      leavesPage: true,
      run: async ({ page }) => {
        const { errorText } = await page.engine.reload();
        if (errorText) throw notLoaded(page.url, errorText);
      },
    }),
});
