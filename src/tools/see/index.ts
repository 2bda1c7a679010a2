import { singly } from "../shelf.ts";

export const seeShelf = singly({
  snapshot: async () => (await import("./snapshot.ts")).snapshot,
  snapshot_diff: async () => (await import("./snapshotDiff.ts")).snapshotDiff,
  find: async () => (await import("./find.ts")).find,
  find_feedback: async () => (await import("./findFeedback.ts")).findFeedback,
  text_search: async () => (await import("./textSearch.ts")).textSearch,
  frames_list: async () => (await import("./framesList.ts")).framesList,
  shadow_trees: async () => (await import("./shadowTrees.ts")).shadowTrees,
  extract: async () => (await import("./extract.ts")).extract,
  inspect: async () => (await import("./inspect.ts")).inspect,
  overflow_detect: async () => (await import("./overflowDetect.ts")).overflowDetect,
  point_probe: async () => (await import("./pointProbe.ts")).pointProbe,
  generate_locator: async () => (await import("./generateLocator.ts")).generateLocator,
  sample: async () => (await import("./sample.ts")).sample,
  watch: async () => (await import("./watch.ts")).watch,
  name_ref: async () => (await import("./namedRefs.ts")).nameRef,
  list_named_refs: async () => (await import("./namedRefs.ts")).listNamedRefs,
});
