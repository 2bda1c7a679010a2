import { MAX_MESSAGE_BYTES } from "./messages.ts";

/** Why something that came is no message. */
export type Unreadable = "malformed" | "too-large";

/** Splits what it is given, piece by piece, into JSON messages, one a line. `refused` hears of a line that is too long or not JSON. */
export function lineReader(message: (message: unknown) => void, refused: (why: Unreadable) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = parts.length > 0 ? Buffer.concat([...parts, chunk.subarray(start, end)]) : chunk.subarray(start, end);
      parts = [];
      held = 0;
      start = end + 1;
      if (line.length > 0) parse(line);
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      held += chunk.length - start;
    }
    if (held > MAX_MESSAGE_BYTES) {
      parts = [];
      held = 0;
      refused("too-large");
    }
  };

  function parse(line: Buffer): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(line.toString("utf8"));
    } catch {
      // Told to who sent it.
      refused("malformed");
      return;
    }
    message(parsed);
  }
}

export const lineOf = (message: object): string => `${JSON.stringify(message)}\n`;
