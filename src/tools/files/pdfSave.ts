import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { printPage } from "../../session/picture.ts";
import { defineTool } from "../defineTool.ts";

/** Width and height in inches. */
const paper = {
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
  Ledger: [17, 11],
  A0: [33.1, 46.8],
  A1: [23.4, 33.1],
  A2: [16.54, 23.4],
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
} as const;
type Format = keyof typeof paper;
const format = z.enum(Object.keys(paper) as [Format, ...Format[]]);

export const pdfSave = defineTool({
  name: "pdf_save",
  family: "files",
  capability: "action",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Print the page to a PDF file in the workspace.",
  details: `\`format\` is A4 unless given, \`scale\` 1 (0.1 to 2), \`printBackground\` false as in a browser's own dialog. Without \`path\` it is
\`pdfs/<session>-<time>.pdf\`; a path that leads out of the workspace is refused. Not for attached browsers: it would disturb the window
of the person who has it open.`,
  input: z.object({
    path: z.string().min(1).optional(),
    format: format.optional(),
    scale: z.number().min(0.1).max(2).optional(),
    printBackground: z.boolean().optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    path: z.string(),
    bytes: z.number(),
    format,
    scale: z.number(),
    printBackground: z.boolean(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ path: "pdfs/invoice.pdf", printBackground: true }, {}],
  cli: { positional: ["path"] },
  run: async ({ session, page, files, warn }, { path: chosen, format = "A4", scale = 1, printBackground = false }) => {
    if (session.mode === "attached")
      throw new DroverError("refused", "an attached browser is not printed: that would disturb the person who has it open", {
        hint: 'Open a session of your own with open_session({mode:"incognito"}) and print there.',
      });
    const place = files.place("pdf", { session: session.id, ending: ".pdf", chosen });
    const [paperWidth, paperHeight] = paper[format];
    const pdf = await printPage(page, { paperWidth, paperHeight, scale, printBackground }, warn);
    await files.writeBytes(place, pdf);
    return { ok: true as const, path: place.path, bytes: pdf.length, format, scale, printBackground };
  },
});
