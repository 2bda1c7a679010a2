import { setTimeout as pause } from "node:timers/promises";
import type { DownloadStarted } from "../../engine/port.ts";
import type { CapturedDownload } from "../downloads.ts";
import type { Session } from "../session.ts";

/** A file that takes longer is complete some time after the action. */
const PATIENCE_MS = 3_000;

/** What was downloaded during an action: the files that are kept, and warnings about the others. */
export async function downloadsOf({ downloads }: Session, started: readonly DownloadStarted[], warnings: string[]): Promise<CapturedDownload[]> {
  if (started.length === 0) return [];
  const names = [...new Set(started.map(({ suggestedFilename }) => suggestedFilename))].join(", ");
  if (!downloads.on) {
    warnings.push(`A download was offered and not kept: ${names}. downloads_capture keeps them.`);
    return [];
  }
  const late = new AbortController();
  const kept = downloads.kept(started);
  const complete = await Promise.race([
    Promise.all(kept),
    pause(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  if (!complete) warnings.push(`Still downloading: ${names}. downloads_capture({on:true}) lists what is complete.`);
  return (complete ?? []).filter((each) => each !== undefined);
}
