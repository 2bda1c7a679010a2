import type { EngineFrame } from "../engine/port.ts";
import type { PageTarget, Box } from "../page/api.ts";
import type { FindCandidate, FindPart, FoundCandidate } from "../page/see/api.ts";
import { order, type Feedback } from "../page/see/rank.ts";
import { isDroverError } from "../protocol/errors.ts";
import { descendants } from "./frameTree.ts";
import { frameOffset, toPage } from "./pageCoordinates.ts";
import { readFrame } from "./reading.ts";
import type { SessionPage } from "./sessionPage.ts";

export interface FindOptions {
  query: string;
  maxCandidates: number;
  visibleOnly?: boolean;
  confidenceFloor?: number;
  /** Only in this frame; otherwise in all of them. */
  frame?: EngineFrame;
  /** Only inside this element. */
  within?: { frame: EngineFrame; target: PageTarget };
  shadow?: boolean;
  feedback?: readonly Feedback[];
}

export interface Found {
  candidates: (FindCandidate & { frame?: string })[];
  warnings: string[];
}

/** Ranks the elements of a page, over all its frames, by a description in words. */
export async function findElements(page: SessionPage, options: FindOptions): Promise<Found> {
  const frames = options.within ? [options.within.frame] : options.frame ? [options.frame] : descendants(page.engine.mainFrame);
  const parts: { frame: EngineFrame; part: FindPart }[] = [];
  for (const frame of frames) {
    try {
      parts.push({ frame, part: await readFrame(page, frame, "find", pageArguments(options)) });
    } catch (thrown) {
      // A frame that goes away while the page is searched takes only its own elements with it.
      if (frames.length === 1 || frame === page.engine.mainFrame || !isDroverError(thrown)) throw thrown;
    }
  }
  const all = await Promise.all(parts.map(({ frame, part }) => inPageCoordinates(page, frame, part.candidates)));
  const ranked = order(
    all
      .flat()
      .map((candidate) => ({
        ...candidate.ranking,
        score: candidate.score,
        actionable: candidate.actionable === true,
        scrolledAway: candidate.actionable === "off-screen",
        candidate,
      })),
  );
  const candidates = ranked.slice(0, options.maxCandidates).map(({ candidate: { ranking: _, ...shown } }) => shown);
  return {
    candidates,
    warnings: warningsFor(
      options,
      parts.map(({ part }) => part),
    ),
  };
}

function pageArguments(options: FindOptions) {
  const { query, maxCandidates, visibleOnly, shadow, within } = options;
  return {
    query,
    maxCandidates,
    visibleOnly,
    shadow,
    within: within?.target,
    feedback: options.feedback && [...options.feedback],
  };
}

async function inPageCoordinates(
  page: SessionPage,
  frame: EngineFrame,
  candidates: FoundCandidate[],
): Promise<(FoundCandidate & { frame?: string })[]> {
  if (frame === page.engine.mainFrame || candidates.length === 0) return candidates;
  const offset = await frameOffset(frame);
  return candidates.map((candidate) => {
    const bbox: Box | null = candidate.bbox && toPage(candidate.bbox, offset);
    const hidden = candidate.bbox !== null && bbox === null;
    return {
      ...candidate,
      bbox,
      clipped: bbox === null,
      ...(hidden && candidate.actionable === true && { actionable: "off-screen" as const }),
      frame: page.frameId(frame),
    };
  });
}

function warningsFor({ query, confidenceFloor = 0 }: FindOptions, parts: readonly FindPart[]): string[] {
  const warnings: string[] = [];
  const matches = parts.reduce((sum, part) => sum + part.matches, 0);
  const actionable = parts.reduce((sum, part) => sum + part.actionable, 0);
  const topScore = Math.max(0, ...parts.map((part) => part.topScore));
  const unsaid = parts[0]?.unsaid.filter((word) => parts.every((part) => part.matches === 0 || part.unsaid.includes(word))) ?? [];
  const painted = parts.flatMap((part) => part.painted);
  if (matches === 0)
    warnings.push(`nothing on the page matches "${query}"${painted.length > 0 ? `; what ${painted.join(", ")} shows is painted: look with screenshot, click with position` : ""}`);
  else if (unsaid.length > 0) warnings.push(`nothing found says ${unsaid.join(", ")}; a list or grid may draw its other rows only when it is scrolled`);
  if (matches > 0 && actionable === 0)
    warnings.push(
      `no visible candidate - all ${matches} match(es) are off-screen/clipped/covered; usually means the wrong element matched`,
    );
  if (confidenceFloor > 0 && topScore <= confidenceFloor)
    warnings.push(`no candidate scored confidently above ${confidenceFloor} (top score: ${topScore})`);
  return warnings;
}
