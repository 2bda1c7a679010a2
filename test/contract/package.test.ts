import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION } from "../../src/protocol/version.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  name: string;
  version: string;
  mcpName: string;
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

test("the MCP registry takes server.json: its bounds, one exact version, and the name that the package has", () => {
  const server = JSON.parse(readFileSync("server.json", "utf8")) as { name: string; title: string; description: string; version: string; packages: { identifier: string; version: string }[] };
  for (const text of [server.title, server.description]) expect(text.length, text).toBeLessThanOrEqual(100);
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(server).toMatchObject({ name: manifest.mcpName, version: manifest.version, packages: [{ identifier: manifest.name, version: manifest.version }] });
});

test("generated files are current", { timeout: 120_000 }, () => {
  expect(() => execFileSync(process.execPath, ["--import", "tsx", "scripts/gen.ts", "--check"], { stdio: "pipe" })).not.toThrow();
});
