import { mayFail } from "../../diagnosis/mayFail.ts";
import type { ChromiumPage } from "./page.ts";

/** A page that is busy does not hold up others' questions for longer. */
const PATIENCE_MS = 500;

/**
 * What scripts wrote to `document.cookie` reaches the browser's cookies some time after the scripts are done. A document
 * that is asked for its cookies waits for its own writes, and so do we.
 */
export async function awaitCookieWrites(pages: readonly ChromiumPage[]): Promise<void> {
  const frames = pages.filter(({ crashed, dialog }) => !crashed && !dialog).flatMap((page) => page.frames());
  const asked = frames.filter(({ url }) => /^(https?|about|blob):/.test(url)).map((frame) => mayFail(frame.ask("cookieText", null), "a frame may go away while its cookies are read"));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([Promise.all(asked), late]);
  clearTimeout(timer);
}
