import { PageRefusal } from "../pageRefusal.ts";
import { knownRef, resolveTarget } from "../see/elements.ts";
import { holdText } from "../state/longText.ts";
import type { CaptureApi } from "./api.ts";
import { CAPTURER_GLOBAL, type Capturer } from "./capturer.ts";

/** It comes into this world by a script of its own, when it is first needed. */
function capturer(): Capturer {
  const found = (globalThis as { [CAPTURER_GLOBAL]?: Capturer })[CAPTURER_GLOBAL];
  if (!found) throw new PageRefusal("context-gone", "the document was left before it could be captured");
  return found;
}

export const capture: CaptureApi = {
  capture: ({ target }) => holdText(JSON.stringify(target ? capturer().element(resolveTarget(target)) : capturer().document())),
  dumpDom: (wish) => {
    const { text, ...counts } = capturer().dump(wish, knownRef);
    return { text: holdText(text), ...counts };
  },
};
