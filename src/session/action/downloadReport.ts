import { setTimeout as pause } from "node:timers/promises";
import { settled } from "../../diagnosis/settled.ts";
import type { DownloadStarted } from "../../engine/port.ts";
import type { CapturedDownload, SessionDownloads } from "../downloads.ts";
import type { ActionTold } from "../part.ts";

/** A file that takes longer is complete some time after the action. */
const PATIENCE_MS = 3_000;

/** What was downloaded during an action: the files that are kept, and warnings about the others. */
export async function tellOfDownloads(kept: SessionDownloads, started: readonly DownloadStarted[]): Promise<ActionTold> {
  if (started.length === 0) return {};
  if (!kept.on) {
    const names = [...new Set(started.map(({ suggestedFilename }) => suggestedFilename))].join(", ");
    return { warnings: [`A download was offered and not kept: ${names}. downloads_capture keeps them.`] };
  }
  const late = new AbortController();
  const patience = settled(pause(PATIENCE_MS, undefined, { signal: late.signal }));
  const downloads: CapturedDownload[] = [];
  const warnings: string[] = [];
  const unfinished: string[] = [];
  for (const { name, arrival } of kept.kept(started)) {
    const arrived = await Promise.race([arrival, patience]);
    if (!arrived) unfinished.push(name);
    else if ("file" in arrived) {
      downloads.push(arrived.file);
      if (arrived.madeRoom.length > 0) warnings.push(`The session's downloads were full; removed to make room: ${arrived.madeRoom.map(({ id }) => id).join(", ")}.`);
    } else warnings.push(`The download of ${name} did not complete: ${arrived.error}.`);
  }
  late.abort();
  if (unfinished.length > 0) warnings.push(`Still downloading: ${unfinished.join(", ")}. downloads_capture({on:true}) lists what is complete.`);
  return { ...(downloads.length > 0 && { fields: { downloads } }), warnings };
}
