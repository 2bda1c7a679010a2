import { z } from "zod";
import { withCapturer } from "../../session/capture/readCaptured.ts";
import { fetchText } from "../../session/state/longText.ts";
import { defineTool } from "../defineTool.ts";
import { exportDeadline, unmasked } from "./exportShapes.ts";

const format = z.enum(["html", "jsonl"]);
const DEFAULT_MB = 200;
/** Half a gigabyte is the most that Chromium puts into one text. */
const MOST_MB = 500;

export const domExport = defineTool({
  name: "dom_export",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "page",
  tells: "page",
  deadline: exportDeadline,
  summary: "Write the whole DOM to a file: as HTML, or as a line of JSON for each element.",
  details: `\`html\` (the default) is \`document.documentElement.outerHTML\` as it is, which has nothing of shadow roots; \`jsonl\` walks the tree: \`{tag, role?, attrs, text?, ref?, depth}\`, where \`text\` is what stands directly in the element
and \`ref\` one that it has already (none are made). \`includeShadow\` (jsonl, on unless false) goes into open shadow roots; closed ones are beyond reach. Without \`path\` it is \`dom-dumps/<session>-<time>.html\` or \`.jsonl\`. A document with more than \`maxSizeMb\` (${DEFAULT_MB}, at most ${MOST_MB}) is refused before anything of it is fetched. The page is taken as
it is now. Nothing is masked: it may carry credentials.`,
  input: z.object({ format: format.optional(), includeShadow: z.boolean().optional(), path: z.string().min(1).optional(), maxSizeMb: z.number().positive().max(MOST_MB).optional() }),
  output: z.object({
    ok: z.literal(true),
    format,
    path: z.string(),
    sizeBytes: z.number(),
    nodeCount: z.number(),
    shadowRootCount: z.number(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ format: "jsonl" }, { path: "dom-dumps/before.html" }],
  cli: { positional: ["path"] },
  run: async ({ session, page, files }, { format: kind = "html", includeShadow = true, path: chosen, maxSizeMb = DEFAULT_MB }) => {
    const place = files.place("dom", { session: session.id, ending: `.${kind}`, chosen });
    const frame = page.engine.mainFrame;
    const { text, nodeCount, shadowRootCount, customElements } = await withCapturer(page.engine, () => frame.ask("dumpDom", { format: kind, includeShadow, maxCharacters: maxSizeMb * 1024 * 1024 }));
    const bytes = await fetchText(frame, text);
    await files.writeBytes(place, bytes);
    const warnings = [unmasked("dump"), ...shadowWarnings(kind, customElements, shadowRootCount, includeShadow)];
    return { ok: true as const, format: kind, path: place.path, sizeBytes: bytes.length, nodeCount, shadowRootCount, warnings };
  },
});

function shadowWarnings(kind: z.infer<typeof format>, customElements: number, shadowRoots: number, included: boolean): string[] {
  if (customElements === 0 && shadowRoots === 0) return [];
  const found = `${customElements} custom ${customElements === 1 ? "element" : "elements"} and ${shadowRoots} open shadow ${shadowRoots === 1 ? "root" : "roots"} in the document`;
  if (kind === "html") return [`There are ${found}: outerHTML has nothing of what is in shadow roots. format:"jsonl" goes into open ones.`];
  if (!included) return [`There are ${found}, which includeShadow:false leaves out.`];
  return [`There are ${found}. Closed shadow roots cannot be reached: what is in them is missing.`];
}
