import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { defineTool } from "../defineTool.ts";

export const heapRetainers = defineTool({
  name: "heap_retainers",
  family: "performance",
  capability: "action",
  effect: "read",
  needs: "session",
  tells: "page",
  concurrent: true,
  deadline: 180_000,
  summary: "What holds objects in a heap snapshot: direct retainers, and ways from the root with retained sizes.",
  details: `\`query\` needs \`name\` (as V8 has it: a class, a function, \`<div>\`; \`nameMatch:"substring"\` for a part of it), \`type\` (\`object\`, \`closure\`, \`native\`, \`array\`, …) or
\`detached:true\` (elements that are in no document). \`retainers\` are the objects that hold matches, the largest 50; \`sampleMatches\` the ten matches that keep most
alive, each with \`path\` from the root, \`dominator\` and \`retainedSize\`. Reads files of heap_snapshot and of DevTools.`,
  input: z.object({
    snapshotPath: z.string().min(1),
    query: z
      .object({ name: z.string().min(1).optional(), type: z.string().min(1).optional(), nameMatch: z.enum(["exact", "substring"]).optional(), detached: z.boolean().optional() })
      .refine(({ name, type, detached }) => name !== undefined || type !== undefined || detached === true, "a query needs `name`, `type` or `detached:true`: everything is never the answer"),
  }),
  output: z.object({
    ok: z.literal(true),
    snapshotPath: z.string(),
    summary: z.object({ nodeCount: z.number(), edgeCount: z.number(), stringCount: z.number(), totalSelfSize: z.number() }),
    matchCount: z.number(),
    retainers: z.array(
      z.object({ retainerName: z.string(), retainerType: z.string(), retainerSelfSize: z.number(), edgesToMatches: z.number(), sampleHeldNodes: z.array(z.string()) }),
    ),
    sampleMatches: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        type: z.string(),
        selfSize: z.number(),
        retainedSize: z.number(),
        detached: z.literal(true).optional(),
        dominator: z.object({ name: z.string(), type: z.string(), retainedSize: z.number() }).optional(),
        path: z.string(),
      }),
    ),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ snapshotPath: "heap-snapshots/after.heapsnapshot", query: { name: "RecordStore", nameMatch: "substring" } }],
  cli: { positional: ["snapshotPath"] },
  run: async ({ files, signal, warn }, { snapshotPath, query }) => {
    const file = files.existing(snapshotPath);
    const { warnings, ...report } = await analyse("heapRetainers", { file: file.path, query }, signal);
    for (const line of warnings) warn(line);
    return { ok: true as const, snapshotPath: file.path, ...report };
  },
});
