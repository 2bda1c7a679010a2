import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { requireCompiled } from "./compiled.ts";

function bundle(source: string): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-compiled-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "bundle.cjs");
  writeFileSync(file, source);
  return file;
}

const load = (file: string) => requireCompiled<{ value: unknown }>(file);

test("code that was written down is used again, for the same source only", () => {
  const file = bundle("exports.value = 'old';");
  const first = load(file);
  expect(first).toMatchObject({ exports: { value: "old" }, fromCache: false });
  first.save();
  expect(load(file)).toMatchObject({ exports: { value: "old" }, fromCache: true });
  writeFileSync(file, "exports.value = 'new';");
  expect(load(file)).toMatchObject({ exports: { value: "new" }, fromCache: false });
});

test("a cache that is broken is no cache", () => {
  const file = bundle("exports.value = 1;");
  writeFileSync(`${file}.v8`, "nonsense");
  expect(load(file)).toMatchObject({ exports: { value: 1 }, fromCache: false });
});

test("where the bundle's folder cannot be written, the code is kept elsewhere", () => {
  const file = bundle("exports.value = 1;");
  const elsewhere = `${file}.elsewhere`;
  // A folder is in the way: for root no mode would be.
  mkdirSync(`${file}.v8`);
  const first = requireCompiled<{ value: unknown }>(file, elsewhere);
  first.save();
  expect(requireCompiled(file, elsewhere)).toMatchObject({ exports: { value: 1 }, fromCache: true });
});

test("a bundle requires what it needs, and knows where it is", () => {
  const file = bundle("module.exports = { value: [require('node:path').sep, __dirname, __filename] };");
  expect(load(file).exports.value).toEqual([path.sep, path.dirname(file), file]);
});
