import type { Point } from "../../page/act/api.ts";
import { requireInside } from "../../session/action/aim.ts";
import type { PageContext } from "../context.ts";

/** What the tools of this family share. */
export const pointerTool = {
  family: "pointer",
  capability: "action",
  effect: "write",
  needs: "page",
  batch: true,
  engines: { chromium: "full", firefox: "full" },
} as const;

/** Refuses points that no pointer can reach. */
export async function requireInViewport({ page }: PageContext, ...points: Point[]): Promise<void> {
  const viewport = await page.engine.mainFrame.agent("viewport", null);
  for (const point of points) requireInside(point, viewport);
}

export const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));
