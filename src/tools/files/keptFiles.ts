import { z } from "zod";
import { DAY_MS } from "../../files/bounds.ts";
import { defineTool } from "../defineTool.ts";
import { both } from "../storage/shapes.ts";
import { keptShape, keptTable, kind, sizeText, sumOf, told } from "./keptShape.ts";

const DEFAULT_LIMIT = 100;
const DEFAULT_DAYS = 30;

const removedShape = z.object({ ok: z.literal(true), workspace: z.string(), count: z.number(), bytes: z.number(), removed: z.array(keptShape) });

const deletes = { family: "files", capability: "file-io", effect: "destructive", needs: "daemon", tells: "page", engines: both } as const;

export const filesList = defineTool({
  name: "files_list",
  family: "files",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "page",
  engines: both,
  batch: true,
  summary: "List the files that tools have made or keep in the workspace, newest first.",
  details: `Pictures, PDFs, HAR archives, downloads, artifacts, saved log-ins and states, fetched bodies, traces, heap snapshots, comparisons, profile snapshots; a series of pictures and a
profile are one entry with \`files\`. \`id\` stays the same for as long as a file has its name, and the other \`file\` tools take it. Files that
nobody named are bounded by their kind's number, size and age, and the oldest make room; what a caller named stays until it is deleted.
Other files of the workspace are not listed. At most \`limit\` (${DEFAULT_LIMIT}) are; \`count\` and \`bytes\` are of all.`,
  input: z.object({ kind: kind.optional(), session: z.string().min(1).optional(), limit: z.int().min(1).max(10_000).optional() }),
  output: z.object({ ok: z.literal(true), workspace: z.string(), count: z.number(), bytes: z.number(), files: z.array(keptShape) }),
  examples: [{}, { kind: "picture", limit: 10 }],
  cli: { positional: ["kind"] },
  text: ({ files, count, bytes, workspace }, style) => {
    if (style.reader === "agent") return undefined;
    if (count === 0) return `No tool has made a file in ${workspace}.`;
    const more = count > files.length ? `, the newest ${files.length} of them shown` : "";
    return `${keptTable(files, workspace, style)}\n${count} in ${workspace}, ${sizeText(bytes)}${more}`;
  },
  run: async ({ files }, { limit = DEFAULT_LIMIT, ...selection }) => {
    const kept = await files.list(selection);
    return { ok: true as const, workspace: files.workspace.path("."), count: kept.length, bytes: sumOf(kept), files: kept.slice(0, limit).map(told) };
  },
});

export const filesDelete = defineTool({
  ...deletes,
  name: "files_delete",
  summary: "Delete files that tools have made, by id or path.",
  details: "Each is an `id` of files_list or a path in the workspace. One that no tool has made is refused (`not-found`), and then none is deleted.",
  input: z.object({ files: z.array(z.string().min(1)).min(1).max(1000).describe("ids or paths") }),
  output: removedShape,
  examples: [{ files: ["f0a1b2c3d4"] }, { files: ["pdfs/invoice.pdf", "screenshots/checkout"] }],
  text: ({ removed, bytes, workspace }, style) => (style.reader === "agent" ? undefined : `${keptTable(removed, workspace, style)}\nDeleted ${sizeText(bytes)}.`),
  run: async ({ files }, { files: wanted }) => {
    const removed = await files.remove(wanted);
    return { ok: true as const, workspace: files.workspace.path("."), count: removed.length, bytes: sumOf(removed), removed: removed.map(told) };
  },
});

export const filesPrune = defineTool({
  ...deletes,
  name: "files_prune",
  summary: `Delete files that tools have made and nobody named, older than ${DEFAULT_DAYS} days or \`olderThanDays\`.`,
  details: `\`olderThanDays: 0\` means all. \`kind\` and \`session\` choose among them; saved log-ins and profile snapshots go only when their kind is given.
Files at a place that a caller chose stay: delete them by name. \`dryRun\` says what would go.`,
  input: z.object({
    olderThanDays: z.number().min(0).optional(),
    kind: kind.optional(),
    session: z.string().min(1).optional(),
    dryRun: z.boolean().optional(),
  }),
  output: removedShape.extend({ dryRun: z.literal(true).optional() }),
  examples: [{ olderThanDays: 7 }, { kind: "picture", olderThanDays: 0, dryRun: true }],
  text: ({ removed, count, bytes, workspace, dryRun }, style) => {
    if (style.reader === "agent") return undefined;
    if (count === 0) return "Nothing is that old.";
    return `${keptTable(removed, workspace, style)}\n${dryRun ? "Would delete" : "Deleted"} ${count}, ${sizeText(bytes)}.`;
  },
  run: async ({ files }, { olderThanDays = DEFAULT_DAYS, dryRun, ...selection }) => {
    const removed = await files.prune({ ...selection, before: Date.now() - olderThanDays * DAY_MS, dryRun });
    return { ok: true as const, workspace: files.workspace.path("."), count: removed.length, bytes: sumOf(removed), removed: removed.map(told), ...(dryRun && { dryRun }) };
  },
});
