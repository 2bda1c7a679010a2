import { findBrowsers } from "../../browser/findBrowser.ts";
import { alignedRows } from "../alignedRows.ts";
import type { Invocation } from "../commands/ownCommand.ts";

export async function browsers(call: Invocation): Promise<number> {
  const found = await findBrowsers(call.home);
  const rows = found.map(({ kind, version, source, path }) => [kind, version ?? "?", source, path]);
  const text = rows.length === 0 ? "No browser was found. `drover install` gets one." : alignedRows(["BROWSER", "VERSION", "FROM", "PATH"], rows, call.people);
  return call.show({ ok: true, browsers: found }, text);
}
