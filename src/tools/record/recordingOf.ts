import { DroverError } from "../../protocol/errors.ts";
import type { Recording } from "../../report/flow/recordedStep.ts";
import { leftRecording, recordingPlace } from "../../session/recording/recordingFile.ts";
import type { DaemonContext } from "../context.ts";

/** The recording of a session that is open, or what one that is closed or lost has left. */
export function recordingOf({ sessions, home, admission, mayEnter }: DaemonContext, id: string): Recording {
  const plan = sessions.planOf(id);
  if (plan) admission.enters(plan, "session");
  const recording = sessions.peek(id)?.parts.flow.recording;
  if (recording) return recording;
  const left = leftRecording(recordingPlace(home, id));
  if (left && (plan !== undefined || mayEnter({ id, owner: left.owner }))) return left.recording;
  throw new DroverError("not-found", `session "${id}" is not being recorded`, { hint: "start_recording({flowName}) begins it; then act, then call this again." });
}
