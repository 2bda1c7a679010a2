import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { perform } from "../../session/action/perform.ts";
import { waitUntilSeen, type Awaited } from "../../session/action/waitUntilSeen.ts";
import { lossOf } from "../../session/pageLoss.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { namesElement, oneTarget } from "../../session/elementTarget.ts";
import { actionOptions, targetInput } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";

const DEFAULT_WAIT_MS = 5000;
/** What settling and the result may take beyond the wait. */
const SLACK_MS = 3000;

export const waitFor = defineTool({
  name: "wait_for",
  family: "navigate",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  core: true,
  batch: true,
  concurrent: "behind",
  summary: "Wait until an element or a text is visible.",
  details: `Exactly one of a target and \`text\`. Text matches in any part of the page and its frames, as a substring, in any case, and
only when people can see it. Navigations during the wait are fine, and other calls of the session go on meanwhile. \`ok: false\`
means that it never came.`,
  input: z.object({
    ...targetInput,
    text: z.string().min(1).optional().describe("part of a visible text"),
    timeoutMs: z.number().nonnegative().optional().describe("5000"),
    ...actionOptions,
  }),
  output: actionResultShape,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ text: "Dashboard", timeoutMs: 10_000 }, { selector: ".results" }],
  cli: { positional: ["text"] },
  deadline: ({ timeoutMs = DEFAULT_WAIT_MS }) => timeoutMs + SLACK_MS,
  run: async (context, { text, timeoutMs = DEFAULT_WAIT_MS, mode, maxResultTokens, ...input }) => {
    const isTarget = namesElement(input) || input.coords !== undefined;
    if (isTarget === (text !== undefined))
      throw new DroverError("bad-input", isTarget ? "wait_for takes a target or text, not both" : "wait_for needs a target or text", {
        hint: 'Example: wait_for({text:"Dashboard"})',
      });
    const awaited: Awaited = text === undefined ? oneTarget(input) : { text };
    return perform(context, {
      type: "wait_for",
      waits: true,
      details: "target" in awaited ? awaited.target : awaited,
      options: { mode, maxResultTokens },
      run: async ({ page }) => {
        if (await waitUntilSeen(page, awaited, timeoutMs, context.signal)) return {};
        // Told and not thrown: to other actions a page that goes away is a success.
        const loss = lossOf(page);
        if (loss) return { error: loss };
        throw new DroverError("timeout", `${nameOf(awaited)} was not visible within ${timeoutMs} ms`, {
          hint: "Look with snapshot or screenshot what the page shows instead.",
          failure: { source: "app", hint: "The page never reached that state." },
        });
      },
    });
  },
});

function nameOf(awaited: Awaited): string {
  if ("text" in awaited) return `the text "${awaited.text}"`;
  if ("coords" in awaited) return `anything at ${awaited.coords.x},${awaited.coords.y}`;
  return Object.values(awaited.target)[0] ?? "";
}

