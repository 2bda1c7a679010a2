import { expect, test } from "vitest";
import { registry } from "../../src/tools/registry.ts";
import { fieldPaths } from "./fieldPaths.ts";
import { resultFields } from "./resultFields.ts";

test.each([...registry.values()])("$name answers with every field that it promises", ({ name, output }) => {
  const promised = resultFields[name]?.split(/\s+/).filter(Boolean) ?? [];
  expect(promised, `${name} has no line in test/contract/resultFields.ts`).not.toEqual([]);
  const declared = new Set(fieldPaths(output));
  expect(promised.filter((path) => !declared.has(path))).toEqual([]);
});

test("every promise is some tool's", () => {
  expect(Object.keys(resultFields).filter((name) => !registry.has(name))).toEqual([]);
});
