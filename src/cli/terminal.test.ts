import { expect, test } from "vitest";
import { refusalText } from "./terminal.ts";

test.each([
  [{ message: "nothing is there", hint: "Look again." }, "✗ nothing is there\n  Look again."],
  [{ message: "ReferenceError: no is not defined\n    at <anonymous>:1:1" }, "✗ ReferenceError: no is not defined at <anonymous>:1:1"],
  [{ message: "a\u001b[2Jb" }, "✗ a\\u001b[2Jb"],
  [{}, "✗ it did not work"],
])("%j", (refusal, said) => expect(refusalText(refusal, false)).toBe(said));
