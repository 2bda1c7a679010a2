import { expect, test } from "vitest";
import { safeName } from "./downloads.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "etcpasswd"],
  ["..\\..\\boot.ini", "boot.ini"],
  ["...hidden", "hidden"],
  ["a\u0000b\u0007.txt", "ab.txt"],
  ["...", "download"],
  ["", "download"],
  [`${"x".repeat(300)}.csv`, `${"x".repeat(116)}.csv`],
])("%j is stored as %j", (given, stored) => expect(safeName(given)).toBe(stored));
