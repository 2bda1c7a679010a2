import { z } from "zod";
import type { Point } from "../../page/act/api.ts";
import { requireInside } from "../../session/action/aim.ts";
import type { PageContext } from "../context.ts";

/** What the tools of this family share. */
export const pointerTool = {
  family: "pointer",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: true,
  engines: { chromium: "full", firefox: "full" },
} as const;

const dragging = "HTML5 drags end in the frame they began in; `drop` and `dragend` are sent by Drover and not trusted events";
const fingers = "a further finger's arrival comes with a `touchmove` of those that are down";

/** What a drag is in Firefox. */
export const dragEngines = { chromium: "full", firefox: { partial: dragging } } as const;
/** What several fingers are in Firefox. */
export const touchEngines = { chromium: "full", firefox: { partial: fingers } } as const;
/** What both are. */
export const gestureEngines = { chromium: "full", firefox: { partial: `${dragging}; ${fingers}` } } as const;

/** Whatever a page or a recording calls a finger. */
export const touchIdentifier = z.int().min(0).max(2 ** 31 - 1);

/** Refuses points that no pointer can reach. */
export async function requireInViewport({ page }: PageContext, ...points: Point[]): Promise<void> {
  const viewport = await page.engine.mainFrame.ask("viewport", null);
  for (const point of points) requireInside(point, viewport);
}

export const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));
