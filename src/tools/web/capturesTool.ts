import { z } from "zod";
import { ruleOf } from "../../files/fileKinds.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { both } from "../storage/shapes.ts";
import { captureText, findCapture, MAX_CAPTURE_BYTES } from "./captures.ts";
import { matchLines } from "./matchLines.ts";
import { searchInput } from "./readingAnswer.ts";

const DEFAULT_LINES = 200;
/** What one answer holds; the rest is read with a later range. */
const MAX_CHARACTERS = 40_000;
const MAX_LISTED = 50;

const { entries, days } = ruleOf("capture").bounds;

export const captures = defineTool({
  name: "captures",
  family: "web",
  capability: "read",
  effect: "write",
  needs: "daemon",
  tells: "page",
  engines: both,
  batch: true,
  summary: "List, read or delete captures: page texts kept under a responseId by storeCapture and by answers too long to give.",
  details: `\`read\` gives lines \`fromLine\` to \`toLine\` (${DEFAULT_LINES} of them unless said, ${MAX_CHARACTERS} characters at most; \`nextLine\` goes on), or those that match \`linesMatching\`.
The newest ${entries} are kept, for ${days} days, each up to ${MAX_CAPTURE_BYTES / 1024 / 1024} MiB, in the store for files (\`files_list\` shows them too): they outlive the daemon. One that is gone is \`expired\`.`,
  input: z.object({
    action: z.enum(["list", "read", "delete"]).optional().describe("read"),
    responseId: z.string().min(1).optional(),
    fromLine: z.int().min(1).optional(),
    toLine: z.int().min(1).optional(),
    ...searchInput,
  }),
  output: z.object({
    ok: z.literal(true),
    captures: z.array(z.object({ responseId: z.string(), session: z.string().optional(), bytes: z.number(), at: z.string() })).optional(),
    count: z.number().optional(),
    responseId: z.string().optional(),
    text: z.string().optional(),
    lines: z.number().optional(),
    fromLine: z.number().optional(),
    nextLine: z.number().optional(),
    matches: z.string().optional(),
    matched: z.number().optional(),
    deleted: z.boolean().optional(),
  }),
  examples: [{ responseId: "f0a1b2c3d4", fromLine: 200, toLine: 260 }, { responseId: "f0a1b2c3d4", linesMatching: ["total"], contextLines: 1 }, { action: "list" }],
  cli: { positional: ["responseId"] },
  verbatim: true,
  text: ({ text, matches, captures: listed, deleted, responseId }, { reader }) => {
    if (reader === "agent") return undefined;
    return text ?? matches ?? (deleted ? `Deleted ${responseId}.` : (listed ?? []).map((each) => `${each.responseId}  ${each.at}  ${each.bytes} bytes  ${each.session ?? ""}`).join("\n") || "There are no captures.");
  },
  run: async ({ files, warn }, { action = "read", responseId, fromLine = 1, toLine, linesMatching, contextLines = 0, caseSensitive = false }) => {
    if (action === "list") {
      const kept = await files.list({ kind: "capture" });
      return {
        ok: true as const,
        count: kept.length,
        captures: kept.slice(0, MAX_LISTED).map(({ id, session, bytes, modifiedAt }) => ({ responseId: id, ...(session !== undefined && { session }), bytes, at: new Date(modifiedAt).toISOString() })),
      };
    }
    if (responseId === undefined) throw new DroverError("bad-input", `captures action=${action} needs responseId`, { hint: "action=list shows those there are." });
    const capture = await findCapture(files, responseId);
    if (action === "delete") {
      files.discard([capture]);
      return { ok: true as const, responseId, deleted: true };
    }
    const text = await captureText(files, capture);
    const lines = text.split("\n");
    if (linesMatching) {
      const found = matchLines(text, { patterns: linesMatching, contextLines, caseSensitive });
      if (found.left > 0) warn(`${found.left} more lines match: narrow linesMatching, or read ranges.`);
      return { ok: true as const, responseId, lines: lines.length, matches: found.lines.join("\n"), matched: found.matched };
    }
    if (toLine !== undefined && toLine < fromLine) throw new DroverError("bad-input", `toLine ${toLine} is before fromLine ${fromLine}`);
    const range = fitting(lines.slice(fromLine - 1, toLine ?? fromLine - 1 + DEFAULT_LINES));
    const next = fromLine + range.length;
    return { ok: true as const, responseId, lines: lines.length, fromLine, text: range.join("\n"), ...(next <= lines.length && { nextLine: next }) };
  },
});

/** Whole lines, and at least one, cut if need be. */
function fitting(lines: readonly string[]): string[] {
  let left = MAX_CHARACTERS;
  const kept: string[] = [];
  for (const line of lines) {
    if (line.length > left && kept.length > 0) break;
    kept.push(line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line);
    left -= line.length + 1;
  }
  return kept;
}
