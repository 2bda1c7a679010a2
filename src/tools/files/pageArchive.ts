import { z } from "zod";
import { exportPage } from "../../session/capture/exportPage.ts";
import { defineTool } from "../defineTool.ts";
import { exportDeadline, exportFormat, exportOutput, exportResult, MAX_SIZE_MB } from "./exportShapes.ts";

const DEFAULT_MB = 200;

export const pageArchive = defineTool({
  name: "page_archive",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "page",
  tells: "page",
  deadline: exportDeadline,
  summary: "Save the page with everything it shows as a folder, or as one HTML file, that opens offline.",
  details: `\`directory\` (the default) writes \`<path>/index.html\` with its resources in \`<path>/assets/<kind>/\`; \`single-file\` one HTML file with everything in it, which browsers have trouble with above some
150 MB. Without \`path\` it is \`archives/<session>-<time>\`, or that with \`.html\`. The page is taken as it is now, so let it settle first: form fields as they are filled in (of passwords only the dots), canvases and stills of videos
as pictures, style that scripts made, open shadow roots, and frames of any origin. Scripts are kept and do not run. Of a picture in several sizes the one is kept that the browser chose, of fonts those that it loaded. Resources come from
what the browser still has, else they are fetched: in the page, and where its rules forbid that, by the browser itself (Chromium). \`maxSizeMb\` (${DEFAULT_MB}) bounds the whole: what
does not fit or cannot be had is counted in \`droppedCount\` and named in \`warnings\`. Nothing in it is masked: it may carry credentials. A folder that is not empty is refused unless it is an earlier archive.`,
  input: z.object({
    path: z.string().min(1).optional(),
    format: exportFormat.optional(),
    maxSizeMb: z.number().positive().max(MAX_SIZE_MB).optional(),
  }),
  output: z.object({ ok: z.literal(true), format: exportFormat, ...exportOutput, tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: { partial: "what the browser has dropped is fetched in the page only, as far as its rules allow" } },
  examples: [{ format: "directory", path: "archives/checkout" }, { format: "single-file" }],
  cli: { positional: ["path"], aliases: ["archive"] },
  run: async ({ page, files, signal }, { path: chosen, format = "directory", maxSizeMb = DEFAULT_MB }) => {
    const exported = await exportPage({ page, files, kind: "archive", format, chosen, entry: "index.html", maxBytes: maxSizeMb * 1024 * 1024, signal });
    return { ok: true as const, format, ...exportResult(exported, "archive") };
  },
});
