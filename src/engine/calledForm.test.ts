import { expect, test } from "vitest";
import { calledForm } from "./calledForm.ts";

test.each([
  "() => 1",
  "async () => await x",
  "async x => x",
  "(a, b = f(1)) => a",
  "({ a }) => a",
  "function () { return 1 }",
  "async function named() {}",
  "(() => 1)",
  "  (function () {})  ;",
  "élan => élan",
])("%s is called", (script) => expect(calledForm(script)).toMatch(/\)\(\)$/));

test.each(["button.onclick = () => 1", "window.fetch", "(1, window.fetch)", "(list).map((x) => x)", "let f = () => 1; f", "[() => 1][0]"])("%s is not", (script) =>
  expect(calledForm(script)).toBeUndefined(),
);
