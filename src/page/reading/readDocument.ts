import type { ReadingApi } from "./api.ts";
import { READER_GLOBAL, type Reader } from "./readerGlobal.ts";

/** The reader is brought to a document when it is first read: it is larger than all other page code together. */
export const readDocument: ReadingApi["readDocument"] = (arg) => {
  const reader = (globalThis as { [READER_GLOBAL]?: Reader })[READER_GLOBAL];
  return reader ? { reading: reader(document, arg) } : {};
};
