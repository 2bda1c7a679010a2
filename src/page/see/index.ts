import type { SeeApi } from "./api.ts";
import { cover, drawnTexts, uncover } from "./covers.ts";
import { count, describe, locator } from "./describe.ts";
import { documentPlace, focusedFrame } from "./documentPlace.ts";
import { extract, extractFrom } from "./extract.ts";
import { clearHighlights, highlight } from "./highlight.ts";
import { linkTargets } from "./linkTargets.ts";
import { find } from "./find.ts";
import { ownFrameIndex } from "./frames.ts";
import { holdsValue, inspect, pointProbe, readElement } from "./inspect.ts";
import { logInForm } from "./logInForm.ts";
import { clearMarks, paintMarks } from "./marks.ts";
import { overflowDetect } from "./overflow.ts";
import { forgetTyped, recordedElement, recordedFrame } from "./recorded.ts";
import { transientRegions } from "./regions.ts";
import { sample } from "./sample.ts";
import { elementPath, shadowTrees } from "./shadowTrees.ts";
import { showElement } from "./showElement.ts";
import { snapshot } from "./snapshot.ts";
import { textSearch } from "./textSearch.ts";
import { reveal, viewport } from "./viewport.ts";

export const see: SeeApi = {
  ping: () => "pong",
  clearHighlights,
  clearMarks,
  count,
  cover,
  describe,
  documentPlace,
  drawnTexts,
  elementPath,
  extract,
  extractFrom,
  find,
  focusedFrame,
  forgetTyped,
  framePlace: ownFrameIndex,
  highlight,
  holdsValue,
  inspect,
  linkTargets,
  locator,
  logInForm,
  overflowDetect,
  paintMarks,
  pointProbe,
  readElement,
  recordedElement,
  recordedFrame,
  reveal,
  sample,
  shadowTrees,
  showElement,
  snapshot,
  textSearch,
  transientRegions,
  uncover,
  viewport,
};
