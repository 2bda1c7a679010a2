import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Tool } from "../../src/tools/defineTool.ts";
import { families } from "../../src/tools/families.ts";
import { registry } from "../../src/tools/registry.ts";
import { sourceFiles, textOf } from "./sources.ts";

const listed = new Set<unknown>(registry.values());
const folders = readdirSync("src/tools", { withFileTypes: true }).filter((entry) => entry.isDirectory());
const familyFolders = folders.map(({ name }) => name).filter((name) => families.some((family) => family === name));

const isTool = (value: unknown): value is Tool =>
  typeof value === "object" && value !== null && "family" in value && "capability" in value && "run" in value;

const toolFiles = familyFolders.flatMap((family) => sourceFiles(`src/tools/${family}`)).filter((file) => textOf(file).includes("defineTool("));

test.each(toolFiles)("every tool that %s declares is in its family's index.ts", async (file) => {
  const declared = Object.values((await import(/* @vite-ignore */ path.resolve(file))) as Record<string, unknown>).flat().filter(isTool);
  // Not one: either none leaves the file, or this test looks for them in the wrong way.
  expect(declared.length).toBeGreaterThan(0);
  expect(declared.filter((tool) => !listed.has(tool)).map(({ name }) => name)).toEqual([]);
  expect(new Set(declared.map(({ family }) => family))).toEqual(new Set([file.split("/")[2]]));
});
