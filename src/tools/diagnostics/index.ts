import { callLog } from "./callLog.ts";

export const diagnosticTools = [callLog];
