import { captures } from "./capturesTool.ts";
import { read } from "./readTool.ts";
import { webBrowser } from "./webBrowser.ts";
import { webExtract } from "./webExtract.ts";
import { webScrape } from "./webScrape.ts";

export const webTools = [webBrowser, read, webScrape, webExtract, captures];
