import { describe, expect, it } from "vitest";
import { evaluatePredicate, predicateSchema, readPath, type Predicate } from "./predicate.ts";

const data = {
  actionResult: { ok: true, element: { value: "Engineering", tags: ["a", "b"] }, count: 3 },
  snapshot: { warnings: [] },
  value: { nested: { x: 1 } },
};

const cases: [Predicate, boolean][] = [
  [{ kind: "equals", key: "actionResult.element.value", value: "Engineering" }, true],
  [{ kind: "equals", key: "value.nested", value: { x: 1 } }, true],
  [{ kind: "notEquals", key: "actionResult.count", value: 4 }, true],
  [{ kind: "contains", key: "actionResult.element.value", value: "gine" }, true],
  [{ kind: "contains", key: "actionResult.element.tags", value: "b" }, true],
  [{ kind: "notContains", key: "actionResult.element.tags", value: "c" }, true],
  [{ kind: "gt", key: "actionResult.count", value: 2 }, true],
  [{ kind: "lt", key: "actionResult.count", value: 3 }, false],
  [{ kind: "gte", key: "actionResult.count", value: 3 }, true],
  [{ kind: "lte", key: "actionResult.missing", value: 3 }, false],
  [{ kind: "between", key: "actionResult.count", lo: 1, hi: 3 }, true],
  [{ kind: "matches", key: "actionResult.element.value", value: "^Eng" }, true],
  [{ kind: "exists", key: "snapshot.nothing" }, false],
  [{ kind: "equals", key: "snapshot.warnings.length", value: 0 }, true],
  [{ kind: "equals", key: "actionResult.element.tags[1]", value: "b" }, true],
];

describe("evaluatePredicate", () => {
  it.each(cases)("%j is %s", (predicate, holds) => {
    expect(evaluatePredicate(predicate, data).holds).toBe(holds);
  });

  it("combines and says which leaf decided", () => {
    const yes: Predicate = { kind: "exists", key: "actionResult.ok" };
    const no: Predicate = { kind: "equals", key: "actionResult.count", value: 9 };
    expect(evaluatePredicate({ kind: "and", predicates: [yes, yes] }, data).holds).toBe(true);
    expect(evaluatePredicate({ kind: "and", predicates: [yes, no] }, data)).toMatchObject({
      holds: false,
      key: "actionResult.count",
      expected: 9,
      actual: 3,
    });
    expect(evaluatePredicate({ kind: "or", predicates: [no, yes] }, data).holds).toBe(true);
    expect(evaluatePredicate({ kind: "or", predicates: [no, no] }, data).holds).toBe(false);
    expect(evaluatePredicate({ kind: "not", predicates: [no] }, data).holds).toBe(true);
    expect(evaluatePredicate({ kind: "not", predicates: [yes] }, data).holds).toBe(false);
  });
});

describe("predicateSchema", () => {
  it.each([
    { kind: "equals", key: "window.location", value: 1 },
    { kind: "equals", key: "actionResultX.a", value: 1 },
    { kind: "matches", key: "value.a", value: "(" },
    { kind: "between", key: "value.a", lo: 1 },
    { kind: "script", key: "value.a" },
    { kind: "and", predicates: [] },
  ])("refuses %j", (predicate) => {
    expect(predicateSchema.safeParse(predicate).success).toBe(false);
  });
});

it("reads own properties only", () => {
  expect(readPath({ value: {} }, "value.constructor.name")).toBeUndefined();
  expect(readPath({ value: {} }, "value.__proto__")).toBeUndefined();
});
