import { z } from "zod";

/** Browsers keep a request waiting for ever whose answer has a header that is none, and some split a value at its line's end. */
const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "is no name of a header");

// oxlint-disable-next-line no-control-regex
const headerValue = z.string().regex(/^[^\u0000\r\n]*$/, "a header is one line");

/** Headers as somebody gives them, each on its line. */
export const headersShape = z.record(headerName, headerValue);

/** The same, where null takes one out. */
export const headerChanges = z.record(headerName, headerValue.nullable());
