import { expect, test } from "vitest";
import { redeclaredName } from "./redeclared.ts";

test.each([
  ["SyntaxError: Identifier 'q' has already been declared\n    at <anonymous>:1:1", "q"],
  ["SyntaxError: redeclaration of const $rows", "$rows"],
  ["SyntaxError: redeclaration of let q\n    at x:1:1", "q"],
  ["SyntaxError: Unexpected token ')'", undefined],
  ["Error: Identifier 'q' has already been declared", undefined],
])("%s", (text, name) => expect(redeclaredName(text).redeclared).toBe(name));
