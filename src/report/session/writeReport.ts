import { readFileSync } from "node:fs";
import { htmlReport } from "./htmlReport.ts";
import { playwrightTrace } from "./playwrightTrace.ts";
import type { ReportData } from "./reportData.ts";

/** Pictures beyond this are left out, the oldest of them: a report is a file that people send. */
const MAX_PICTURE_BYTES = 150 * 1024 * 1024;

/** Reads the pictures of a report, newest first as far as there is room. */
function picturesOf({ pictures }: ReportData): { found: Record<string, Uint8Array>; left: number } {
  const found: Record<string, Uint8Array> = {};
  let room = MAX_PICTURE_BYTES;
  const all = Object.entries(pictures).toReversed();
  for (const [id, file] of all) {
    const bytes = readFileSync(file);
    if ((room -= bytes.length) < 0) break;
    found[id] = bytes;
  }
  return { found, left: all.length - Object.keys(found).length };
}

export function htmlReportBytes(data: ReportData): { bytes: Uint8Array; leftOut: number } {
  const { found, left } = picturesOf(data);
  const base64 = Object.fromEntries(Object.entries(found).map(([id, bytes]) => [id, Buffer.from(bytes).toString("base64")]));
  return { bytes: Buffer.from(htmlReport(data, base64)), leftOut: left };
}

export function playwrightTraceBytes(data: ReportData): { bytes: Uint8Array; leftOut: number } {
  const { found, left } = picturesOf(data);
  return { bytes: playwrightTrace(data, found), leftOut: left };
}
