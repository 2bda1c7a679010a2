import { endRecording } from "./endRecording.ts";
import { exportPlaywrightScript } from "./exportPlaywrightScript.ts";
import { recordAnnotate } from "./recordAnnotate.ts";
import { replayFlow } from "./replayFlow.ts";
import { sessionMetrics } from "./sessionMetrics.ts";
import { startRecording } from "./startRecording.ts";

export const recordTools = [startRecording, endRecording, recordAnnotate, replayFlow, exportPlaywrightScript, sessionMetrics];
