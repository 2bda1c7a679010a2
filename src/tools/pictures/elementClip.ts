import type { Box } from "../../page/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { frameOffset } from "../../session/pageCoordinates.ts";
import type { LocatedTarget, SessionPage } from "../../session/sessionPage.ts";
import type { ElementTarget } from "../../session/elementTarget.ts";

/** A viewport box as document coordinates on whole pixels, for a picture that cuts nothing off. */
async function documentClip(page: SessionPage, box: Box): Promise<Box> {
  const { scrollX, scrollY } = await page.engine.mainFrame.ask("viewport", null);
  const left = Math.floor(box.x + scrollX);
  const top = Math.floor(box.y + scrollY);
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.ceil(box.x + scrollX + box.width) - left),
    height: Math.max(1, Math.ceil(box.y + scrollY + box.height) - top),
  };
}

/** Brings an element into view and says which part of the document it takes. */
export const elementClip = (page: SessionPage, target: ElementTarget): Promise<Box> => locatedClip(page, page.locate(target));

export async function locatedClip(page: SessionPage, located: LocatedTarget): Promise<Box> {
  const { box, visible } = await located.frame.ask("reveal", { target: located.target });
  if (!visible)
    throw new DroverError("not-visible", `${located.summary} has no box to picture`, {
      hint: "It is hidden or empty; inspect says why.",
      failure: { source: "app", kind: "not-visible" },
    });
  const offset = await frameOffset(located.frame);
  return documentClip(page, {
    x: offset.x + box.x * offset.scaleX,
    y: offset.y + box.y * offset.scaleY,
    width: box.width * offset.scaleX,
    height: box.height * offset.scaleY,
  });
}
