import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
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

test("npm ci takes the lock file: it has what every package may bring along, for other systems too", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, { optionalDependencies?: Record<string, string> }> };
  const found = (from: string, name: string): boolean => `${from}node_modules/${name}` in packages || (from !== "" && found(from.replace(/node_modules\/(@[^/]+\/)?[^/]+\/$/, ""), name));
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) => Object.keys(optionalDependencies).filter((name) => !found(place && `${place}/`, name)));
  expect(missing).toEqual([]);
});

test("what was not built is not packed", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-unbuilt-"));
  mkdirSync(path.join(folder, "native"));
  copyFileSync("native/place.cjs", path.join(folder, "native", "place.cjs"));
  const place = (...args: string[]) => spawnSync(process.execPath, ["native/place.cjs", ...args], { cwd: folder, encoding: "utf8" });
  expect(place()).toMatchObject({ status: 0 });
  expect(place("launcher")).toMatchObject({ status: 1, stderr: expect.stringContaining("npm run build") });
  rmSync(folder, { recursive: true });
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
