import { frameOffset, toPage } from "../../session/pageCoordinates.ts";
import { agentLine, quote } from "../../session/snapshotText.ts";
import { readFrame } from "../../session/reading.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { ElementTarget } from "../../session/elementTarget.ts";

/** `button "Save" [data-testid="save"] bbox=12,200 80×30 [disabled]` */
export async function captionOf(page: SessionPage, target: ElementTarget | undefined): Promise<string> {
  if (!target) {
    const { width, height } = await page.engine.mainFrame.ask("viewport", null);
    return `page ${quote(page.title)} ${page.url} bbox=0,0 ${width}×${height}`;
  }
  const located = page.locate(target);
  const { element } = await readFrame(page, located.frame, "describe", { target: located.target });
  const parts = [agentLine([0, element.role, element.name, "", { ...(element.test && { test: element.test }) }])];
  const box = element.box && toPage(element.box, await frameOffset(located.frame));
  if (box) parts.push(`bbox=${Math.round(box.x)},${Math.round(box.y)} ${Math.round(box.width)}×${Math.round(box.height)}`);
  else parts.push("[not-visible]");
  if (element.disabled) parts.push("[disabled]");
  return parts.join(" ");
}
