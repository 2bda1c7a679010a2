import { PageRefusal } from "../pageRefusal.ts";
import { knownRef, resolveTarget } from "../see/elements.ts";
import { holdText } from "../state/longText.ts";
import type { CaptureApi, CapturedDocument } from "./api.ts";
import { CAPTURER_GLOBAL, type Capturer } from "./capturer.ts";

/** It comes into this world by a script of its own, when it is first needed. */
function capturer(): Capturer {
  const found = (globalThis as { [CAPTURER_GLOBAL]?: Capturer })[CAPTURER_GLOBAL];
  if (!found) throw new PageRefusal("context-gone", "the document was left before it could be captured");
  return found;
}

/** Where Node's texts end, as Chromium's do; Firefox has longer ones. */
const LONGEST = 2 ** 29 - 24;

function toJson(captured: CapturedDocument): string {
  const text = JSON.stringify(captured);
  if (text.length > LONGEST) throw new RangeError("its styles and pictures are too long for one text");
  return text;
}

/** Texts that grow too long are a RangeError, and in Firefox an InternalError. */
function unlessTooLong<T>(take: () => T): T {
  try {
    return take();
  } catch (thrown) {
    if (!(thrown instanceof Error) || !(thrown instanceof RangeError || thrown.name === "InternalError")) throw thrown;
    throw new PageRefusal("too-large", `the document is too long: ${thrown.message}`, { hint: "Raise maxSizeMb, or export a part of the page with element_export." });
  }
}

export const capture: CaptureApi = {
  capture: ({ target, maxCharacters }) =>
    unlessTooLong(() => holdText(toJson(target ? capturer().element(resolveTarget(target), maxCharacters) : capturer().document(maxCharacters)))),
  dumpDom: (wish) =>
    unlessTooLong(() => {
      const { text, ...counts } = capturer().dump(wish, knownRef);
      return { text: holdText(text), ...counts };
    }),
};
