import { isRecord } from "../../exit/render.ts";
import { asDroverError } from "../../protocol/errors.ts";
import type { ActionResult } from "../../session/action/actionResult.ts";
import type { Met } from "../../session/recording/flowRecording.ts";
import { isAtPoint, isRecorded, stepsOf, wantsFocus } from "../../session/recording/stepsOf.ts";
import type { Call, Step } from "../call.ts";

const nothingMet: Met = { elements: [], focused: undefined };

/** While a session is recorded, what a call has done to a page becomes a step of the recording. A call that failed has done nothing. */
export const recordFlow: Step = async (call, next) => {
  const flow = call.session?.parts.flow;
  if (!flow?.isOn) return next();
  // Those that only wait run beside others, and have no target of their own.
  const heard = call.tool.effect === "read" ? async () => nothingMet : await flow.hear(call.page, { wantsFocus: wantsFocus(call.name), presses: call.tool.family !== "javascript" });
  const before = await picture(call);
  try {
    await next();
  } finally {
    const met = await heard();
    await keepEvidence(call, before);
    if (isRecorded(call.name) && isRecord(call.result) && call.result["ok"] !== false) note(call, call.result, met);
  }
};

/** Of what acts on a page; compounds are told of by what they call. */
const isShown = ({ tool, page }: Call): boolean => page !== undefined && tool.effect !== "read" && tool.family !== "compose" && tool.family !== "record";

/** The call's own time is not for pictures. */
const picture = async (call: Call): Promise<string | undefined> =>
  call.session && call.page && isShown(call) ? call.deadline.outside(call.session.parts.evidence.picture(call.page)) : undefined;

async function keepEvidence(call: Call, before: string | undefined): Promise<void> {
  if (!isShown(call)) return;
  const after = await picture(call);
  call.session?.parts.evidence.add(call.id, { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }, isRecord(call.result) ? call.result : {});
}

function note(call: Call, result: Partial<ActionResult>, met: Met): void {
  const { session, page, name, parsed } = call;
  if (!session || !page) return;
  const { flow } = session.parts;
  const input = session.exit.masked(parsed.input);
  try {
    if (isAtPoint(name, input)) flow.skipPoint();
    else flow.add(page, stepsOf(name, { input, result, met }), (result.structure?.newTabs ?? []).map(({ id }) => id));
  } catch (thrown) {
    call.warn(`The call was not recorded: ${asDroverError(thrown).message}`);
  }
}
