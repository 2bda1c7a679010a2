import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { Point } from "../../page/act/api.ts";
import { isDroverError } from "../../protocol/errors.ts";
import type { ElementTarget } from "../elementTarget.ts";
import type { SessionPage } from "../sessionPage.ts";

export type Awaited = { text: string } | { target: ElementTarget } | { coords: Point };

/** Frames that come during the wait are looked into from the next round on. */
const ROUND_MS = 500;

/** Waits, over navigations, until something is visible on a page; false when the time is over. */
export async function waitUntilSeen(page: SessionPage, awaited: Awaited, waitMs: number, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + waitMs;
  for (let left = waitMs; left > 0 && !signal.aborted; left = end - Date.now()) {
    const looks = looksOf(page, awaited, Math.min(left, ROUND_MS));
    if (await firstTrue(looks)) return true;
    // Nothing to look into: the page is between two documents.
    if (page.engine.closed) return false;
    await mayFail(page.engine.mainFrame.ask("ping", null), "the page is between two documents");
  }
  return false;
}

function looksOf(page: SessionPage, awaited: Awaited, waitMs: number): Promise<boolean>[] {
  const look = (frame: EngineFrame, what: object) => frame.ask("waitFor", { ...what, waitMs }).catch(ignoreGone);
  if ("text" in awaited) return page.engine.frames().map((frame) => look(frame, awaited));
  if ("coords" in awaited) return [look(page.engine.mainFrame, { point: awaited.coords })];
  const located = page.locate(awaited.target);
  return [look(located.frame, { target: located.target })];
}

function ignoreGone(thrown: unknown): boolean {
  if (isDroverError(thrown) && (thrown.code === "context-gone" || thrown.code === "frame-gone")) return false;
  throw thrown;
}

/** As soon as one is true; false when all are over. */
function firstTrue(looks: Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    for (const look of looks) look.then((seen) => seen && resolve(true), reject);
    void Promise.allSettled(looks).then(() => resolve(false));
  });
}
