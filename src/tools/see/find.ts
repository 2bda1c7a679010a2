import { z } from "zod";
import { isDroverError } from "../../protocol/errors.ts";
import { findElements } from "../../session/findElements.ts";
import { onOneLine, quote } from "../../session/snapshotText.ts";
import { defineTool } from "../defineTool.ts";
import { paint } from "../text/paint.ts";
import { cut, widthOf } from "../text/width.ts";
import { enterClosedShadows } from "./closedShadow.ts";
import { boxOutput, contextOutput } from "./shapes.ts";
import { shadowInput } from "./shadowInput.ts";

const candidateOutput = z.object({
  ref: z.string(),
  role: z.string(),
  name: z.string(),
  testId: z.string().optional(),
  stability: z.enum(["high", "medium", "low"]),
  selectorHint: z.string(),
  selectorTier: z.number(),
  bbox: boxOutput.nullable(),
  clipped: z.boolean(),
  actionable: z.union([z.literal(true), z.enum(["disabled", "off-screen", "covered"])]),
  coveredBy: z.string().optional(),
  score: z.number(),
  context: contextOutput.optional(),
  near: z.string().optional(),
  frame: z.string().optional(),
});

const findOutput = z.object({
  query: z.string(),
  candidates: z.array(candidateOutput),
  warnings: z.array(z.string()).optional(),
  tokensEstimate: z.number().optional(),
});

export const find = defineTool({
  name: "find",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  core: true,
  summary: "Elements that fit a description in words, best first, with refs and proven selectors.",
  details: `Words are matched with names, roles, test attributes, text, labels, placeholders, titles and alternative texts;
plurals and small slips of spelling count less. What can be acted on ranks before what is hidden, covered or disabled, and
controls before the wrappers around them. \`selectorHint\` was tried on the page and resolves to exactly this element;
\`stability: low\` is not worth writing into a test. \`context\` says which row and column a candidate is in.`,
  input: z.object({
    query: z.string().min(1).describe("in words"),
    maxCandidates: z.int().min(1).max(20).optional().describe("5"),
    confidenceFloor: z.number().optional().describe("least score"),
    contextRef: z.string().optional().describe("only inside this ref"),
    visibleOnly: z.boolean().optional().describe("leave out what cannot be acted on"),
    frame: z.string().optional().describe("fN from frames_list"),
    pierce: shadowInput.optional().describe("as includeShadow of snapshot"),
  }),
  output: findOutput,
  engines: { chromium: "full", firefox: { partial: "pierce:closed sees open shadow roots only" } },
  examples: [{ query: "the Save button" }, { query: "delete", contextRef: "e16", visibleOnly: true }],
  cli: { positional: ["query"] },
  run: async ({ page, session, client, warn }, input) => {
    if (input.pierce === "closed") await enterClosedShadows(page, warn);
    const found = await findElements(page, {
      query: input.query,
      maxCandidates: input.maxCandidates ?? 5,
      confidenceFloor: input.confidenceFloor,
      visibleOnly: input.visibleOnly,
      shadow: input.pierce !== false,
      feedback: session.parts.findMemory.all(),
      ...(input.frame !== undefined && { frame: page.frame(input.frame) }),
      ...withinRef(input.contextRef),
    });
    const warnings = found.warnings.map((line) =>
      line.startsWith("no visible candidate") ? line + nextStep(client.capabilities) : line,
    );
    return { query: input.query, candidates: found.candidates, ...(warnings.length && { warnings }) };

    function withinRef(ref: string | undefined) {
      if (ref === undefined) return {};
      try {
        return { within: page.locate({ ref }) };
      } catch (thrown) {
        if (!isDroverError(thrown) || thrown.code !== "ref-gone") throw thrown;
        warn(`contextRef ${ref} is not on the page and was ignored`);
        return {};
      }
    }
  },
  text: (data, style) => (style.reader === "person" ? candidatesForPeople(data, style) : style.whole ? undefined : candidatesForAgents(data)),
});

/** Without what a ref, a role and a name say already, what is as it should be, and selectors that are not worth keeping. */
function candidatesForAgents({ candidates, warnings }: z.output<typeof findOutput>): string {
  const brief = candidates.map(({ ref, role, name, testId, stability, selectorHint, clipped, actionable, coveredBy, context, near, frame }) => ({
    ref,
    role,
    name: shortened(name),
    ...(stability !== "low" && !selectorHint.startsWith("role=") && { selectorHint }),
    ...(testId && !selectorHint.includes(testId) && { testId }),
    ...(clipped && actionable !== "off-screen" && { clipped }),
    ...(actionable !== true && { actionable }),
    ...(coveredBy && { coveredBy }),
    ...(context && placeIn(context, name)),
    ...(near && { near }),
    ...(frame && { frame }),
  }));
  return JSON.stringify({ candidates: brief, ...(warnings?.length && { warnings }) });
}

/** Which row it is in, by the words that lead the row or, where those are its own, by all of them; a row itself says so. */
function placeIn({ rowKey, rowText, column, rowIndex, columnIndex }: NonNullable<z.output<typeof candidateOutput>["context"]>, name: string): { row?: string | number; column?: string | number } {
  const row = rowKey === name ? rowText : rowKey;
  // Where no words tell, numbers do.
  if (row === "" || (!name && !column)) return { ...(rowIndex !== undefined && { row: rowIndex }), ...((column ?? columnIndex) && { column: column ?? columnIndex }) };
  return { ...(rowText !== name && row !== name && { row: shortened(row) }), ...(column && { column }) };
}

const BRIEF_NAME = 80;

/** A row or a post says all that is in it: its first words are enough to know it by. */
const shortened = (text: string): string => (text.length > BRIEF_NAME ? `${text.slice(0, BRIEF_NAME - 1).trimEnd()}…` : text);

function nextStep(capabilities: ReadonlySet<string>): string {
  const ways = ["scroll to it, wait for it, or look with snapshot"];
  if (capabilities.has("action")) ways.push("click({coords}) reaches what has no element");
  if (capabilities.has("eval")) ways.push("eval_js looks closer");
  return ` (${ways.join("; ")})`;
}

const REF_COLUMN = 6;

function candidatesForPeople(data: z.output<typeof findOutput>, { columns, color }: { columns: number; color: boolean }): string {
  const room = columns - REF_COLUMN;
  const lines = data.candidates.flatMap((each) => {
    const state = each.actionable === true ? "" : ` ${each.coveredBy ? `covered by ${each.coveredBy}` : each.actionable}`;
    const name = cut(quote(each.name), Math.max(SHORTEST_NAME, room - each.role.length - state.length - 1));
    const left = room - each.role.length - widthOf(name) - widthOf(state) - 1;
    const where = each.context ? cut(onOneLine(`  in ${each.context.rowKey}${each.context.column ? ` / ${each.context.column}` : ""}`), left) : each.near ? cut(onOneLine(`  near ${each.near}`), left) : "";
    const head = [
      paint(each.ref.padEnd(REF_COLUMN), "yellow", color),
      paint(each.role, "cyan", color),
      ` ${paint(name, "bold", color)}`,
      paint(state, "red", color && state !== ""),
      paint(where, "dim", color && where !== ""),
    ];
    return [head.join(""), " ".repeat(REF_COLUMN) + paint(`${onOneLine(each.selectorHint)}  (${each.stability}, score ${each.score})`, "dim", color)];
  });
  const warnings = (data.warnings ?? []).map((line) => paint(line, "yellow", color));
  return [...(lines.length ? lines : ["nothing found"]), ...warnings].join("\n");
}

const SHORTEST_NAME = 12;
