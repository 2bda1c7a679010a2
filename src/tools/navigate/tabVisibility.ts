import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { defineTool } from "../defineTool.ts";
import { toBackground, toForeground } from "./visibilityScript.ts";

const MAX_HOLD_MS = 60_000;
const SLACK_MS = 5000;

const NOTE =
  "Visibility, focus, animation frames and new timers behave as in a hidden tab. The browser itself is not throttled: Drover starts it so that pages in the background run at full speed.";

export const tabVisibility = defineTool({
  name: "tab_visibility",
  family: "navigate",
  capability: "navigation",
  effect: "write",
  needs: "page",
  tells: "page",
  summary: "Send the tab to the background, or back to the front.",
  details: `In the background \`document.visibilityState\` is hidden, \`visibilitychange\` and \`blur\` are dispatched, animation frames stop and new
timers are held to one second. With \`holdMs\` it stays hidden that long and comes back by itself, which is how bugs of the return
show. \`realBackgrounding\` says whether the browser throttles too.`,
  input: z.object({ state: z.enum(["background", "foreground"]), holdMs: z.number().min(0).max(MAX_HOLD_MS).optional() }),
  output: z.object({
    ok: z.literal(true),
    state: z.enum(["background", "foreground"]),
    heldMs: z.number().optional(),
    realBackgrounding: z.boolean(),
    note: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ state: "background", holdMs: 5000 }],
  cli: { positional: ["state"] },
  deadline: ({ holdMs = 0 }) => holdMs + SLACK_MS,
  run: async ({ page, signal }, { state, holdMs }) => {
    const frame = page.engine.mainFrame;
    if (state === "foreground") {
      await frame.evaluate(toForeground);
      await page.engine.bringToFront();
      return { ok: true as const, state, realBackgrounding: false };
    }
    await frame.evaluate(toBackground);
    if (holdMs === undefined) return { ok: true as const, state, realBackgrounding: false, note: NOTE };
    try {
      await pause(holdMs, undefined, { signal });
    } finally {
      await mayFail(page.engine.mainFrame.evaluate(toForeground), "a page that goes away is hidden no longer");
    }
    return { ok: true as const, state: "foreground" as const, heldMs: holdMs, realBackgrounding: false, note: NOTE };
  },
});
