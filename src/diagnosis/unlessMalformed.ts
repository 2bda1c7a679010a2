/** What parsers and decoders throw: JSON, regular expressions, scripts, addresses, bytes that are no text. */
const MALFORMED = ["SyntaxError", "URIError", "RangeError", "InvalidCharacterError"];
const NOT_DECODABLE = "ERR_ENCODING_INVALID_ENCODED_DATA";

/** Parses what may be malformed: that it is so is an answer and no failure. Anything else that goes wrong is thrown. */
export function unlessMalformed<T>(parse: () => T): T | undefined;
export function unlessMalformed<T, I>(parse: () => T, instead: I): T | I;
export function unlessMalformed<T, I>(parse: () => T, instead?: I): T | I | undefined {
  try {
    return parse();
  } catch (thrown) {
    if (isMalformed(thrown)) return instead;
    throw thrown;
  }
}

const isMalformed = (thrown: unknown): boolean =>
  thrown instanceof Error && (MALFORMED.includes(thrown.name) || ("code" in thrown && thrown.code === NOT_DECODABLE));
