import type { IncomingMessage } from "node:http";
import { type Readable, type Transform } from "node:stream";
import zlib from "node:zlib";

export interface BoundedBody {
  body: Buffer;
  /** There was more than may be held. */
  truncated: boolean;
}

const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };

/** Newer Nodes know it. */
const zstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

const decoders: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip(lenient),
  "x-gzip": () => zlib.createGunzip(lenient),
  deflate: () => zlib.createInflate(lenient),
  br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  ...(zstd && { zstd }),
};

export const ACCEPTED_ENCODINGS = ["gzip", "deflate", "br", ...(zstd ? ["zstd"] : [])].join(", ");

/** A body, unpacked, of which no more is ever held than that: what is packed small may be large. */
export async function boundedBody(response: IncomingMessage, maxBytes: number): Promise<BoundedBody> {
  const packed = (response.headers["content-encoding"] ?? "").toLowerCase().split(",").map((each) => each.trim()).filter((each) => each !== "" && each !== "identity");
  let stream: Readable = response;
  for (const name of packed.toReversed()) {
    const decoder = decoders[name]?.();
    if (!decoder) throw new Error(`its body is packed in a way that is not known: ${name}`);
    const from = stream;
    from.on("error", (error) => decoder.destroy(error));
    stream = from.pipe(decoder);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: true };
    }
  } finally {
    if (!response.complete) response.destroy();
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
