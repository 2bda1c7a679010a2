import { decoderOf } from "../../analysis/documents/decodeText.ts";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";

/** Is a body of this type for reading rather than for looking at? */
export function isTextType(contentType: string): boolean {
  return (
    /^text\//i.test(contentType) ||
    /charset=/i.test(contentType) ||
    /^application\/([\w.+-]+\+)?(json|javascript|xml|x-www-form-urlencoded)\b/i.test(contentType)
  );
}

/** Text in the charset that its type names, UTF-8 unless it says otherwise. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const label = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  return (decoderOf(label) ?? new TextDecoder()).decode(bytes);
}

/** Text that gives the same bytes again when it is written as UTF-8; undefined for everything else. */
export function exactText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  return unlessMalformed(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
}
