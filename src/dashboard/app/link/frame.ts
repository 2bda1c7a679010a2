import type { FrameHeader } from "../../wire.ts";

export interface Frame {
  header: FrameHeader;
  picture: Blob;
}

/** A binary message taken apart: the header's length, the header, the picture. */
export function readFrame(message: ArrayBuffer): Frame {
  const length = new DataView(message).getUint32(0);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(message, 4, length))) as FrameHeader;
  return { header, picture: new Blob([new Uint8Array(message, 4 + length)], { type: `image/${header.format}` }) };
}
