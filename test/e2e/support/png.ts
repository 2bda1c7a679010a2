import { inflateSync } from "node:zlib";

export interface Picture {
  width: number;
  height: number;
  /** [red, green, blue] */
  pixel(x: number, y: number): [number, number, number];
}

/** Reads an 8-bit RGB or RGBA PNG, which is what browsers write. */
export function decodePng(data: Buffer): Picture {
  const width = data.readUInt32BE(16);
  const height = data.readUInt32BE(20);
  const channels = data[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < data.length;) {
    const length = data.readUInt32BE(at);
    if (data.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(data.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) unfilter(raw, pixels, y, stride, channels);
  return {
    width,
    height,
    pixel: (x, y) => {
      const at = y * stride + x * channels;
      return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    },
  };
}

function unfilter(raw: Buffer, pixels: Buffer, y: number, stride: number, channels: number): void {
  const filter = raw[y * (stride + 1)];
  for (let x = 0; x < stride; x++) {
    const value = raw[y * (stride + 1) + 1 + x] ?? 0;
    const left = x >= channels ? (pixels[y * stride + x - channels] ?? 0) : 0;
    const up = y > 0 ? (pixels[(y - 1) * stride + x] ?? 0) : 0;
    const corner = y > 0 && x >= channels ? (pixels[(y - 1) * stride + x - channels] ?? 0) : 0;
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
    pixels[y * stride + x] = (value + predicted) & 255;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
