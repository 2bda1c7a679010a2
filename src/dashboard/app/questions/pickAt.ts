import { perform } from "../state/notices.ts";
import type { Point } from "../live/coordinates.ts";

/** Answers a question for an element with the one that is under a point of the page. */
export async function pickAt(session: string, question: string, at: Point): Promise<boolean> {
  const probed = await perform("point_probe", { session, coords: at });
  const ref = probed.ok ? probed.data.ref : undefined;
  if (!ref) return false;
  return (await perform("answer_question", { id: question, value: ref })).ok;
}
