import { Script } from "node:vm";
import { expect, test } from "vitest";
import { unlessMalformed } from "./unlessMalformed.ts";

test.each<[string, () => unknown]>([
  ["JSON", () => JSON.parse("{")],
  ["a regular expression", () => new RegExp("(".repeat(1))],
  ["a script", () => new Script("let let")],
  ["an escape in an address", () => decodeURIComponent("%")],
  ["bytes", () => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.of(0xff))],
  ["a charset", () => new TextDecoder("klingon")],
  ["base64", () => atob("?")],
])("%s that is malformed is answered with something else", (_, parse) => {
  expect(unlessMalformed(parse, "else")).toBe("else");
});

test("what is well formed is parsed, and other faults are thrown", () => {
  expect(unlessMalformed(() => JSON.parse("1") as number)).toBe(1);
  expect(() => unlessMalformed(() => (undefined as unknown as string).length, 0)).toThrow(TypeError);
});
