import type { LiveFrame } from "../protocol/messages.ts";

/** A frame as one binary message: the length of its header in four bytes, the header as JSON, the picture. */
export function frameMessage({ type: _, data, ...header }: LiveFrame): Buffer {
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, Buffer.from(data, "base64")]);
}
