import * as dom from "../dom.ts";
import { QueryCache } from "../selector/index.ts";
import type { RecordedElement, SeeApi } from "./api.ts";
import { cssPath } from "./cssPath.ts";
import { DEFAULT_TEST_ATTRIBUTES, resolveTarget, testAttributeOf } from "./elements.ts";
import { frameIndexOf } from "./frames.ts";
import { playwrightLocator, selectorHint } from "./locators.ts";
import { roleOf } from "./role.ts";
import { focusedElement } from "./state.ts";
import { isPassword } from "./value.ts";

/** What a recording keeps of an element, as it is before it is acted on. */
export function recordedOf(element: Element, testAttributes: readonly string[]): RecordedElement {
  const cache = new QueryCache();
  const test = testAttributeOf(element, testAttributes);
  const id = dom.getAttribute(element, "id");
  return {
    ...selectorHint(element, test, cache),
    role: roleOf(element),
    name: cache.names.nameOf(element),
    tag: dom.localName(element),
    playwright: playwrightLocator(element, test, cache).playwright,
    path: cssPath(element),
    ...(test && { test }),
    ...(id && { id }),
    ...(element instanceof HTMLInputElement && { type: element.type }),
    ...(isPassword(element) && { secret: true as const }),
  };
}

export const recordedElement: SeeApi["recordedElement"] = ({ target, testAttributes = DEFAULT_TEST_ATTRIBUTES }) => {
  const element = target ? resolveTarget(target) : focusedElement();
  return element && element !== document.body ? recordedOf(element, testAttributes) : null;
};

/** Where the script of `people/recorder.ts`, which shares this world, can be reached. */
export const RECORDER_GLOBAL = "__droverRecorder";

export interface Recorder {
  report: (value: unknown) => void;
  forgetTyped: () => void;
}

export const recorderHolder = globalThis as { [RECORDER_GLOBAL]?: Recorder };

export const forgetTyped: SeeApi["forgetTyped"] = () => {
  recorderHolder[RECORDER_GLOBAL]?.forgetTyped();
  return null;
};

export const recordedFrame: SeeApi["recordedFrame"] = ({ index, testAttributes = DEFAULT_TEST_ATTRIBUTES }) => {
  const frame = [...dom.querySelectorAll(document, "iframe")].find((each) => each instanceof HTMLIFrameElement && frameIndexOf(each) === index);
  return frame ? selectorHint(frame, testAttributeOf(frame, testAttributes), new QueryCache()).selectorHint : null;
};
