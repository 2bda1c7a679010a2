const MAX_LENGTH = 100;
const KEPT = 60;

/**
 * A name that anybody made up, such as a session's id, as the name of one file: no separators, no leading dot, at most 100
 * characters, and another one for each name.
 */
export function fileNameOf(given: string): string {
  const name = given.replaceAll(/[^A-Za-z0-9._-]|^\./gu, encoded);
  return name.length <= MAX_LENGTH ? name : `${name.slice(0, KEPT)}-${digestOf(given)}`;
}

export const isFileName = (name: string): boolean => /^[A-Za-z0-9_%-][A-Za-z0-9._%-]{0,99}$/.test(name);

const encoded = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

// Loaded when needed: crypto would cost every command a millisecond or two.
export const digestOf = (text: string): string =>
  process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex").slice(0, 16);
