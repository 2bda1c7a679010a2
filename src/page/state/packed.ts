import type { Packed } from "./api.ts";
import { bytesOfBase64, readBase64 } from "./bytes.ts";

/** Below this the way through the protocol is short anyway. */
const MIN_LENGTH = 64 * 1024;
const SAMPLE_LENGTH = 16 * 1024;

/**
 * Wraps a value for the way out. Megabytes of JSON take the browser's protocol far longer than their compression takes,
 * unless they do not compress: a sample from the middle tells.
 */
export async function pack(value: unknown): Promise<Packed> {
  const json = JSON.stringify(value);
  if (json.length < MIN_LENGTH) return { json };
  const middle = Math.floor(json.length / 2);
  const sample = await gzipped(json.slice(middle, middle + SAMPLE_LENGTH));
  return sample.size < SAMPLE_LENGTH / 2 ? { gzip: await readBase64(await gzipped(json)) } : { json };
}

export async function unpack<T>(packed: Packed): Promise<T> {
  if ("json" in packed) return JSON.parse(packed.json) as T;
  const stream = new Blob([bytesOfBase64(packed.gzip)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text()) as T;
}

const gzipped = (text: string): Promise<Blob> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
