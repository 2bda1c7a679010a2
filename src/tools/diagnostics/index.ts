import { callAnswer } from "./callAnswer.ts";
import { callLog } from "./callLog.ts";
import { diagnosticsNote } from "./note.ts";
import { diagnosticsReport } from "./report.ts";
import { diagnosticsSearch } from "./search.ts";

export const diagnosticTools = [callLog, callAnswer, diagnosticsNote, diagnosticsSearch, diagnosticsReport];
