import { expect, test } from "vitest";
import { judgeOrigin, originMatches, parseOriginPattern } from "./originPolicy.ts";

test.each([
  ["https://example.com", "https://example.com/path", true],
  ["https://example.com", "http://example.com/", false],
  ["https://example.com", "https://example.com:8443/", false],
  ["https://*.example.com", "https://app.example.com/", true],
  ["https://*.example.com", "https://example.com/", false],
  ["https://*.example.com", "https://example.com.evil.test/", false],
  ["example.com", "http://example.com:3000/", true],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000/x", true],
  ["http://127.0.0.1:*", "http://127.0.0.1:9/x", true],
  ["https://example.com:443", "https://example.com/", true],
  ["http://localhost:3000", "http://localhost.:3000/x", true],
  ["http://localhost.:3000", "http://localhost:3000/x", true],
  ["http://localhost:3000/*", "http://localhost:3000/x", true],
  ["http://*", "http://localhost:3000/x", true],
  ["http://*", "https://localhost/x", false],
  ["*://example.com:3000", "https://example.com:3000/", true],
  ["*", "ws://example.com:3000/", true],
  ["https://MÜNCHEN.example", "https://xn--mnchen-3ya.example/", true],
  ["http://127.1:3000", "http://127.0.0.1:3000/", true],
  ["http://[::1]:3000", "http://[0:0::1]:3000/", true],
  ["not a pattern!", "https://example.com/", false],
])("%s against %s: %s", (pattern, url, expected) => {
  expect(originMatches(pattern, new URL(url))).toBe(expected);
});

test.each(["nonsense here", "not-a-pattern!", "http://", "http://host/path", "http://user@host", "http://host:port", "https//host", ""])(
  "%j is no pattern",
  (pattern) => expect(parseOriginPattern(pattern)).toBeUndefined(),
);

test("looking at a page's source is looking at its site", () => {
  expect(judgeOrigin(new URL("view-source:http://a.test/x"), [], ["http://a.test"])).toBe("blocked");
  expect(judgeOrigin(new URL("view-source:view-source:http://a.test/x"), ["http://b.test"], [])).toBe("off-allowlist");
});

test("the blocklist wins, an empty allowlist allows, blank pages are nobody's", () => {
  const url = new URL("https://a.test/");
  expect(judgeOrigin(url, [], [])).toBe("allowed");
  expect(judgeOrigin(url, ["https://a.test"], ["https://a.test"])).toBe("blocked");
  expect(judgeOrigin(url, ["https://b.test"], [])).toBe("off-allowlist");
  expect(judgeOrigin(new URL("about:blank"), ["https://b.test"], [])).toBe("allowed");
});
