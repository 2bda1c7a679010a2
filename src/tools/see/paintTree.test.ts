import { expect, it } from "vitest";
import type { SnapshotLine } from "../../session/snapshotText.ts";
import { paintTree } from "./paintTree.ts";

const tree: SnapshotLine[] = [
  [0, "main", "", "e1"],
  [1, "button", 'Save "now"', "e12", { state: { disabled: true } }],
  [1, "Plain words"],
  [1, null, "… 9 more rows like this (scope:e1, find or full:true reaches them)"],
];

it("puts refs in a column and leaves the tree readable", () => {
  expect(paintTree(tree, { reader: "person", columns: 80, color: false })).toBe(
    [
      "e1  main",
      'e12   button "Save \\"now\\"" [disabled]',
      "      Plain words",
      "      … 9 more rows like this (scope:e1, find or full:true reaches them)",
    ].join("\n"),
  );
});

it("cuts lines to the terminal's width", () => {
  for (const line of paintTree(tree, { reader: "person", columns: 30, color: false }).split("\n"))
    expect(line.length).toBeLessThanOrEqual(30);
});

it("colours only when asked to", () => {
  expect(paintTree(tree, { reader: "person", columns: 80, color: true })).toContain("\u001b[36mbutton\u001b[0m");
});

it("cuts a long name inside its quotes and keeps the states after it", () => {
  const long = "Very long words ".repeat(10).trim();
  expect(paintTree([[0, "row", long, "e7", { state: { selected: true } }]], { reader: "person", columns: 40, color: false })).toBe('e7  row "Very long words Ve…" [selected]');
  expect(paintTree([[0, long]], { reader: "person", columns: 20, color: false })).toBe("    Very long words…");
});
