/** The bundle of the commands about this machine: browsers as files and processes. */
export { attach } from "./attach.ts";
export { bridge } from "./bridge.ts";
export { browsers } from "./browsers.ts";
export { chrome } from "./chrome.ts";
export { doctor } from "./doctor.ts";
export { testEndpoint } from "./endpoint.ts";
export { importCookies } from "./importCookies.ts";
export { init } from "./init.ts";
export { install } from "./install.ts";
export { sessionsOnDisk } from "./sessionsOnDisk.ts";
