import type { Reading, ReadingArg } from "./api.ts";

/** Where the reader is in the world of the page code. */
export const READER_GLOBAL = "__droverReader";
export type Reader = (document: Document, arg: ReadingArg) => Reading;
