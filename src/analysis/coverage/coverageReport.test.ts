import { expect, test } from "vitest";
import { coverageReport } from "./coverageReport.ts";
import { cssRules } from "./cssRules.ts";
import { usedRanges } from "./usedRanges.ts";

const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });

test.each([
  ["everything ran", [{ ranges: [range(0, 100, 1)] }], [{ from: 0, to: 100 }]],
  ["a function never called", [{ ranges: [range(0, 100, 1)] }, { ranges: [range(20, 50, 0)] }], [{ from: 0, to: 20 }, { from: 50, to: 100 }]],
  ["a dead branch in it", [{ ranges: [range(0, 100, 1)] }, { ranges: [range(20, 50, 3), range(30, 40, 0)] }], [{ from: 0, to: 30 }, { from: 40, to: 100 }]],
  ["a live function in a dead one's place", [{ ranges: [range(0, 100, 0)] }, { ranges: [range(20, 50, 2)] }], [{ from: 20, to: 50 }]],
  ["nothing ran", [{ ranges: [range(0, 100, 0)] }], []],
  ["nothing is known", [], []],
])("%s", (_, functions, used) => {
  expect(usedRanges(functions).used).toEqual(used);
});

test.each([
  ["h1 { color: red }", ["h1"]],
  ["a{} b{}", ["a", "b"]],
  ["@media (x) { .a { } .b { } } .c{}", [".a", ".b", ".c"]],
  ["@font-face { src: url(x) } @keyframes k { from { } to { } } .a {}", [".a"]],
  ['/* .no { } */ .a::before { content: "}{" } @import "x"; .b {}', [".a::before", ".b"]],
  ["@layer base { @supports (x) { .a { .nested { } } } }", [".a", ".nested"]],
  [".open {", []],
  ["", []],
])("the rules of %j are found", (text, selectors) => {
  expect(cssRules(text).map(({ selector }) => selector)).toEqual(selectors);
});

test("the same script in two documents is one, and worst comes first", () => {
  const { jsCoverage } = coverageReport({
    scripts: [
      { url: "a.js", functions: [{ ranges: [range(0, 10, 1), range(0, 5, 0)] }] },
      { url: "a.js", functions: [{ ranges: [range(0, 10, 1), range(5, 10, 0)] }] },
      { url: "b.js", functions: [{ ranges: [range(0, 100, 0)] }] },
    ],
    sheets: [],
  });
  expect(jsCoverage).toMatchObject([
    { url: "b.js", usagePercent: 0, deadRanges: [{ start: 0, end: 100 }] },
    { url: "a.js", usedBytes: 10, usagePercent: 100 },
  ]);
});
