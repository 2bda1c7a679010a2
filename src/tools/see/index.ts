import { extract } from "./extract.ts";
import { find } from "./find.ts";
import { findFeedback } from "./findFeedback.ts";
import { framesList } from "./framesList.ts";
import { generateLocator } from "./generateLocator.ts";
import { inspect } from "./inspect.ts";
import { listNamedRefs, nameRef } from "./namedRefs.ts";
import { overflowDetect } from "./overflowDetect.ts";
import { pointProbe } from "./pointProbe.ts";
import { sample } from "./sample.ts";
import { shadowTrees } from "./shadowTrees.ts";
import { snapshot } from "./snapshot.ts";
import { snapshotDiff } from "./snapshotDiff.ts";
import { textSearch } from "./textSearch.ts";
import { watch } from "./watch.ts";

export const seeTools = [
  snapshot,
  snapshotDiff,
  find,
  findFeedback,
  textSearch,
  framesList,
  shadowTrees,
  extract,
  inspect,
  overflowDetect,
  pointProbe,
  generateLocator,
  sample,
  watch,
  nameRef,
  listNamedRefs,
];
