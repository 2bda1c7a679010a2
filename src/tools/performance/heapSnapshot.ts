import path from "node:path";
import { z } from "zod";
import type { CdpAccess } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import { heapPieces } from "../../session/measure/heapPieces.ts";
import type { PageContext } from "../context.ts";
import { warnKeptAsIs } from "../secrets/keptAsIs.ts";
import { defineTool } from "../defineTool.ts";
import { chromiumOnly, inTheirBrowser } from "./shapes.ts";

export const heapSnapshot = defineTool({
  name: "heap_snapshot",
  family: "performance",
  capability: "action",
  effect: "read",
  needs: "page",
  tells: "own",
  deadline: 300_000,
  summary: "Write a snapshot of the page's JavaScript heap to a file in the workspace.",
  details: `Without \`path\` it is \`heap-snapshots/<session>-<time>.heapsnapshot\`, which DevTools' Memory panel opens. Tens to hundreds of megabytes on a real page: not for a
loop. \`frame\` (fN of frames_list) takes the heap of the process that a frame of another site is in, \`worker\` (of workers_list) a worker's.`,
  input: z.object({ path: z.string().min(1).optional(), frame: z.string().optional(), worker: z.string().optional() }),
  output: z.object({ ok: z.literal(true), path: z.string(), bytes: z.number(), hint: z.string(), warning: z.string().optional(), tokensEstimate: z.number().optional() }),
  engines: chromiumOnly("WebDriver BiDi has no heap snapshots"),
  examples: [{}, { path: "heap-snapshots/before.heapsnapshot" }, { worker: "ww-1" }],
  cli: { positional: ["path"] },
  run: async (context, { path: chosen, frame, worker }) => {
    const { session, files } = context;
    const place = files.place("heap", { session: session.id, ending: ".heapsnapshot", chosen });
    const cdp = await heapOf(context, frame, worker);
    const bytes = await files.writeLines(place, heapPieces(cdp));
    warnKeptAsIs(context, "The snapshot");
    return {
      ok: true as const,
      path: place.path,
      bytes,
      hint: `heap_retainers({snapshotPath:"${path.relative(files.workspace.folder, place.path)}", query:{name:"…"}}) says what holds a thing; memory_diff compares two.`,
      ...inTheirBrowser(session, "the snapshot was taken of the page that its owner has open."),
    };
  },
});

async function heapOf({ session, page }: PageContext, frame: string | undefined, worker: string | undefined): Promise<CdpAccess> {
  if (frame !== undefined && worker !== undefined) throw new DroverError("bad-input", "a heap is a frame's or a worker's", { hint: "Give `frame` or `worker`, not both." });
  const target = worker !== undefined ? await session.parts.workers.find(worker) : frame !== undefined ? page.frame(frame) : page.engine;
  if (target.cdp) return target.cdp;
  throw new DroverError("not-found", `the worker ${worker} does not run now`, { hint: "workers_list shows which do." });
}
