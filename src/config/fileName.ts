const MAX_NAME = 120;

/** A file's name for whatever somebody called a session: no separators, nothing hidden, never too long. */
export function fileNameOf(id: string): string {
  const name = encodeURIComponent(id).replace(/^\.+/, (dots) => "%2E".repeat(dots.length));
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 17)}-${digestOf(id)}`;
}

// Loaded when needed: crypto would cost every command a millisecond or two.
export const digestOf = (text: string): string =>
  process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex").slice(0, 16);
