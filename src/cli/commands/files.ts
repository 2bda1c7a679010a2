import { openWithSystem } from "../openWithSystem.ts";
import { wrongUsage } from "../values.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";
import { refusalOf, verbOf } from "./ownCommand.ts";

const MAX_WORDS = 1000;

/** Which files are meant; a session only when it was named. */
function selection(call: Invocation): Record<string, unknown> {
  const kind = call.text("kind");
  const session = call.text("session") ?? call.text("context");
  return { ...(kind !== undefined && { kind }), ...(session !== undefined && { session }) };
}

async function show(call: Invocation, tool: string, input: Record<string, unknown>): Promise<number> {
  const outcome = await call.outcome(tool, input);
  if (!outcome.ok) throw refusalOf(outcome.data);
  return call.show(outcome.data as object, outcome.text ?? "");
}

function noMoreWords(call: Invocation, verb: string, most: number): void {
  if (call.words.length > most) throw wrongUsage(`files ${verb} does not take "${call.words[most]}"`, `Usage: drover files ${filesCommand.usage}`);
}

async function list(call: Invocation): Promise<number> {
  noMoreWords(call, "list", 1);
  return show(call, "files_list", { ...selection(call), ...number(call, "limit") });
}

async function open(call: Invocation): Promise<number> {
  noMoreWords(call, "open", 2);
  const [, file] = call.words;
  if (file === undefined) throw wrongUsage("files open needs a file", "`drover files` lists them with their ids.");
  const found = await call.call<{ path: string }>("file_get", { file, pathOnly: true });
  const opened = await openWithSystem(found.path);
  return call.show({ ...found, opened }, found.path);
}

async function remove(call: Invocation): Promise<number> {
  const files = call.words.slice(1);
  if (files.length === 0) throw wrongUsage("files rm needs one file or more", "`drover files` lists them with their ids.");
  return show(call, "files_delete", { files });
}

async function prune(call: Invocation): Promise<number> {
  noMoreWords(call, "prune", 1);
  return show(call, "files_prune", { ...selection(call), ...number(call, "older-than", "olderThanDays"), ...(call.on("dry-run") && { dryRun: true }) });
}

function number(call: Invocation, flag: string, argument = flag): Record<string, number> {
  const given = call.text(flag);
  if (given === undefined) return {};
  const value = Number(given.replace(/d$/, ""));
  if (given.trim() === "" || !Number.isFinite(value)) throw wrongUsage(`--${flag} is a number, not "${given}"`);
  return { [argument]: value };
}

const verbs: Record<string, (call: Invocation) => Promise<number>> = { list, open, rm: remove, prune };

export const filesCommand: OwnCommand = {
  name: "files",
  usage: "[list] | open <file> | rm <file …> | prune",
  words: MAX_WORDS,
  summary: "The files that commands have made and keep: list, open, delete and clear them",
  verbs: Object.keys(verbs),
  flags: {
    kind: { value: "kind", help: "list, prune: only pictures, PDFs … (picture, pdf, har, download, artifact, login, state, body, profile)" },
    session: { value: "id", help: "list, prune: only those of this session" },
    limit: { value: "number", help: "list: how many at most; 100 unless given" },
    "older-than": { value: "days", help: "prune: 30 unless given, 0 for all" },
    "dry-run": { help: "prune: say what would go, and delete nothing" },
  },
  examples: ["files", "files open f0a1b2c3d4", "files rm pdfs/invoice.pdf", "files prune --older-than 7", "files prune --kind picture --older-than 0 --dry-run"],
  run: (call) => (call.words.length === 0 ? list(call) : verbs[verbOf(filesCommand, call)]!(call)),
};
