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

export async function unpack<T>(packed: Packed): Promise<T> {
  if ("json" in packed) return JSON.parse(packed.json) as T;
  return JSON.parse((await unzip(Buffer.from(packed.gzip, "base64"))).toString("utf8")) as T;
}
