import type { ResponseBody } from "../responseBody.ts";

/** A body as it may lie in a file. Text that comes as bytes is text all the same. */
export function fitBody({ body, base64Encoded }: ResponseBody, fit: (text: string) => string): ResponseBody {
  if (!base64Encoded) return { body: fit(body), base64Encoded };
  const bytes = Buffer.from(body, "base64");
  const text = bytes.toString("utf8");
  const encoding = Buffer.from(text, "utf8").equals(bytes) ? "utf8" : "latin1";
  const fitted = fit(encoding === "utf8" ? text : bytes.toString("latin1"));
  return { body: Buffer.from(fitted, encoding).toString("base64"), base64Encoded };
}
