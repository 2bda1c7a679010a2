/** The entry of the script that takes documents away; `index.ts` finds it in the isolated world's global. */
import { CAPTURER_GLOBAL, type Capturer } from "./capturer.ts";
import { captureDocument } from "./document.ts";
import { dump } from "./dump.ts";
import { captureElement } from "./element.ts";

const capturer: Capturer = { document: captureDocument, element: captureElement, dump };

Object.defineProperty(globalThis, CAPTURER_GLOBAL, { value: capturer, configurable: true });
