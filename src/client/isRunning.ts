import { ifPresent } from "../diagnosis/ifPresent.ts";

export const isRunning = (pid: number): boolean => ifPresent(() => process.kill(pid, 0), "whether a process lives cannot be found out", false);
