/** The bundle of `drover plugin`. */
export { pluginHealth } from "../../plugins/pluginHealth.ts";
export { plugin } from "./plugin.ts";
