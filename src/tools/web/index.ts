import { captures } from "./capturesTool.ts";
import { read } from "./readTool.ts";
import { webBrowser } from "./webBrowser.ts";
import { webScrape } from "./webScrape.ts";

export const webTools = [webBrowser, read, webScrape, captures];
