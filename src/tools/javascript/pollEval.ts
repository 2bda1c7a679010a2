import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { isDroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { evaluateApart } from "./evaluateApart.ts";

const DEFAULT_WAIT_MS = 5000;
/** What the call itself may take beyond the wait it was asked for. */
const SLACK_MS = 2000;

export const pollEval = defineTool({
  name: "poll_eval",
  family: "javascript",
  capability: "eval",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Evaluate JavaScript again and again until it is truthy.",
  details: "`intervalMs` 250 (at least 50), `timeoutMs` 5000. Prefer `wait_for` when the condition shows on the page: it needs no capability.",
  input: z.object({
    expr: z.string().min(1),
    intervalMs: z.number().positive().optional(),
    timeoutMs: z.number().nonnegative().optional(),
  }),
  output: z.object({
    ok: z.boolean(),
    truthy: z.boolean(),
    value: z.unknown(),
    polls: z.number(),
    elapsedMs: z.number(),
    timedOut: z.boolean(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ expr: "window.__jobs?.pending === 0", intervalMs: 500, timeoutMs: 10_000 }],
  cli: { positional: ["expr"] },
  deadline: ({ timeoutMs = DEFAULT_WAIT_MS }) => timeoutMs + SLACK_MS,
  run: async ({ page, signal }, { expr, intervalMs = 250, timeoutMs = DEFAULT_WAIT_MS }) => {
    const started = Date.now();
    for (let polls = 1; ; polls++) {
      const value = await evaluateApart(expr, (script) => page.engine.mainFrame.evaluate(script)).catch((error: unknown) => {
        // The page may navigate while we wait: that is what a wait is for.
        if (isDroverError(error) && error.code === "context-gone") return null;
        throw error;
      });
      const elapsedMs = Date.now() - started;
      const truthy = Boolean(value);
      const timedOut = !truthy && elapsedMs + intervalMs > timeoutMs;
      if (truthy || timedOut) return { ok: truthy, truthy, value, polls, elapsedMs, timedOut };
      await pause(Math.max(50, intervalMs), undefined, { signal });
    }
  },
});
