import { z } from "zod";
import { perform } from "../../session/action/perform.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { actionOptions } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";
import { checkedUrl } from "./checkedUrl.ts";
import { notLoaded } from "./notLoaded.ts";

export const navigate = defineTool({
  name: "navigate",
  family: "navigate",
  capability: "navigation",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  deadline: "navigation",
  leavesPage: true,
  summary: "Go to a URL.",
  details: `Resolves when the page has loaded and is quiet, after \`navigationTimeoutMs\` (30 s) at the latest. A page that is slower is not a page
that is down: it goes on loading; follow with \`wait_for\`, or allow more time with \`timeoutMs\`. Whatever the present page does, it is left.`,
  input: z.object({ url: z.string().min(1).describe("or a path below baseURL"), ...actionOptions }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ url: "https://example.com/" }],
  cli: { positional: ["url"], aliases: ["goto"] },
  run: async (context, { url, mode, maxResultTokens }) => {
    const { href } = await checkedUrl(context, url);
    return perform(context, {
      type: "navigate",
      details: { url: href },
      options: { mode, maxResultTokens },
      untilLoaded: true,
      leavesPage: true,
      inAnyTab: true,
      run: async ({ page }) => {
        const outcome = await page.engine.navigate(href);
        if (outcome.errorText) throw notLoaded(href, outcome.errorText);
        // Read when the result is put together: the title comes with the load.
        return {
          fields: {
            get title() {
              return page.title;
            },
          },
        };
      },
    });
  },
});
