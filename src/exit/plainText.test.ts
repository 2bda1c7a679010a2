import { expect, test } from "vitest";
import { plainText } from "./plainText.ts";

test("data reads as lines, lists with dashes, empty things said", () => {
  expect(plainText({ ok: true, url: "https://a.test/", tags: ["a", "b"], none: [], gone: null, pages: [{ id: "1", title: "One" }, { id: "2" }] })).toBe(
    ["ok: true", "url: https://a.test/", "tags: a, b", "none: (none)", "pages:", "  - id: 1", "    title: One", "  - id: 2"].join("\n"),
  );
});
