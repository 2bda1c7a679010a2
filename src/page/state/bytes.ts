import { PageRefusal } from "../pageRefusal.ts";

/**
 * Bytes as base64, read by the browser itself: Firefox's sandbox may not touch the elements of a typed array that came
 * from the page's side, and a FileReader is fast in both engines.
 */
export async function readBase64(bytes: Blob | BufferSource): Promise<string> {
  const blob = new Blob(["size" in bytes ? bytes : fixedLength(bytes)]);
  if (blob.size === 0) return "";
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the bytes cannot be read")));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(",") + 1);
}

/** A copy where it must be: no Blob is made of a buffer that may change its length. */
function fixedLength(bytes: BufferSource): BufferSource {
  const buffer = "buffer" in bytes ? bytes.buffer : bytes;
  if (!(buffer as { resizable?: boolean }).resizable) return bytes;
  const start = "buffer" in bytes ? bytes.byteOffset : 0;
  return buffer.slice(start, start + bytes.byteLength);
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new PageRefusal("bad-input", "the bytes are not valid base64");
  }
  // `Uint8Array.from` with a function for each of millions of bytes takes seconds.
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
