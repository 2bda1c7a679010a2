import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION } from "../../src/protocol/version.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

test("the version is the same everywhere", () => {
  expect(VERSION).toBe(manifest.version);
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { version: string };
  expect(lock.version).toBe(manifest.version);
});

test("the lock file names no place to download from", () => {
  for (const file of ["package-lock.json", "bench/package-lock.json"]) expect(readFileSync(file, "utf8")).not.toMatch(/"resolved"|https?:\/\/registry/);
});

test("generated files are current", { timeout: 120_000 }, () => {
  expect(() => execFileSync(process.execPath, ["--import", "tsx", "scripts/gen.ts", "--check"], { stdio: "pipe" })).not.toThrow();
});
