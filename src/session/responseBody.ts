import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { DroverError } from "../protocol/errors.ts";
import type { NetworkEntry } from "./networkLog.ts";

export interface ResponseBody {
  body: string;
  base64Encoded: boolean;
}

/** What the browser gave as a body, checked and made readable. */
export function readableBody(answer: ResponseBody, { bodyBytes = 0 }: NetworkEntry): ResponseBody {
  // Some bodies are dropped without a word.
  if (answer.body === "" && bodyBytes > 0)
    throw new DroverError("not-found", "the browser no longer has that response's body", {
      hint: "Bodies are dropped soon and on navigation: ask right after the request.",
    });
  return answer.base64Encoded ? (asText(answer.body) ?? answer) : answer;
}

/** Text that the browser took for binary because nobody said what it was. */
function asText(base64: string): ResponseBody | undefined {
  return unlessMalformed(() => {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"));
    // oxlint-disable-next-line no-control-regex
    return /[\0-\x08\x0E-\x1F]/.test(text) ? undefined : { body: text, base64Encoded: false };
  });
}
