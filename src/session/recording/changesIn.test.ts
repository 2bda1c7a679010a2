import { expect, test } from "vitest";
import { changesIn } from "./changesIn.ts";

test("what an action changed is told in lines, and not in too many", () => {
  expect(
    changesIn({
      navigation: { changed: true, to: "https://a.test/", kind: "full_load" },
      structure: { appeared: [{ role: "dialog", name: "Sure?", ref: "e1" }], removed: [{ role: "alert", name: "x".repeat(100) }], newTabs: [] },
      pageErrors: ["boom"],
      snapshotDelta: { mode: "scoped_snapshot", tree: '- dialog "Sure?" [ref=e1]\n  - button "Yes" [ref=e2]\n' },
    }),
  ).toEqual(["went to https://a.test/", "+ dialog “Sure?”", `− alert “${"x".repeat(80)}…”`, "threw boom", '- dialog "Sure?"', '- button "Yes"']);
  expect(changesIn({})).toEqual([]);
  expect(changesIn({ pageErrors: Array.from({ length: 30 }, (_, index) => `e${index}`) })).toHaveLength(13);
});
