import { expect, test } from "vitest";
import { sameSite } from "./sameSite.ts";

test.each([
  ["https://a.example.com", "https://b.example.com", true],
  ["https://example.com", "https://deep.down.example.com:8443", true],
  ["https://a.co.uk", "https://b.co.uk", false],
  ["https://shop.a.co.uk", "https://a.co.uk", true],
  ["https://one.github.io", "https://two.github.io", false],
  ["http://a.example.com", "https://a.example.com", false],
  ["http://127.0.0.1:1", "http://127.0.0.1:2", true],
  ["http://127.0.0.1", "http://10.0.0.1", false],
  ["http://localhost:1", "http://127.0.0.1:1", false],
  ["http://a.localhost", "http://b.localhost", false],
  ["http://[::1]:1", "http://[::1]:2", true],
])("%s and %s: one site is %s", async (one, other, expected) => {
  expect(await sameSite(one, other)).toBe(expected);
  expect(await sameSite(other, one)).toBe(expected);
});
