import type { EngineFrame, EnginePage } from "../../engine/port.ts";
import type { CapturedDocument } from "../../page/capture/api.ts";
import type { PageTarget } from "../../page/api.ts";
import { fetchText } from "../state/longText.ts";

/** Puts the code that takes documents away into those of a page, for as long as `use` lasts. */
export async function withCapturer<T>(page: EnginePage, use: () => Promise<T>): Promise<T> {
  const { default: source } = await import("drover:page/capture/captureCode");
  const installed = page.addScript({ source, world: "isolated", order: 0, inOpenDocuments: true });
  try {
    await installed.done;
    return await use();
  } finally {
    installed.takeBack();
  }
}

export async function readCaptured(frame: EngineFrame, wish: { target?: PageTarget | undefined; maxCharacters: number }): Promise<CapturedDocument> {
  const text = await fetchText(frame, await frame.ask("capture", wish));
  return JSON.parse(text.toString("utf8")) as CapturedDocument;
}
