import { expect, test } from "vitest";
import { DroverError } from "../protocol/errors.ts";
import { globToRegExp, looseGlob } from "./glob.ts";

const cases: [glob: string, url: string, matches: boolean][] = [
  ["**/api/records*", "https://a.example/v1/api/records", true],
  ["**/api/records*", "https://a.example/api/records?limit=1", true],
  ["**/api/records*", "https://a.example/api/records/7", false],
  ["**/api/**", "https://a.example/api/records/7", true],
  ["https://a.example/*", "https://a.example/x", true],
  ["https://a.example/*", "https://a.example/x/y", false],
  ["https://a.example/**", "https://a.example/x/y?z#w", true],
  ["**/*.{png,jpg}", "https://a.example/x/y.jpg", true],
  ["**/*.{png,jpg}", "https://a.example/x/y.gif", false],
  ["https://a.example/?q=1", "https://a.example/?q=1", true],
  ["https://a.example/?q=1", "https://a.example/xq=1", false],
  ["/api/x", "http://127.0.0.1:8080/api/x", true],
  ["/api/x", "http://127.0.0.1:8080/v2/api/x", false],
  ["**", "wss://rt.example.com/socket", true],
  ["https://a.example/\\{id\\}", "https://a.example/{id}", true],
  ["https://a.example/a.b", "https://a.example/aXb", false],
];

test.each(cases)("%s against %s: %s", (glob, url, matches) => {
  expect(globToRegExp(glob).test(url)).toBe(matches);
  if (matches) expect(new RegExp(`^${looseGlob(glob).split("*").map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/g, "\\$&")).join(".*")}$`).test(url)).toBe(true);
});

test("a brace that is not closed is refused", () => {
  expect(() => globToRegExp("**/{a,b")).toThrow(DroverError);
});
