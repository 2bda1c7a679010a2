import { expect, test } from "vitest";
import { perfHtml, type PerfPicture } from "./perfHtml.ts";

const nothing: PerfPicture = { title: "Nothing", notes: [], vitals: [], milestones: {}, flames: [], requests: [], findings: [] };
const hostile = `https://x.test/<script>alert(1)</script>"'&`;
const full: PerfPicture = {
  title: hostile,
  notes: ["processor slowed down 4 times", hostile],
  vitals: [
    { name: "LCP", value: 2400, unit: "ms", good: 2500, poor: 4000 },
    { name: "CLS", value: 0.2, unit: "", good: 0.1, poor: 0.25 },
    { name: "INP", value: 700, unit: "ms", good: 200, poor: 500 },
  ],
  milestones: { fcpMs: 100, lcpMs: 2400 },
  flames: [
    { startMs: 10, durationMs: 200, depth: 0, name: "RunTask" },
    { startMs: 20, durationMs: 180, depth: 1, name: "FunctionCall", at: `slow ${hostile}` },
  ],
  requests: [{ url: hostile, type: "Script", startMs: 5, durationMs: 50, renderBlocking: true }],
  findings: [{ heading: hostile, lines: [hostile] }, { heading: "Empty", lines: [] }],
};

test("a report draws every part of it, and what pages wrote stays text", () => {
  const html = perfHtml(full);
  expect(html.match(/class="vital (\w+)"/g)).toEqual(['class="vital good"', 'class="vital middling"', 'class="vital poor"']);
  expect(html.match(/<svg/g)).toHaveLength(2);
  expect(html.match(/<rect/g)).toHaveLength(3);
  expect(html).toContain('class="task long"');
  expect(html).toContain("FunctionCall 180 ms");
  // Neither scripts nor anything from elsewhere.
  expect(html).not.toMatch(/<script|<link|<img|\bsrc=|\burl\(|@import|\bon\w+=/i);
  expect(html).toContain("default-src 'none'");
});

test("a trace without anything in it is a report too", () => {
  const html = perfHtml(nothing);
  expect(html).not.toContain("NaN");
  expect(html).not.toContain("Infinity");
  expect(html).not.toContain("<svg");
});
