import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { diffLines } from "../../session/action/treeDiff.ts";
import type { KeptSnapshot } from "../../session/keptSnapshots.ts";
import { takeSnapshot } from "../../session/pageSnapshot.ts";
import { load } from "../../session/session.ts";
import { isNote, isText, type SnapshotLine } from "../../session/snapshotText.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { checkedUrl } from "../navigate/checkedUrl.ts";
import { notLoaded } from "../navigate/notLoaded.ts";

const DEADLINE_MS = 90_000;
const USUAL = "kept";
const MAX_LINES = 400;

const isName = (given: string): boolean => /^[\w-]{1,60}$/.test(given);

export const snapshotDiff = defineTool({
  name: "snapshot_diff",
  family: "see",
  capability: "read",
  effect: "write",
  needs: "page",
  tells: "page",
  deadline: DEADLINE_MS,
  summary: "Compare two snapshots: the page with one kept earlier ({keep:\"a\"}, then {from:\"a\"}), or two addresses ({from:url, to:url}).",
  details: `\`from\` and \`to\` are names of kept snapshots or addresses; without \`to\` it is the page as it is now. An address is opened in a tab of its own, which is closed again (this needs \`navigation\`). \`diff\` has the lines that
appeared (\`+\`) and went (\`-\`) under those that they stand in, without refs where two pages are compared; at most ${MAX_LINES}. Snapshots are whole, not folded. The daemon keeps the last 20 of a session. For pictures there is
\`visual_diff\`, for what one action changed \`act_and_diff\`.`,
  input: z.object({
    keep: z.string().regex(/^[\w-]{1,60}$/, "letters, digits, - and _").optional().describe("keep the page's snapshot under this name"),
    from: z.string().min(1).optional().describe("kept name, or address"),
    to: z.string().min(1).optional().describe("the same; the page itself"),
  }),
  output: z.object({
    ok: z.literal(true),
    same: z.boolean().optional(),
    kept: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    added: z.number().optional(),
    removed: z.number().optional(),
    diff: z.array(z.string()).optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ keep: "before" }, { from: "before" }, { from: "https://example.com/", to: "https://staging.example.com/" }],
  cli: { positional: ["from", "to"] },
  text: ({ diff = [], same, kept }) => (same === undefined ? `Kept as "${kept}".` : same ? "They are the same." : diff.join("\n")),
  run: async (context, { keep, from = keep === undefined ? USUAL : undefined, to }) => {
    const { kept } = context.session.parts;
    const before = from === undefined ? undefined : await snapshotOf(context, from);
    const now = to === undefined ? await whole(context) : await snapshotOf(context, to);
    if (keep !== undefined) kept.keep(keep, now);
    if (!before) return { ok: true as const, kept: keep };
    const ofOnePage = before.pageId === now.pageId && before.documentId === now.documentId;
    const lines = diffLines(...(ofOnePage ? [before.lines, now.lines] as const : [withoutRefs(before.lines), withoutRefs(now.lines)] as const));
    if (lines.length > MAX_LINES) context.warn(`${lines.length - MAX_LINES} more lines differ.`);
    const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
    return {
      ok: true as const,
      same: lines.length === 0,
      ...(keep !== undefined && { kept: keep }),
      from: before.url,
      to: now.url,
      added: count("+"),
      removed: count("-"),
      diff: lines.slice(0, MAX_LINES),
    };
  },
});

async function snapshotOf(context: PageContext, given: string): Promise<KeptSnapshot> {
  if (isName(given)) return context.session.parts.kept.get(given);
  context.require("navigation", "snapshot_diff of an address");
  const address = await checkedUrl(context, given, "comparing");
  const page = await context.session.openPage();
  try {
    const outcome = await load(page.engine, address.href);
    if (outcome.errorText) throw notLoaded(address.href, outcome.errorText);
    return await whole({ page });
  } finally {
    await mayFail(page.engine.close(), "a tab that is gone need not be closed");
  }
}

async function whole({ page }: Pick<PageContext, "page">): Promise<KeptSnapshot> {
  const { documentId } = page.engine.mainFrame;
  return { ...(await takeSnapshot(page, { full: true })), pageId: page.id, documentId };
}

/** A ref names an element of one page: it tells nothing of another's. */
const withoutRefs = (lines: readonly SnapshotLine[]): SnapshotLine[] =>
  lines.map((line) => (isText(line) || isNote(line) ? line : [line[0], line[1], line[2], "", line[4] ?? {}]));
