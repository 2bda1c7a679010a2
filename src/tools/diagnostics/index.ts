import { callLog } from "./callLog.ts";
import { diagnosticsNote } from "./note.ts";
import { diagnosticsReport } from "./report.ts";
import { diagnosticsSearch } from "./search.ts";

export const diagnosticTools = [callLog, diagnosticsNote, diagnosticsSearch, diagnosticsReport];
