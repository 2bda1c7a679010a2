import { expect, test } from "vitest";
import { gistOf, indented } from "./gist.ts";

test.each([
  ["", undefined],
  ["  The page is empty.\nmore", "The page is empty."],
  ['{"ok":true}', undefined],
  ['{"ok":false,"error":"covered","message":"it is covered by a dialog"}', "it is covered by a dialog"],
  ['{"ok":true,"navigation":{"changed":true,"to":"https://example.com/done"},"structure":{"appeared":[1,2],"removed":[1],"newTabs":[1]}}', "→ example.com/done · 2 appeared · 1 removed · 1 new page"],
  ['{"ok":true,"element":{"value":"Ada"},"console":{"errors":["x"],"warnings":2},"pageErrors":["y"],"network":{"requests":[1]}}', 'value "Ada" · 1 request · 2 errors · 2 warnings'],
  ["[1,2,3]", "3 entries"],
  ['{"ok":true,"cut', '{"ok":true,"cut'],
])("%s", (answer, gist) => expect(gistOf(answer)).toBe(gist));

test("data is indented, text is not", () => expect([indented('{"a":[1]}'), indented("- a\n- b")]).toEqual(['{\n  "a": [\n    1\n  ]\n}', "- a\n- b"]));
