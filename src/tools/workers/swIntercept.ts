import { z } from "zod";
import { cannedResponse } from "../../session/routes.ts";
import { defineTool } from "../defineTool.ts";
import { givenAnswer } from "../traffic/givenAnswer.ts";

const engines = { chromium: "full", firefox: { none: "WebDriver BiDi does not reach service workers" } } as const;

export const swInterceptFetch = defineTool({
  name: "sw_intercept_fetch",
  family: "workers",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Answer requests that a service worker handles, by URL glob, with a canned response.",
  details: `Only requests that the worker chose to answer (from its cache too) or makes itself; what a page asks the network directly is
\`route\`'s. Defaults: 200, an empty body, \`application/json\`. The same pattern again replaces its rule.`,
  input: z.object({
    pattern: z.string().min(1),
    response: cannedResponse.omit({ delayMs: true }),
  }),
  output: z.object({ ok: z.literal(true), pattern: z.string(), replaced: z.boolean() }),
  engines,
  examples: [{ pattern: "**/api/profile", response: { status: 200, body: "{\"name\":\"Ada\"}" } }],
  run: async (context, { pattern, response }) => {
    const replaced = await context.session.parts.serviceWorkerRules.set(pattern, givenAnswer(context, response));
    return { ok: true as const, pattern, replaced };
  },
});

export const swUninterceptFetch = defineTool({
  name: "sw_unintercept_fetch",
  family: "workers",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Remove a sw_intercept_fetch rule by its pattern, or all of them.",
  input: z.object({ pattern: z.string().min(1).optional() }),
  output: z.object({ ok: z.literal(true), removed: z.array(z.string()) }),
  engines,
  examples: [{}],
  cli: { positional: ["pattern"] },
  run: async ({ session }, { pattern }) => {
    const removed = await session.parts.serviceWorkerRules.remove(pattern);
    return { ok: true as const, removed };
  },
});
