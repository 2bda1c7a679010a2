import { expect, test } from "vitest";
import type { PlacedElement, StepDraft } from "../../report/flow/recordedStep.ts";
import type { Met } from "./flowRecording.ts";
import { isAtPoint, stepsOf } from "./stepsOf.ts";

const field: PlacedElement = { selectorHint: "#a", selectorTier: 4, stability: "medium", role: "textbox", name: "A", tag: "input", playwright: "page.locator('#a')", path: "#a" };
const password: PlacedElement = { ...field, secret: true };
const met = (...elements: PlacedElement[]): Met => ({ elements, focused: undefined });
const focused: Met = { elements: [], focused: password };

const cases: [tool: string, input: Record<string, unknown>, met: Met, steps: StepDraft[]][] = [
  ["click", { ref: "e1", button: "right", mode: "none" }, met(field), [{ action: "click", target: field, args: { button: "right" } }]],
  ["fill", { ref: "e1", value: "x" }, met(field), [{ action: "fill", target: field, args: { value: "x" } }]],
  ["fill", { ref: "e1", value: "x" }, met(password), [{ action: "fill", target: password, args: { value: "" }, hidden: "value" }]],
  ["fill", { ref: "e1", value: "<PIN>" }, met(password), [{ action: "fill", target: password, args: { value: "<PIN>" } }]],
  ["type", { text: "x", submit: true }, focused, [{ action: "type", args: { text: "", submit: true }, hidden: "text" }]],
  ["press", { key: "x" }, focused, [{ action: "type", target: password, args: { text: "" }, hidden: "text" }]],
  ["press", { key: "Enter" }, focused, [{ action: "press", args: { key: "Enter" } }]],
  ["fill_form", { fields: [{ ref: "e1", value: "x" }, { ref: "e2", value: "y" }], submit: { ref: "e3" } }, met(field, password, field), [
    { action: "fill", target: field, args: { value: "x" } },
    { action: "fill", target: password, args: { value: "" }, hidden: "value" },
    { action: "click", target: field, args: {} },
  ]],
  ["drag", { from: { ref: "e1" }, to: { ref: "e2" } }, met(field, password), [{ action: "drag", target: field, to: password, args: {} }]],
  ["wait_for", { text: "Ready", timeoutMs: 3 }, met(), [{ action: "wait_for", args: { text: "Ready" } }]],
  ["wait_for", { ref: "e1" }, met(), []],
  ["shortcut", { keys: "Control+K" }, met(), [{ action: "shortcut", args: { keys: ["Control+K"] } }]],
  ["upload_file", { ref: "e1", content: "c2VjcmV0", name: "a.txt" }, met(field), [{ action: "upload_file", target: field, args: { name: "a.txt" } }]],
  ["eval_js", { expr: "1" }, met(), []],
];

test.each(cases)("%s %j", (tool, input, found, steps) => {
  expect(stepsOf(tool, { input, result: {}, met: found })).toEqual(steps);
});

test.each([
  ["click", { coords: { x: 1, y: 1 } }, true],
  ["double_click", { target: { coords: { x: 1, y: 1 } } }, true],
  ["drag", { from: { ref: "e1" }, to: { coords: { x: 1, y: 1 } } }, true],
  ["click", { ref: "e1" }, false],
  ["scroll", { to: "bottom" }, false],
] as const)("%s %j is at a point: %s", (tool, input, expected) => {
  expect(isAtPoint(tool, input)).toBe(expected);
});
