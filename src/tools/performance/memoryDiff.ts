import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { defineTool } from "../defineTool.ts";

const percent = z.union([z.number(), z.literal("+inf")]);

export const memoryDiff = defineTool({
  name: "memory_diff",
  family: "performance",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  concurrent: true,
  deadline: 240_000,
  summary: "What grew between two heap snapshots, by kind and name, and what holds it.",
  details: `Sums the own sizes of nodes by type and name; changes below 1 KB are left out, the 100 largest growths come first. \`heldBy\`, for the largest, is the way from the
root to one of those that came. perf_audit's \`leak-suspects\` judges what the session's last memory_diff found.`,
  input: z.object({ beforePath: z.string().min(1), afterPath: z.string().min(1) }),
  output: z.object({
    ok: z.literal(true),
    retainerGrowth: z.array(
      z.object({
        node: z.string(),
        type: z.string(),
        sizeBefore: z.number(),
        sizeAfter: z.number(),
        deltaBytes: z.number(),
        deltaPercent: percent,
        countBefore: z.number(),
        countAfter: z.number(),
        heldBy: z.string().optional(),
      }),
    ),
    summary: z.object({
      totalGrowth: z.number(),
      top3Growers: z.array(z.object({ node: z.string(), deltaBytes: z.number(), deltaPercent: percent })),
      detachedBefore: z.number(),
      detachedAfter: z.number(),
    }),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ beforePath: "heap-snapshots/before.heapsnapshot", afterPath: "heap-snapshots/after.heapsnapshot" }],
  cli: { positional: ["beforePath", "afterPath"], aliases: ["heap-diff"] },
  run: async ({ session, files, signal }, { beforePath, afterPath }) => {
    const [before, after] = [files.existing(beforePath), files.existing(afterPath)];
    const diff = await analyse("memoryDiff", { before: before.path, after: after.path }, signal);
    session.parts.measuring.growth = diff.retainerGrowth;
    return { ok: true as const, ...diff };
  },
});
