import { z } from "zod";
import { capturedPart } from "../../exit/tells.ts";
import { armResponseWait } from "../../session/action/responseWait.ts";
import { cutOf } from "../../session/pageLoss.ts";
import { defineTool } from "../defineTool.ts";
import { innerCallInput, requireInnerTools, runAction } from "./innerCall.ts";

const DEFAULT_WAIT_MS = 10_000;

export const actAndWaitForNetwork = defineTool({
  name: "act_and_wait_for_network",
  family: "compose",
  capability: "read",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: false,
  deadline: "none",
  summary: "Run one action and wait for a response that it leads to.",
  details: `For requests that come after the action's own result. \`match\`: \`urlPattern\` (part of the URL, any case), \`method\`, \`status\`; at
least one. The wait is armed before the action runs. \`timeoutMs\` (default 10,000) is how long to wait.`,
  input: z.object({
    action: innerCallInput,
    match: z
      .strictObject({ urlPattern: z.string().min(1).optional(), method: z.string().min(1).optional(), status: z.int().optional() })
      .refine((match) => Object.values(match).some((value) => value !== undefined), "give at least one of urlPattern, method, status"),
    timeoutMs: z.number().positive().max(300_000).optional(),
  }),
  output: z.object({
    ok: z.boolean(),
    action: z.unknown(),
    network: capturedPart(z.object({ matched: z.boolean(), method: z.string().optional(), url: z.string().optional(), status: z.number().optional() })),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ action: { tool: "click", args: { ref: "e42" } }, match: { urlPattern: "/api/orders", method: "POST" }, timeoutMs: 8000 }],
  run: async (context, { action, match, timeoutMs = DEFAULT_WAIT_MS }) => {
    await requireInnerTools(context, "act_and_wait_for_network", [action]);
    const wait = armResponseWait(context.session, match);
    try {
      const { ok, data } = await runAction(context, action);
      const network = await wait.within(timeoutMs, context.signal);
      const cut = network.matched ? undefined : cutOf(context.page);
      if (cut) throw cut;
      if (!network.matched && context.page.engine.closed) context.warn("The page was closed during the wait.");
      return { ok: ok && network.matched, action: data, network };
    } finally {
      wait.end();
    }
  },
});
