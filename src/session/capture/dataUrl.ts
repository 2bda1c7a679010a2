import { DroverError } from "../../protocol/errors.ts";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";

export function dataUrlBytes(url: string): { bytes: Buffer; mime: string } {
  const [, type = "", base64, data = ""] = /^data:([^,]*?)(;base64)?,(.*)$/s.exec(url) ?? [];
  const bytes = base64 ? Buffer.from(data, "base64") : unlessMalformed(() => Buffer.from(decodeURIComponent(data)));
  if (!bytes) throw new DroverError("fetch-failed", "its data: address is malformed");
  return { bytes, mime: type.split(";")[0] || "text/plain" };
}

export const dataUrlHead = (mime: string): string => `data:${mime || "application/octet-stream"};base64,`;

export const dataUrl = (mime: string, bytes: Buffer): string => dataUrlHead(mime) + bytes.toString("base64");
