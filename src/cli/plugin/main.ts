/** The bundle of `drover plugin`. */
export { plugin } from "./plugin.ts";
