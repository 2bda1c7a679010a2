import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { actionOptions } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";

export const setViewport = defineTool({
  name: "set_viewport",
  family: "navigate",
  capability: "navigation",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: true,
  summary: "Resize the viewport of the session's pages.",
  details: "Only the size changes; scale, touch and mobile layout come with `open_session({device})`.",
  input: z.object({ width: z.int().min(1).max(10_000), height: z.int().min(1).max(10_000), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ width: 390, height: 844 }],
  cli: { positional: ["width", "height"], aliases: ["resize"] },
  run: async (context, { width, height, mode, maxResultTokens }) =>
    perform(context, {
      type: "set_viewport",
      details: { width, height },
      options: { mode, maxResultTokens },
      scroll: true,
      run: () => context.session.parts.viewport.set({ ...context.session.parts.viewport.size, width, height }),
    }),
});
