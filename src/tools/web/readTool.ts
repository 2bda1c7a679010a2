import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { both } from "../storage/shapes.ts";
import { beginningOf } from "./beginningOf.ts";
import { keepCapture } from "./captures.ts";
import { innerCall } from "./innerCall.ts";
import { answerReading, endings, readingInput, readingOutput } from "./readingAnswer.ts";
import { readPage } from "./readPage.ts";

/** An agent pays for what it reads, and gets the rest from a capture. */
const AGENT_TOKENS = 4000;

export const read = defineTool({
  name: "read",
  family: "web",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  engines: both,
  batch: true,
  summary: "Read the page as markdown: its main content, with tables, code, lists, figures and formulas; without menus and what is hidden.",
  details: `What the page shows now, frames of its own origin and shadow trees included; links are absolute. \`url\` goes there first. \`whole\` takes all of the page, \`scope\` what is inside a CSS selector.
\`digest\` gives words, links, headings with their lines and landmarks instead of the text; \`linesMatching\` the lines that match. Agents get ${AGENT_TOKENS} tokens of text; when there is more, all of it is kept under
\`responseId\` for \`captures\`, and \`nextLine\` says where to go on.`,
  input: z.object({
    url: z.string().min(1).optional().describe("go there first"),
    whole: z.boolean().optional().describe("not only the main content"),
    scope: z.string().min(1).optional().describe("CSS"),
    digest: z.boolean().optional().describe("what is where, instead of the text"),
    maxTokens: z.int().min(50).max(100_000).optional(),
    ...readingInput,
  }),
  output: z.object({
    ok: z.literal(true),
    url: z.string(),
    title: z.string(),
    byline: z.string().optional(),
    published: z.string().optional(),
    text: z.string().optional(),
    nextLine: z.number().optional(),
    ...readingOutput,
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  examples: [{}, { url: "https://example.com/", linesMatching: ["price"] }],
  cli: { positional: ["url"] },
  deadline: "navigation",
  leavesPage: ({ url }) => url !== undefined,
  verbatim: true,
  text: ({ text, digest, matches }, { reader }) => (reader === "agent" ? undefined : (text ?? digest ?? matches)),
  run: async (context, { url, whole, scope, digest, maxTokens, ...wish }) => {
    const { page, session, files, warn, client } = context;
    if (url !== undefined) await innerCall(context, "navigate", { url, mode: "none" });
    const { format = "markdown" } = wish;
    const reading = await readPage(page, { format, ...(whole && { whole }), ...(wish.storeCapture && { dom: true }), ...(scope !== undefined && { scope }) });
    const about = { ok: true as const, url: page.url, title: reading.title, ...(reading.byline && { byline: reading.byline }), ...(reading.published && { published: reading.published }) };
    if (digest || wish.linesMatching) return { ...about, ...(await answerReading(reading, wish, { files, session: session.id, warn })) };
    const most = maxTokens ?? (client.kind === "mcp" ? AGENT_TOKENS : Infinity);
    const { text, nextLine } = beginningOf(reading.body, most);
    const kept = wish.storeCapture || nextLine !== undefined ? await keepCapture(files, session.id, reading.body, endings[format], reading.dom) : undefined;
    return { ...about, text, ...(nextLine !== undefined && { nextLine }), ...(kept && { responseId: kept.responseId, bytes: kept.bytes, lines: kept.lines }) };
  },
});
