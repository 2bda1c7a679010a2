import { expect, test } from "vitest";
import { sameEndpoint } from "./attachEndpoint.ts";

test.each([
  ["9222", "http://127.0.0.1:9222", true],
  ["localhost:9222", "ws://127.0.0.1:9222/devtools/browser/x", true],
  ["9222", "9223", false],
  ["127.0.0.1:9222", "[::1]:9222", false],
])("%s and %s: %s", (one, other, same) => {
  expect(sameEndpoint(one, other)).toBe(same);
});
