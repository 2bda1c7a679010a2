import { cpuEmulate, networkEmulate } from "./throttle.ts";

export const emulateTools = [networkEmulate, cpuEmulate];
