import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";

const GOING = "a frame that goes away has no place to record";

/** From the page's own frame down to this one. */
export async function framesAround(frame: EngineFrame, testAttributes: string[]): Promise<string[]> {
  const selectors: string[] = [];
  for (let inner = frame; inner.parent; inner = inner.parent) {
    const index = await mayFail(inner.ask("framePlace", null), GOING);
    const selector = index === undefined ? undefined : await mayFail(inner.parent.ask("recordedFrame", { index, testAttributes }), GOING);
    selectors.unshift(selector ?? "iframe");
  }
  return selectors;
}
