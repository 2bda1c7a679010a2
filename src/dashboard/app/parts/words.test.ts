import { expect, test } from "vitest";
import { ago, count, duration, shortAddress, size } from "./words.ts";

test.each([
  [7.4, "7 ms"],
  [1234, "1.2 s"],
  [59_949, "59.9 s"],
  [59_999, "1 min 0 s"],
  [119_600, "2 min 0 s"],
  [7_380_000, "2 h 3 min"],
])("%d ms lasts %s", (ms, words) => expect(duration(ms)).toBe(words));

test.each([
  [999, "999 B"],
  [1500, "1.5 kB"],
  [2_000_000, "2.0 MB"],
])("%d bytes are %s", (bytes, words) => expect(size(bytes)).toBe(words));

test.each([
  [1000, "now"],
  [42_000, "42 s ago"],
  [61_000, "1 min ago"],
  [7_300_000, "2 h ago"],
  [200_000_000, "2 d ago"],
])("%d ms earlier was %s", (ms, words) => expect(ago(10_000_000_000 - ms, 10_000_000_000)).toBe(words));

test.each([
  ["https://www.example.com/", "example.com"],
  ["http://127.0.0.1:80/a/", "127.0.0.1:80/a"],
  ["about:blank", "about:blank"],
])("%s is %s", (url, short) => expect(shortAddress(url)).toBe(short));

test("one and many", () => expect([count(1, "call"), count(0, "call"), count(2, "reply", "replies")]).toEqual(["1 call", "0 calls", "2 replies"]));
