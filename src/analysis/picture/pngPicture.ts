import { PNG } from "pngjs";
import { DroverError } from "../../protocol/errors.ts";

/** Four bytes each, several times over. */
const MAX_PIXELS = 40_000_000;

export const sizeOf = ({ width, height }: PNG) => ({ width, height });

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function decode(given: Uint8Array, what: string): PNG {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(SIGNATURE))
    throw new DroverError("bad-input", `${what} is not a PNG`, { hint: "screenshot with a path that ends in .png writes one; JPEG loses what a comparison needs." });
  // Before it is unpacked: a small file may be a picture of any size.
  if (bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > MAX_PIXELS) throw new DroverError("too-large", `${what} has more than ${MAX_PIXELS / 1e6} million pixels`, { hint: "Compare an element or the viewport." });
  try {
    return PNG.sync.read(bytes);
  } catch (cause) {
    throw new DroverError("bad-input", `${what} is damaged: ${(cause as Error).message}`, { cause, hint: "Take it again." });
  }
}

/** Put into the corner of a larger one; what is beside it is transparent, which no page is. */
export function enlarged(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const larger = new PNG({ width, height });
  larger.data.fill(0);
  for (let row = 0; row < picture.height; row++) picture.data.copy(larger.data, row * width * 4, row * picture.width * 4, (row + 1) * picture.width * 4);
  return larger;
}

/** A picture, pale, with what changed in red. */
export function withChangesMarked(now: PNG, marked: PNG): PNG {
  const result = new PNG({ width: now.width, height: now.height });
  for (let at = 0; at < now.data.length; at += 4) {
    const changed = marked.data[at + 3] !== 0;
    const grey = 255 - (255 - (now.data[at]! + now.data[at + 1]! + now.data[at + 2]!) / 3) * 0.25;
    result.data[at] = changed ? 230 : grey;
    result.data[at + 1] = changed ? 0 : grey;
    result.data[at + 2] = changed ? 30 : grey;
    result.data[at + 3] = 255;
  }
  return result;
}
