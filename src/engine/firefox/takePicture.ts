import type { BrowsingContext } from "webdriver-bidi-protocol";
import { DroverError } from "../../protocol/errors.ts";
import type { ScreenshotOptions } from "../port.ts";
import { BidiError } from "./connection.ts";
import { type FirefoxFrame, stringValue } from "./frame.ts";
import { toJson } from "../remoteValue.ts";
import { shrinkFunction } from "./shrinkPicture.ts";

type Parameters = BrowsingContext.CaptureScreenshotParameters;
type Capture = (params: Parameters) => Promise<{ data: string }>;
type Box = NonNullable<ScreenshotOptions["clip"]>;

/** A picture of a page, whose main frame it is given. */
export async function takePicture(frame: FirefoxFrame, capture: Capture, options: ScreenshotOptions): Promise<Buffer> {
  const { format, quality = 80, clip, fullPage, scale } = options;
  const data = await captured(capture, {
    context: frame.contextId,
    format: { type: `image/${format}`, ...(format === "jpeg" && { quality: quality / 100 }) },
    ...(clip ? await clipping(frame, clip) : { origin: fullPage ? "document" : "viewport" }),
  });
  if (scale === "device") return Buffer.from(data, "base64");
  const shrunk = await frame.call(shrinkFunction, [stringValue(data), stringValue(`image/${format}`), { type: "number", value: quality / 100 }], "isolated");
  return Buffer.from(shrunk.type === "string" ? shrunk.value : data, "base64");
}

/** What is in view is clipped from it: Firefox takes a document for no larger than its root element's box. */
async function clipping(frame: FirefoxFrame, area: Box): Promise<Pick<Parameters, "origin" | "clip">> {
  const view = toJson(await frame.call("() => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight })", [], "isolated")) as Box;
  const inView = { ...area, x: area.x - view.x, y: area.y - view.y };
  const shown = inView.x >= 0 && inView.y >= 0 && inView.x + area.width <= view.width && inView.y + area.height <= view.height;
  return { origin: shown ? "viewport" : "document", clip: { type: "box", ...(shown ? inView : area) } };
}

async function captured(capture: Capture, params: Parameters): Promise<string> {
  try {
    return (await capture(params)).data;
  } catch (cause) {
    if (!(cause instanceof BidiError)) throw cause;
    if (cause.code === "unable to capture screen") throw new DroverError("not-visible", "there is nothing to take a picture of: the area is empty", { cause });
    if (cause.code === "unsupported operation")
      throw new DroverError("too-large", `Firefox takes no picture of that size: ${cause.message}`, { cause, hint: "Take a region or an element instead." });
    throw cause;
  }
}
