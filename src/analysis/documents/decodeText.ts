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
  const marked = charsetMarked(bytes);
  if (marked) return { text: decoderOf(marked)?.decode(bytes) ?? "", charset: marked };
  const said = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const written = writtenInside(bytes);
  const told = said ?? written;
  const decoder = told === undefined ? undefined : decoderOf(told);
  const isOther = decoder !== undefined && decoder.encoding !== "utf-8";
  const utf8 = !isOther || decoder.encoding === LATIN ? strictly("utf-8", bytes) : undefined;
  // Hardly a sentence of Latin signs is UTF-8 by chance, while servers that say Latin of everything are many.
  if (isOther && utf8 !== undefined && utf8.length < bytes.length) return { text: utf8, charset: "utf-8", doubt: `the body is utf-8 and not "${told}", as was said` };
  if (isOther) return { text: decoder.decode(bytes), charset: decoder.encoding };
  if (utf8 !== undefined) return { text: utf8, charset: "utf-8", ...(told !== undefined && !decoder && { doubt: `the charset "${told}" is not known; read as utf-8` }) };
  // It was said to be UTF-8, or nothing was said, and it is not.
  const other = [written, LATIN].map((label) => (label === undefined ? undefined : decoderOf(label))).find((each) => each && each.encoding !== "utf-8");
  const charset = other?.encoding ?? LATIN;
  const doubt = told === undefined ? `nothing says its charset; read as ${charset}, and mode=browser lets the browser find it` : `the body is not ${decoder ? "utf-8" : `"${told}"`}, as was said; read as ${charset}`;
  return { text: other?.decode(bytes) ?? "", charset, doubt };
}

/** What the first bytes say by themselves. */
export function charsetMarked(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  // No mark, but a tag whose first two signs take two bytes each.
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[3] === 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return "utf-16be";
  return undefined;
}

/** What a page or a feed says of itself in its first lines. */
function writtenInside(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, LOOKED_AT));
  const found = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)/i.exec(head)?.[1] ?? /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:-]+)/i.exec(head)?.[1];
  // A page that can be read that far is not in UTF-16.
  return found && /^utf-?16/i.test(found) ? "utf-8" : found;
}

/** What the Encoding Standard reads every label of Latin as. */
const LATIN = "windows-1252";

interface Decoder {
  encoding: string;
  decode(bytes: Uint8Array): string;
}

/** Signs 0x80 to 0x9F: Node 20 leaves them as they are, control characters that no text has. */
const latinSigns = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
const latin: Decoder = {
  encoding: LATIN,
  decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1").replaceAll(/[\u0080-\u009F]/g, (sign) => latinSigns[sign.charCodeAt(0) - 0x80] ?? sign),
};

/** Undefined for a charset that nobody knows. */
export function decoderOf(label: string): Decoder | undefined {
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === LATIN ? latin : decoder;
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
