import { setTimeout as pause } from "node:timers/promises";
import type { SessionPage } from "./sessionPage.ts";

/** How long pages may take to say their titles; one that is held up by a dialog says nothing. */
const PATIENCE_MS = 1000;

/** Scripts change titles, and the browser tells of it late or not at all. */
export async function refreshTitles(pages: SessionPage[], patienceMs = PATIENCE_MS): Promise<void> {
  if (pages.length === 0) return;
  const asked = Promise.allSettled(pages.map(({ engine }) => engine.refreshTitle()));
  const enough = new AbortController();
  await Promise.race([asked, pause(patienceMs, undefined, { signal: enough.signal })]).finally(() => enough.abort());
}
