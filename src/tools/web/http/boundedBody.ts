import type { IncomingMessage } from "node:http";
import { type Readable, Transform, type TransformCallback } from "node:stream";
import zlib from "node:zlib";
import { isErrno } from "../../../diagnosis/ifPresent.ts";
import { DroverError } from "../../../protocol/errors.ts";

export interface BoundedBody {
  body: Buffer;
  /** Why it is not the whole. */
  cut?: string;
}

interface Bounds {
  url: URL;
  maxBytes: number;
  signal: AbortSignal;
}

/** By the standard it is wrapped as zlib does it. Some servers leave the wrapping out, and browsers take both. */
class Inflater extends Transform {
  #inner: zlib.Inflate | zlib.InflateRaw | undefined;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#inner ??= this.#begin(chunk);
    this.#inner.write(chunk, done);
  }

  override _flush(done: TransformCallback): void {
    if (!this.#inner) return done();
    this.#inner.once("end", () => done());
    this.#inner.end();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner?.destroy();
    done(error);
  }

  #begin([first = 0]: Buffer): zlib.Inflate | zlib.InflateRaw {
    const isWrapped = (first & 0x8f) === 0x08;
    const inner = isWrapped ? zlib.createInflate() : zlib.createInflateRaw();
    return inner.on("data", (chunk: Buffer) => this.push(chunk)).on("error", (error) => this.destroy(error));
  }
}

/** Newer Nodes know it. */
const zstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

const decoders: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip(),
  "x-gzip": () => zlib.createGunzip(),
  deflate: () => new Inflater(),
  br: () => zlib.createBrotliDecompress(),
  ...(zstd && { zstd }),
};

export const ACCEPTED_ENCODINGS = ["gzip", "deflate", "br", ...(zstd ? ["zstd"] : [])].join(", ");

/**
 * A body, unpacked, of which no more is ever held than that: what is packed small may be large. Of one that breaks off, that comes too
 * slowly or that is packed wrongly there is what could be read before; a body of which nothing could is refused.
 */
export async function boundedBody(response: IncomingMessage, { url, maxBytes, signal }: Bounds): Promise<BoundedBody> {
  const packings = packingsOf(response, url);
  const chunks: Buffer[] = [];
  let [came, length] = [0, 0];
  let trouble: string | undefined;
  response.on("data", (chunk: Buffer) => (came += chunk.length));
  response.on("error", () => (trouble ??= `the connection was closed after ${came}${ofAll(response)} bytes`));
  let stream: Readable = response;
  for (const name of packings) {
    const decoder = decoders[name]!();
    decoder.on("error", (error) => (trouble ??= came === 0 ? undefined : unpackingTrouble(name, error, length)));
    // What came before the end is unpacked all the same.
    stream.on("error", () => decoder.end());
    stream = stream.pipe(decoder);
  }
  await new Promise<void>((resolve) => {
    const done = (): void => resolve();
    stream.on("end", done).on("error", done).on("close", done);
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) resolve();
    });
  });
  if (!response.complete) response.destroy();
  if (stream !== response) stream.destroy();
  const body = Buffer.concat(chunks);
  if (length > maxBytes) return { body: body.subarray(0, maxBytes), cut: `it is longer than ${maxBytes} bytes` };
  if (signal.aborted) {
    if (!isTimeout(signal.reason) || length === 0) throw signal.reason;
    return { body, cut: "it was still coming when its time was over (timeoutSeconds)" };
  }
  if (trouble === undefined) return { body };
  if (length > 0) return { body, cut: trouble };
  throw new DroverError("fetch-failed", `${url.href} answers ${response.statusCode}, but its body cannot be read: ${trouble}`, {
    failure: { source: "app", kind: "body", status: response.statusCode },
    hint: `Try again${packings.length > 0 ? ', or ask for it unpacked: headers={"accept-encoding":"identity"}' : ""}.`,
  });
}

/** From the outermost to the innermost. */
function packingsOf({ headers }: IncomingMessage, url: URL): string[] {
  const names = (headers["content-encoding"] ?? "").toLowerCase().split(",").map((each) => each.trim()).filter((each) => each !== "" && each !== "identity");
  const unknown = names.find((name) => !(name in decoders));
  if (unknown === undefined) return names.toReversed();
  throw new DroverError("fetch-failed", `${url.href} is packed in a way that is not known (content-encoding: ${unknown})`, { failure: { source: "app", kind: "body" }, hint: 'Ask for it unpacked: headers={"accept-encoding":"identity"}; or let a browser read it: mode=browser.' });
}

function unpackingTrouble(name: string, error: Error, unpacked: number): string {
  if (isErrno(error, "Z_BUF_ERROR")) return `its ${name} data ends too early`;
  return unpacked > 0 ? `its ${name} data is broken after ${unpacked} bytes` : `it cannot be unpacked as ${name}, which its content-encoding says`;
}

const ofAll = ({ headers }: IncomingMessage): string => (headers["content-length"] === undefined ? "" : ` of ${headers["content-length"]}`);

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === "TimeoutError";
