import { setTimeout as pause } from "node:timers/promises";
import { noteFailure } from "../diagnosis/mayFail.ts";
import type { EnginePage, EnginePageEvents } from "./port.ts";

/** Between attempts at one document: one that has just come has nothing to picture for a moment, a long one on a busy machine. */
const PAUSES_MS = [0, 20, 80, 320];
/** Of all the documents that a page which goes on and on may show meanwhile. */
const MAX_ATTEMPTS = 30;

/** Browsers forget a capture that a navigation overtakes, or refuse it: then the new document is asked for its picture too. */
export async function pictureOverNavigations(page: EnginePage, capture: () => Promise<Buffer>): Promise<Buffer> {
  const overtaken: Promise<Buffer>[] = [];
  let refused = 0;
  for (let attempt = 1; ; attempt++) {
    const picture = capture();
    try {
      const image = await Promise.race([unlessOvertaken(page, picture), ...overtaken]);
      if (image) return image;
      overtaken.push(picture.catch((thrown: unknown) => {
        noteFailure(thrown, "a picture that a navigation overtakes may fail: the next one counts");
        return never();
      }));
      refused = 0;
    } catch (thrown) {
      const pauseMs = PAUSES_MS[refused++];
      if (page.closed || page.crashed || pauseMs === undefined || attempt >= MAX_ATTEMPTS) throw thrown;
      await pause(pauseMs);
      await page.mainFrame.ask("ping", null).catch((thrown: unknown) => {
        noteFailure(thrown, "a page that navigates is pictured when it is there");
        refused = 0;
      });
    }
  }
}

const never = () => new Promise<never>(() => undefined);

/** Undefined when another document took the place of the one that is pictured. */
function unlessOvertaken({ events, mainFrame }: EnginePage, picture: Promise<Buffer>): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => events.off("navigated", navigated);
    const navigated = ({ frame, kind }: EnginePageEvents["navigated"][0]) => {
      if (frame !== mainFrame || kind !== "full_load") return;
      stop();
      resolve(undefined);
    };
    events.on("navigated", navigated);
    void picture.then(resolve, reject).finally(stop);
  });
}
