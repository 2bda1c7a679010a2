import type { CapturedDocument, DomDump } from "./api.ts";

/** The script that is put into a document for this. */
export interface Capturer {
  document(): CapturedDocument;
  element(element: Element): CapturedDocument;
  dump(wish: { format: "html" | "jsonl"; includeShadow: boolean }, refOf: (element: Element) => string | undefined): Omit<DomDump, "text"> & { text: string };
}

export const CAPTURER_GLOBAL = "__droverCapturer";
