import { z } from "zod";
import { exportPage } from "../../session/capture/exportPage.ts";
import { defineTool } from "../defineTool.ts";
import { exportDeadline, exportFormat, exportOutput, exportResult, MAX_SIZE_MB } from "./exportShapes.ts";

const DEFAULT_MB = 50;

export const elementExport = defineTool({
  name: "element_export",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "page",
  tells: "page",
  deadline: exportDeadline,
  summary: "Save one element with its style and resources as a folder or one HTML file that opens offline.",
  details: `\`ref\` comes from snapshot or find; one that is gone is refused. \`directory\` (the default) writes \`<intoDir>/element.html\` and \`<intoDir>/assets/<kind>/\`, \`single-file\` one HTML file at \`intoDir\`. Without \`intoDir\` it is
\`elements/<session>-<time>-<ref>\`, or that with \`.html\`. The element has all style sheets of the page, and the elements around it as empty shells, so that selectors and inherited style hold; its width is the one it had. Of what
style refers to only that is taken along which the element shows, and the fonts that the browser loaded. What is in frames is not entered: page_archive does. \`maxSizeMb\` is ${DEFAULT_MB} unless given. As with
page_archive nothing runs, and nothing is masked: it may carry credentials.`,
  input: z.object({
    ref: z.string().min(1),
    format: exportFormat.optional(),
    intoDir: z.string().min(1).optional(),
    maxSizeMb: z.number().positive().max(MAX_SIZE_MB).optional(),
  }),
  output: z.object({ ok: z.literal(true), format: exportFormat, ref: z.string(), ...exportOutput, tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: { partial: "what the browser has dropped is fetched in the page only, as far as its rules allow" } },
  examples: [{ ref: "e42", intoDir: "elements/card" }, { ref: "e42", format: "single-file" }],
  cli: { positional: ["ref", "intoDir"] },
  run: async ({ page, files, signal }, { ref, format = "directory", intoDir: chosen, maxSizeMb = DEFAULT_MB }) => {
    const element = page.locate({ ref });
    const exported = await exportPage({ page, files, kind: "element", format, element, chosen, suffix: `-${ref}`, entry: "element.html", maxBytes: maxSizeMb * 1024 * 1024, signal });
    return { ok: true as const, format, ref, ...exportResult(exported, "export") };
  },
});
