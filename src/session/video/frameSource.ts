import { mayFail } from "../../diagnosis/mayFail.ts";
import type { CdpAccess } from "../../engine/port.ts";
import { takePicture } from "../picture.ts";
import type { SessionPage } from "../sessionPage.ts";

/** Where a film's pictures come from: JPEG, base64. */
export interface FrameSource {
  stop(): Promise<unknown>;
}

type TakeFrame = (jpeg: string) => void;

const QUALITY = 70;
/** Ten pictures a second show everything that matters, and cost a busy page little. */
const SCREENCAST_MS = 100;
const PICTURES_MS = 500;

/** The browser's own screencast: a picture whenever the page has drawn something else, none while it is still. */
export async function screencast(cdp: CdpAccess, { width: maxWidth, height: maxHeight }: { width: number; height: number }, take: TakeFrame): Promise<FrameSource> {
  let timer: NodeJS.Timeout | undefined;
  const off = cdp.on("Page.screencastFrame", ({ data, sessionId }) => {
    take(String(data));
    // The next one is sent when this one is acknowledged.
    timer = setTimeout(() => void mayFail(cdp.send("Page.screencastFrameAck", { sessionId }), "a page may close while it is filmed"), SCREENCAST_MS);
  });
  await cdp.send("Page.startScreencast", { format: "jpeg", quality: QUALITY, maxWidth, maxHeight });
  return {
    stop: () => {
      off();
      clearTimeout(timer);
      return mayFail(cdp.send("Page.stopScreencast"), "a page may close while it is filmed");
    },
  };
}

/** One picture after another, in the way that covers secrets: where there is no screencast, and where it would show them. */
export function pictures(page: SessionPage, take: TakeFrame): FrameSource {
  let stopped = false;
  let last = "";
  let timer: NodeJS.Timeout | undefined;
  const next = async () => {
    if (!page.engine.dialog && !page.engine.crashed) {
      const image = await mayFail(takePicture(page, { format: "jpeg", quality: QUALITY, scale: "css" }, () => undefined), "a page may navigate or close while it is pictured");
      const jpeg = image?.toString("base64");
      if (jpeg !== undefined && jpeg !== last && !stopped) {
        last = jpeg;
        take(jpeg);
      }
    }
    if (!stopped) timer = setTimeout(() => void (going = next()), PICTURES_MS);
  };
  let going = next();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return going;
    },
  };
}
