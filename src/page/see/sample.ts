/** Reads one number again and again. The metrics are fixed: callers bring no script. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import type { SampleMetric, SeeApi } from "./api.ts";
import { documentRoot } from "./composed.ts";
import { resolveTarget } from "./elements.ts";

const MAX_POINTS = 2000;

const metrics: Record<SampleMetric, (element: Element) => number> = {
  scrollTop: (element) => dom.scrollTop(element),
  scrollLeft: (element) => dom.scrollLeft(element),
  scrollHeight: (element) => dom.scrollHeight(element),
  scrollWidth: (element) => dom.scrollWidth(element),
  clientWidth: (element) => dom.clientWidth(element),
  clientHeight: (element) => dom.clientHeight(element),
  bboxX: (element) => dom.getBoundingClientRect(element).x,
  bboxY: (element) => dom.getBoundingClientRect(element).y,
  bboxWidth: (element) => dom.getBoundingClientRect(element).width,
  bboxHeight: (element) => dom.getBoundingClientRect(element).height,
};

export const sample: SeeApi["sample"] = async ({ target, metric, durationMs, everyFrame, intervalMs }) => {
  if (!target && metric.startsWith("bbox"))
    throw new PageRefusal("bad-input", `${metric} needs an element`, {
      hint: "Pass ref, selector or named; only scroll and client metrics work for the document.",
    });
  const element = target ? resolveTarget(target) : (dom.scrollingElement(document) ?? documentRoot());
  const read = metrics[metric];
  const series: { tMs: number; value: number }[] = [];
  const start = performance.now();
  let truncated = false;
  await new Promise<void>((done) => {
    const take = () => {
      const tMs = Math.round((performance.now() - start) * 10) / 10;
      if (tMs > durationMs) return done();
      if (series.length >= MAX_POINTS) {
        truncated = true;
        return done();
      }
      series.push({ tMs, value: read(element) });
      // A tab in the background draws no frames; the timer makes sure that the window ends all the same.
      const next = everyFrame ? 0 : Math.max(0, start + series.length * intervalMs - performance.now());
      if (everyFrame) nextFrame(take);
      else setTimeout(take, next);
    };
    take();
  });
  return { series, truncated };
};

const LONGEST_FRAME = 100;

function nextFrame(callback: () => void): void {
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    callback();
  };
  requestAnimationFrame(once);
  setTimeout(once, LONGEST_FRAME);
}
