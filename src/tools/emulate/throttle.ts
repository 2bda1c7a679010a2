import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { told } from "./shapes.ts";

export const networkEmulate = defineTool({
  name: "network_emulate",
  family: "emulate",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Slow the session's network down or cut it off; without arguments it is as fast as it is.",
  details: `Holds for all pages of the session, across navigations and for pages to come. Rates are bytes per second (0 or unset: no
limit). \`offline:true\` wins over the others. \`packetLoss\` (0 to 1) is a hint that most builds heed only for WebRTC. A route's
\`delayMs\` comes on top of \`latencyMs\`.`,
  input: z.object({
    offline: z.boolean().optional(),
    latencyMs: z.number().min(0).max(600_000).optional(),
    downloadBps: z.number().min(0).optional(),
    uploadBps: z.number().min(0).optional(),
    packetLoss: z.number().min(0).max(1).optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    applied: z.object({
      offline: z.boolean(),
      latencyMs: z.number(),
      downloadBps: z.number(),
      uploadBps: z.number(),
      packetLoss: z.number().optional(),
    }),
    reset: z.boolean(),
    warning: z.string().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "it can be cut off (`offline`), and is refused when it is to be slowed down" } },
  examples: [{ latencyMs: 400, downloadBps: 187_500 }, { offline: true }, {}],
  run: async ({ session }, { offline = false, latencyMs = 0, downloadBps = 0, uploadBps = 0, packetLoss }) => {
    const applied = { offline, latencyMs, downloadBps, uploadBps, ...(packetLoss !== undefined && { packetLoss }) };
    const reset = !offline && !latencyMs && !downloadBps && !uploadBps && !packetLoss;
    await session.parts.throttle.network(reset ? null : applied);
    return { ok: true as const, applied, reset, ...told(session) };
  },
});

export const cpuEmulate = defineTool({
  name: "cpu_emulate",
  family: "emulate",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Slow the pages' processor down: 4 is a mid-range phone, 1 (or nothing) is full speed.",
  details: "Holds for all pages of the session, across navigations and for pages to come.",
  input: z.object({ throttleRate: z.number().min(1).max(100).optional() }),
  output: z.object({
    ok: z.literal(true),
    applied: z.object({ throttleRate: z.number() }),
    reset: z.boolean(),
    warning: z.string().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { none: "WebDriver BiDi cannot slow a processor down" } },
  examples: [{ throttleRate: 4 }, { throttleRate: 1 }],
  cli: { positional: ["throttleRate"] },
  run: async ({ session }, { throttleRate = 1 }) => {
    await session.parts.throttle.cpu(throttleRate);
    return { ok: true as const, applied: { throttleRate }, reset: throttleRate === 1, ...told(session) };
  },
});
