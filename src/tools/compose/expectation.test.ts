import { expect, test } from "vitest";
import { unmet, type Expectation } from "./expectation.ts";

const result = {
  ok: true,
  element: { value: "Ada", displayText: "First Ada", ownerControl: { displayTextAfter: "Engineering", changed: true }, container: { rowText: "Row closed" } },
  warnings: ["one"],
};

test.each<[Expectation, boolean]>([
  [{ valueEquals: "Ada" }, true],
  [{ valueEquals: "Bob" }, false],
  [{ displayTextIncludes: "Ada" }, true],
  [{ controlDisplayTextIncludes: "Engin" }, true],
  [{ containerTextIncludes: "open" }, false],
  [{ controlChanged: true }, true],
  [{ controlChanged: false }, false],
  [{ valueEquals: "Ada", containerTextIncludes: "closed" }, true],
  [{ predicate: { kind: "equals", key: "actionResult.warnings.length", value: 1 } }, true],
  [{ predicate: { kind: "exists", key: "actionResult.dialogs" } }, false],
])("%j holds: %s", (expectation, holds) => expect(unmet(expectation, result) === undefined).toBe(holds));

test("a miss says what was expected and what was there", () => {
  expect(unmet({ valueEquals: "Bob" }, result)).toBe('expect failed: valueEquals (actionResult.element.value: expected "Bob", got "Ada")');
});

test("a result without an element fails and does not throw", () => {
  expect(unmet({ controlChanged: true }, undefined)).toContain("expect failed");
  expect(unmet({ controlChanged: false }, undefined)).toBeUndefined();
});
