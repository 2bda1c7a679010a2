import { frameOffset, toPage } from "../../session/pageCoordinates.ts";
import { readFrame } from "../../session/reading.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { ElementTarget } from "../../session/elementTarget.ts";

/** `button "Save" [data-testid="save"] bbox=12,200 80×30 [disabled]` */
export async function captionOf(page: SessionPage, target: ElementTarget | undefined): Promise<string> {
  if (!target) {
    const { width, height } = await page.engine.mainFrame.ask("viewport", null);
    return `page ${JSON.stringify(page.title)} ${page.url} bbox=0,0 ${width}×${height}`;
  }
  const located = page.locate(target);
  const { element } = await readFrame(page, located.frame, "describe", { target: located.target });
  const parts = [element.role];
  if (element.name) parts.push(JSON.stringify(element.name));
  if (element.test) parts.push(`[${element.test[0]}=${JSON.stringify(element.test[1])}]`);
  const box = element.box && toPage(element.box, await frameOffset(located.frame));
  if (box) parts.push(`bbox=${Math.round(box.x)},${Math.round(box.y)} ${Math.round(box.width)}×${Math.round(box.height)}`);
  else parts.push("[not-visible]");
  if (element.disabled) parts.push("[disabled]");
  return parts.join(" ");
}
