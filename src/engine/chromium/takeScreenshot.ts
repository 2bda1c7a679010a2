import type { Protocol } from "devtools-protocol";
import type { ScreenshotOptions } from "../port.ts";
import type { Commands, Params, Result } from "./connection.ts";
import type { ChromiumPage } from "./page.ts";

type Call = <M extends keyof Commands>(method: M, params?: Params<M>) => Promise<Result<M>>;

/** A picture of a page as it is now. */
export async function takeScreenshot(page: ChromiumPage, call: Call, options: ScreenshotOptions): Promise<Buffer> {
  const metrics = options.fullPage || options.clip || options.scale === "css" ? await call("Page.getLayoutMetrics") : undefined;
  const clip = metrics && (await clipOf(page, options, metrics));
  if (mayBeBehind(page)) page.session.post("Page.bringToFront");
  const answer = await call("Page.captureScreenshot", {
    format: options.format,
    ...(options.format === "jpeg" && { quality: options.quality ?? 80 }),
    // The packing took a third of the time; the picture is the same.
    optimizeForSpeed: true,
    ...(clip && { clip }),
    // Capturing beyond the viewport lays the page out anew for a moment: only where the picture needs it.
    captureBeyondViewport: Boolean(options.fullPage || (options.clip && metrics && !isInside(options.clip, metrics.cssVisualViewport))),
  });
  return Buffer.from(answer.data, "base64");
}

/**
 * A tab behind another one has no frame to give: Chromium answers after seconds, when somebody asks again, or with an old one. Coming to the front makes a page draw
 * itself anew, 5 to 11 ms of a picture, so one that has its window to itself is left where it is. So are a person's tabs.
 */
function mayBeBehind(page: ChromiumPage): boolean {
  const { browser } = page.context;
  const isAlone = () => browser.pages().every((other) => other === page || other.context !== page.context);
  return !browser.foreign && !(browser.headless && isAlone());
}

async function clipOf(
  page: ChromiumPage,
  options: ScreenshotOptions,
  { cssContentSize, cssVisualViewport }: Protocol.Page.GetLayoutMetricsResponse,
): Promise<Protocol.Page.Viewport> {
  const { pageX, pageY, clientWidth, clientHeight } = cssVisualViewport;
  const area = options.clip ??
    (options.fullPage
      ? { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height }
      : { x: pageX, y: pageY, width: clientWidth, height: clientHeight });
  const dpr = options.scale === "css" ? Number(await page.mainFrame.evaluate("devicePixelRatio")) || 1 : 1;
  return { ...area, scale: 1 / dpr };
}

function isInside(clip: NonNullable<ScreenshotOptions["clip"]>, { pageX, pageY, clientWidth, clientHeight }: Protocol.Page.VisualViewport): boolean {
  return clip.x >= pageX && clip.y >= pageY && clip.x + clip.width <= pageX + clientWidth && clip.y + clip.height <= pageY + clientHeight;
}
