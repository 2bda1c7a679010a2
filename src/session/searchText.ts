import type { EngineFrame } from "../engine/port.ts";
import type { PageTarget } from "../page/api.ts";
import type { TextMatch } from "../page/see/api.ts";
import { descendants } from "./frameTree.ts";
import { frameOffset, toPage } from "./pageCoordinates.ts";
import { readFrame } from "./reading.ts";
import type { SessionPage } from "./sessionPage.ts";

export interface TextSearchOptions {
  text: string;
  exact?: boolean;
  includeHidden?: boolean;
  maxMatches: number;
  within?: { frame: EngineFrame; target: PageTarget };
}

/** Looks for a text in every frame of a page, or inside one element. */
export async function searchText(
  page: SessionPage,
  options: TextSearchOptions,
): Promise<{ count: number; matches: (TextMatch & { frame?: string })[] }> {
  const { within, maxMatches, ...what } = options;
  const frames = within ? [within.frame] : descendants(page.engine.mainFrame);
  const matches: (TextMatch & { frame?: string })[] = [];
  let count = 0;
  for (const frame of frames) {
    const part = await readFrame(page, frame, "textSearch", {
      ...what,
      scope: within?.target,
      maxMatches: Math.max(0, maxMatches - matches.length),
    });
    count += part.count;
    if (frame === page.engine.mainFrame) matches.push(...part.matches);
    else if (part.matches.length > 0) {
      const offset = await frameOffset(frame);
      for (const match of part.matches) {
        const bbox = match.bbox && toPage(match.bbox, offset);
        matches.push({ ...match, bbox, clipped: bbox === null, frame: page.frameId(frame) });
      }
    }
  }
  return { count, matches };
}
