import * as dom from "../dom.ts";
import type { CapturedDocument } from "./api.ts";
import { loadedUrls } from "./loaded.ts";
import { TreeWriter } from "./tree.ts";

export function captureDocument(maxCharacters: number): CapturedDocument {
  const writer = new TreeWriter({ frames: true, maxCharacters });
  writer.write(document);
  return {
    url: location.href,
    pieces: writer.out.finish(),
    loaded: loadedUrls(),
    drawn: [],
    missing: writer.missing,
    definesElements: definesElements(),
    closedFrames: 0,
  };
}

/** Whether there are elements that a script has defined. */
export const definesElements = (): boolean => [...dom.querySelectorAll(document, "*")].some((element) => dom.localName(element).includes("-"));
