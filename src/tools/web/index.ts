import { captures } from "./capturesTool.ts";
import { read } from "./readTool.ts";
import { webBrowser } from "./webBrowser.ts";

export const webTools = [webBrowser, read, captures];
