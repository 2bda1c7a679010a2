import { evalJs } from "./evalJs.ts";
import { addInitScript, removeInitScript } from "./initScripts.ts";
import { callPageTool, pageTools } from "./pageTools.ts";
import { pollEval } from "./pollEval.ts";
import { runCode } from "./runCode.ts";

export const javascriptTools = [evalJs, pollEval, runCode, addInitScript, removeInitScript, pageTools, callPageTool];
