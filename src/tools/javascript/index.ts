import { evalJs } from "./evalJs.ts";
import { pollEval } from "./pollEval.ts";

export const javascriptTools = [evalJs, pollEval];
