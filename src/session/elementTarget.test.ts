import { expect, test } from "vitest";
import { oneElement, oneTarget } from "./elementTarget.ts";

test.each([
  [{ ref: "e1" }, { ref: "e1" }],
  [{ named: "save" }, { named: "save" }],
  [{ selector: "#save" }, { selector: "#save" }],
  [{ selector: "#save", contextRef: "e2" }, { selector: "#save", contextRef: "e2" }],
])("%j names one element", (given, element) => {
  expect(oneElement(given)).toEqual(element);
  expect(oneTarget(given)).toEqual({ target: element });
});

test("a point names what lies there", () => expect(oneTarget({ coords: { x: 1, y: 2 } })).toEqual({ coords: { x: 1, y: 2 } }));

test("a place in an element and a point of the viewport are not one target", () => {
  const place = { x: 1, y: 2 };
  expect(() => oneTarget({ coords: place, position: place })).toThrow(expect.objectContaining({ code: "bad-input", hint: expect.stringContaining("coords alone") }));
  expect(oneTarget({ ref: "e1", position: place })).toEqual({ target: { ref: "e1" } });
});

test.each([
  [{}, "no target was given"],
  [{ contextRef: "e2" }, "no target was given"],
  [{ ref: "e1", selector: "#save" }, "the target was given twice: ref and selector"],
])("%j is refused", (given, message) => {
  expect(() => oneElement(given)).toThrow(expect.objectContaining({ code: "bad-input", message, hint: "Pass exactly one of ref, selector, named." }));
  expect(() => oneTarget(given)).toThrow(expect.objectContaining({ message, hint: "Pass exactly one of ref, selector, named, coords." }));
});
