import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import type { Packed } from "../../page/state/api.ts";

const zip = promisify<string, { level: number }, Buffer>(gzip);
const unzip = promisify<Buffer, Buffer>(gunzip);

const MIN_LENGTH = 64 * 1024;

/** Wraps a value for the way into a page: see `page/state/packed.ts`. */
export async function pack(value: unknown): Promise<Packed> {
  const json = JSON.stringify(value);
  if (json.length < MIN_LENGTH) return { json };
  const zipped = await zip(json, { level: constants.Z_BEST_SPEED });
  return zipped.length < json.length / 2 ? { gzip: zipped.toString("base64") } : { json };
}

/** The JSON that a page wrapped, as it was written. */
export async function unpackJson(packed: Packed): Promise<Buffer> {
  return "json" in packed ? Buffer.from(packed.json) : unzip(Buffer.from(packed.gzip, "base64"));
}
