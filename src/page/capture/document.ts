import type { CapturedDocument } from "./api.ts";
import { loadedUrls } from "./loaded.ts";
import { TreeWriter } from "./tree.ts";

export function captureDocument(): CapturedDocument {
  const writer = new TreeWriter({ frames: true });
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
export const definesElements = (): boolean => [...document.querySelectorAll("*")].some(({ localName }) => localName.includes("-"));
