import { z } from "zod";
import { defineTool } from "../defineTool.ts";

const engines = { chromium: "full", firefox: { partial: "sockets of workers are out of reach, and those that a popup's first document opens at once may be" } } as const;

export const wsIntercept = defineTool({
  name: "ws_intercept",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Drop, echo or replace frames that arrive on WebSockets whose URL matches a glob.",
  details: `\`drop\`: the page does not get the frame. \`echo\`: the page gets it and it is sent back to the server. \`{data}\`: the page gets
\`data\` instead. Holds for sockets that are open and for those to come, until ws_unintercept; the newest rule that matches wins,
and the same pattern again replaces its rule. In the glob \`*\` is one segment, \`**\` anything.`,
  input: z.object({
    pattern: z.string().min(1),
    response: z.union([z.enum(["drop", "echo"]), z.object({ data: z.string() })]),
  }),
  output: z.object({ ok: z.literal(true), pattern: z.string(), replaced: z.boolean(), active: z.array(z.string()) }),
  engines,
  examples: [{ pattern: "wss://rt.example.com/**", response: { data: "{\"type\":\"noop\"}" } }, { pattern: "**", response: "drop" }],
  cli: { positional: ["pattern", "response"] },
  run: async ({ session }, { pattern, response }) => {
    const rules = session.parts.socketRules;
    const replaced = await rules.set(pattern, response);
    return { ok: true as const, pattern, replaced, active: rules.patterns };
  },
});

export const wsUnintercept = defineTool({
  name: "ws_unintercept",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Remove a ws_intercept rule by its pattern, or all of them.",
  input: z.object({ pattern: z.string().min(1).optional() }),
  output: z.object({ ok: z.literal(true), removed: z.array(z.string()), active: z.array(z.string()) }),
  engines,
  examples: [{}, { pattern: "wss://rt.example.com/**" }],
  cli: { positional: ["pattern"] },
  run: async ({ session }, { pattern }) => {
    const rules = session.parts.socketRules;
    return { ok: true as const, removed: await rules.remove(pattern), active: rules.patterns };
  },
});
