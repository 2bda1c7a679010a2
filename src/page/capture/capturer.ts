import type { CapturedDocument, DomDump, DumpWish } from "./api.ts";

/** The script that is put into a document for this. It ends with a RangeError where a document is too long (`room.ts`). */
export interface Capturer {
  document(maxCharacters: number): CapturedDocument;
  element(element: Element, maxCharacters: number): CapturedDocument;
  dump(wish: DumpWish, refOf: (element: Element) => string | undefined): Omit<DomDump, "text"> & { text: string };
}

export const CAPTURER_GLOBAL = "__droverCapturer";
