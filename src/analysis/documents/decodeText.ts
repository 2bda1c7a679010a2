import { TextDecoder } from "node:util";

export interface Decoded {
  text: string;
  charset: string;
  /** Why it is not what the server said. */
  doubt?: string;
}

const LOOKED_AT = 4096;

/** Text of bytes, as a browser would read it; bytes that are not what they were said to be are read as what they are. */
export function decodeText(bytes: Uint8Array, contentType = ""): Decoded {
  const marked = byMark(bytes);
  if (marked) return { text: decoderOf(marked)?.decode(bytes) ?? "", charset: marked };
  const said = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const written = writtenInside(bytes);
  const told = said ?? written;
  const decoder = told === undefined ? undefined : decoderOf(told);
  const asUtf8 = (): string | undefined => strictly("utf-8", bytes);
  if (decoder && decoder.encoding !== "utf-8") return { text: decoder.decode(bytes), charset: decoder.encoding };
  const utf8 = asUtf8();
  if (utf8 !== undefined) return { text: utf8, charset: "utf-8", ...(told !== undefined && !decoder && { doubt: `the charset "${told}" is not known; read as utf-8` }) };
  // It was said to be UTF-8, or nothing was said, and it is not.
  const other = [written, "windows-1252"].map((label) => (label === undefined ? undefined : decoderOf(label))).find((each) => each && each.encoding !== "utf-8");
  const charset = other?.encoding ?? "windows-1252";
  return { text: other?.decode(bytes) ?? "", charset, ...(told !== undefined && { doubt: `the body is not ${decoder ? "utf-8" : `"${told}"`}, as was said; read as ${charset}` }) };
}

function byMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return undefined;
}

/** What a page or a feed says of itself in its first lines. */
function writtenInside(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, LOOKED_AT));
  const found = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)/i.exec(head)?.[1] ?? /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:-]+)/i.exec(head)?.[1];
  // A page that can be read that far is not in UTF-16.
  return found && /^utf-?16/i.test(found) ? "utf-8" : found;
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

function strictly(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}
