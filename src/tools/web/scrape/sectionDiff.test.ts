import { expect, test } from "vitest";
import { sectionDiff } from "./sectionDiff.ts";

test("tells what was added and removed, by section", () => {
  const before = "# Shop\n\nOpen daily.\n\n## Prices\n\n- Rope 3\n- Anvil 12\n\n## Old\n\nGone soon.";
  const after = "# Shop\n\nOpen daily.\n\n## Prices\n\n- Anvil 12\n- Rope 4\n\n## New\n\nHello.";
  expect(sectionDiff(before, after)).toEqual({
    changed: true,
    added: 3,
    removed: 3,
    sections: [
      { section: "Shop › Prices", added: ["- Rope 4"], removed: ["- Rope 3"] },
      { section: "Shop › New", added: ["## New", "Hello."] },
      { section: "Shop › Old", removed: ["## Old", "Gone soon."] },
    ],
  });
});

test("what only moved within its section is no change, and long lists are counted", () => {
  expect(sectionDiff("a\nb", "b\n\na")).toMatchObject({ changed: false, sections: [] });
  const [section] = sectionDiff("", Array.from({ length: 50 }, (_, n) => `line ${n}`).join("\n")).sections;
  expect(section?.added).toHaveLength(20);
  expect(section?.left).toBe(30);
});
