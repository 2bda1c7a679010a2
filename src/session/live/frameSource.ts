import { mayFail } from "../../diagnosis/mayFail.ts";
import type { CdpAccess } from "../../engine/port.ts";
import { takePicture } from "../picture.ts";
import type { SessionPage } from "../sessionPage.ts";

/** A picture of a page as it was drawn. */
export interface CastFrame {
  /** base64 */
  jpeg: string;
  /** Of the page's viewport, in CSS pixels; 0 where it is not known. */
  cssWidth: number;
  cssHeight: number;
  /** When it was drawn, in milliseconds since 1970. */
  ts: number;
}

/** Where pictures of a page come from, until it is stopped. */
export interface FrameSource {
  /** One more picture may come. True when there is room for yet more. */
  next(): boolean;
  /** None come until it goes on; then the page as it is. */
  rest(): void;
  goOn(): void;
  stop(): Promise<unknown>;
}

type TakeFrame = (frame: CastFrame) => void;

const QUALITY = 70;
const CLOSING = "a page may close while it is watched";
/** Pictures that follow each other sooner are a movement, of which some may be left out. */
const MOVEMENT_MS = 500;

/**
 * The browser's own screencast: a picture whenever the page has drawn something else, none while it is still. Chromium leaves pictures out while the ones
 * before them are under way, and the last one of a movement as well (checked with 156): when the page has come to rest after one, the screencast is begun anew, which gives the
 * page as it is.
 * @param restMs how long after its last picture a page is at rest
 */
export async function screencast(cdp: CdpAccess, { width: maxWidth, height: maxHeight }: { width: number; height: number }, take: TakeFrame, restMs: () => number): Promise<FrameSource> {
  const unacknowledged: unknown[] = [];
  let atRest: NodeJS.Timeout | undefined;
  let isLook = false;
  let last = "";
  let lastAt = 0;
  const begin = () => cdp.send("Page.startScreencast", { format: "jpeg", quality: QUALITY, maxWidth, maxHeight });
  const acknowledge = () => {
    const sessionId = unacknowledged.shift();
    if (sessionId !== undefined) void mayFail(cdp.send("Page.screencastFrameAck", { sessionId }), CLOSING);
    return unacknowledged.length > 0;
  };
  const lookAgain = () => {
    isLook = true;
    unacknowledged.length = 0;
    void mayFail(cdp.send("Page.stopScreencast"), CLOSING);
    void mayFail(begin(), CLOSING);
  };
  const off = cdp.on("Page.screencastFrame", ({ data, sessionId, metadata }) => {
    unacknowledged.push(sessionId);
    clearTimeout(atRest);
    const now = Date.now();
    if (!isLook && now - lastAt < MOVEMENT_MS) atRest = setTimeout(lookAgain, restMs());
    if (!isLook) lastAt = now;
    isLook = false;
    const { deviceWidth = 0, deviceHeight = 0, timestamp = Date.now() / 1000 } = metadata as { deviceWidth?: number; deviceHeight?: number; timestamp?: number };
    const jpeg = String(data);
    // What was looked at again is most often what was there.
    if (jpeg === last) return void acknowledge();
    last = jpeg;
    take({ jpeg, cssWidth: deviceWidth, cssHeight: deviceHeight, ts: Math.round(timestamp * 1000) });
  });
  await begin();
  return {
    next: acknowledge,
    rest: () => {
      clearTimeout(atRest);
      unacknowledged.length = 0;
      void mayFail(cdp.send("Page.stopScreencast"), CLOSING);
    },
    goOn: () => {
      isLook = true;
      last = "";
      void mayFail(begin(), CLOSING);
    },
    stop: () => {
      off();
      clearTimeout(atRest);
      return mayFail(cdp.send("Page.stopScreencast"), CLOSING);
    },
  };
}

/** One picture after another, in the way that covers secrets: where there is no screencast, and where it would show them. The first one has been taken when it is there. */
export async function pictures(page: SessionPage, everyMs: number, take: TakeFrame): Promise<FrameSource> {
  let stopped = false;
  let last = "";
  let timer: NodeJS.Timeout | undefined;
  const next = async () => {
    const frame = await pictured(page);
    if (frame && frame.jpeg !== last && !stopped) {
      last = frame.jpeg;
      take(frame);
    }
    if (!stopped) timer = setTimeout(() => void (going = next()), everyMs);
  };
  let going = next();
  await going;
  return {
    next: () => false,
    rest: () => undefined,
    goOn: () => undefined,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return going;
    },
  };
}

/** The page as it is now; undefined while it cannot be looked at. */
export async function pictured(page: SessionPage): Promise<CastFrame | undefined> {
  if (page.engine.dialog || page.engine.crashed || page.engine.closed) return undefined;
  const ts = Date.now();
  const picture = takePicture(page, { format: "jpeg", quality: QUALITY, scale: "css" }, () => undefined);
  const [image, viewport] = await Promise.all([mayFail(picture, "a page may navigate or close while it is pictured"), mayFail(page.engine.mainFrame.evaluate("[innerWidth, innerHeight]"), CLOSING)]);
  const [cssWidth, cssHeight] = Array.isArray(viewport) ? viewport.map(Number) : [0, 0];
  return image && { jpeg: image.toString("base64"), cssWidth: cssWidth ?? 0, cssHeight: cssHeight ?? 0, ts };
}
