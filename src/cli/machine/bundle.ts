import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { type Home, workspaceFolder } from "../../config/home.ts";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import { wrongUsage } from "../values.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import type { Check } from "./doctor.ts";
import { reportOf } from "./report.ts";

/** The newest records are the ones that tell of a bug. */
const MAX_BYTES = 50 * 1024 * 1024;

interface RecordFile {
  /** Below the workspace. */
  name: string;
  text: string;
}

/** Records of calls, as the daemon wrote them: masked, without what was typed. */
function recordFiles(home: Home): RecordFile[] {
  const workspace = workspaceFolder(home);
  const names = ifPresent(() => readdirSync(path.join(workspace, "diagnostics"), { recursive: true, encoding: "utf8" }), "the diagnostics cannot be listed", []);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => ({ name: path.join("diagnostics", name), text: readFileSync(path.join(workspace, "diagnostics", name), "utf8") }));
}

export function diagnosticsKept(home: Home): { records: number; sessions: number } {
  const files = recordFiles(home);
  return { records: files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0), sessions: new Set(files.map(({ name }) => path.dirname(name))).size };
}

/** One file to attach to a bug: the report, and the records of calls. */
export async function bundle(call: Invocation, checks: Check[], file: string): Promise<number> {
  const { text } = await reportOf(call, checks);
  const entries: Record<string, Uint8Array> = { "report.md": strToU8(text) };
  let left = MAX_BYTES;
  for (const record of recordFiles(call.home).toSorted((a, b) => path.basename(b.name).localeCompare(path.basename(a.name)))) {
    const bytes = strToU8(record.text);
    if ((left -= bytes.length) < 0) break;
    entries[record.name.replaceAll(path.sep, "/")] = bytes;
  }
  const place = path.resolve(file);
  try {
    writeFileSync(place, zipSync(entries), { mode: 0o600 });
  } catch (thrown) {
    throw wrongUsage(`${place} cannot be written: ${(thrown as Error).message}`);
  }
  const files = Object.keys(entries);
  return call.show({ ok: true, path: place, files }, `${place}: ${files.join(", ")}\nRead it before you hand it on.`);
}
