import { findBrowsers } from "../../browser/findBrowser.ts";
import { alignedRows } from "../alignedRows.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { elsewhere, type Elsewhere } from "./endpoint.ts";

export async function browsers(call: Invocation): Promise<number> {
  const [found, far] = await Promise.all([findBrowsers(call.home), elsewhere(call)]);
  const rows = found.map(({ kind, version, source, path }) => [kind, version ?? "?", source, path]);
  const here = rows.length === 0 ? "No browser was found. `drover install` gets one." : alignedRows(["BROWSER", "VERSION", "FROM", "PATH"], rows, call.people);
  const there = far.length === 0 ? [] : [alignedRows(["ENDPOINT", "BROWSER", "FREE", "AT"], far.flatMap(lines), call.people)];
  return call.show({ ok: true, browsers: found, ...(far.length > 0 && { elsewhere: far }) }, [here, ...there].join("\n\n"));
}

function lines({ endpoint, slots, found, problem }: Elsewhere): string[][] {
  if (slots?.length === 0) return [[endpoint, "-", "0 of 0", "no node has registered"]];
  if (slots) return slots.map(({ browser, version, total, busy, up, node }) => [endpoint, [browser, version].filter(Boolean).join(" "), up ? `${total - busy} of ${total}` : "down", node]);
  return [[endpoint, "-", "", problem ?? found ?? ""]];
}
