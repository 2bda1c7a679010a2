import { expect, test } from "vitest";
import { inScope, parseScope } from "./secretScope.ts";

const placeOf = (url: string) => ({ origin: new URL(url).origin, path: new URL(url).pathname });

test.each([
  ["app.example.com", "https://app.example.com/login"],
  ["APP.example.com", "https://app.example.com/login"],
  ["example.com", "https://app.example.com/"],
  ["https://app.example.com", "https://app.example.com/"],
  ["https://app.example.com/", "https://app.example.com/any"],
  ["app.example.com/login", "https://app.example.com/login?next=1"],
  ["localhost:3000", "http://localhost:3000/"],
  ["127.0.0.1", "http://127.0.0.1:8080/"],
  ["https://*.example.com", "https://a.b.example.com/"],
])("%s takes in %s", (scope, url) => {
  expect(inScope(parseScope(scope)!, placeOf(url))).toBe(true);
});

test.each([
  ["app.example.com", "https://evil.test/app.example.com"],
  ["app.example.com", "https://app.example.com.evil.test/"],
  ["app.example.com", "https://notapp.example.com/"],
  ["example.com", "https://evilexample.com/"],
  ["app.example.com", "https://evil.test/?next=https://app.example.com"],
  ["https://app.example.com", "http://app.example.com/"],
  ["https://app.example.com", "https://app.example.com:8443/"],
  ["app.example.com/login", "https://app.example.com/other"],
  ["localhost:3000", "http://localhost:3001/"],
  ["example", "https://example.com/"],
])("%s leaves out %s", (scope, url) => {
  expect(inScope(parseScope(scope)!, placeOf(url))).toBe(false);
});

test("an opaque origin is in no scope", () => {
  expect(inScope(parseScope("*")!, { origin: "null", path: "/" })).toBe(false);
});

test.each(["", "/login", "?token", "a b", "app.example.com?x"])("%j is no scope", (scope) => {
  expect(parseScope(scope)).toBeUndefined();
});
