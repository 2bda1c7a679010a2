import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type PartPlaces, requireWithParts } from "./bundleParts.ts";

interface Loads {
  load(name: string): unknown;
}

function bundle(parts: Record<string, string>): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-parts-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const places: PartPlaces = {};
  let text = "";
  for (const [name, part] of Object.entries(parts)) {
    places[name] = [text.length, part.length];
    text += part;
  }
  const file = path.join(dir, "bundle.cjs");
  writeFileSync(path.join(dir, "bundle.parts"), text, "latin1");
  writeFileSync(file, `exports.partPlaces = ${JSON.stringify(places)}; exports.shared = { "./own.js": () => ({ mine: {} }) }; exports.load = require;`);
  return file;
}

const load = (file: string) => requireWithParts<Loads>(file).exports;

test("a part is run when it is first asked for, and once", () => {
  const { load: part } = load(bundle({ "./a.js": "exports.at = {};", "./b.js": "exports.a = require('./a.js').at; exports.where = __dirname;" }));
  const b = part("./b.js");
  expect(part("./b.js")).toBe(b);
  expect(b).toMatchObject({ a: (part("./a.js") as { at: unknown }).at, where: expect.stringContaining("drover-parts-") as string });
});

test("parts share what the bundle itself has", () => {
  const { load: part } = load(bundle({ "./a.js": "exports.mine = require('./own.js').mine;", "./b.js": "exports.mine = require('./own.js').mine;" }));
  expect((part("./a.js") as { mine: unknown }).mine).toBe((part("./b.js") as { mine: unknown }).mine);
});

test("parts may need each other", () => {
  const { load: part } = load(bundle({ "./a.js": "exports.name = 'a'; exports.other = require('./b.js').seen;", "./b.js": "exports.seen = require('./a.js').name;" }));
  expect(part("./a.js")).toEqual({ name: "a", other: "a" });
});

test("page code is a text", () => {
  expect(load(bundle({ "drover:page/look": "look('£')" })).load("drover:page/look")).toBe("look('£')");
});

test("what is not of the bundle is Node's", () => {
  expect(load(bundle({})).load("node:path")).toBe(path);
});

test("a build that replaces the parts leaves a program that runs with its own", () => {
  const file = bundle({ "./a.js": "exports.of = 'old';" });
  const { load: part } = load(file);
  const parts = file.replace(/\.cjs$/, ".parts");
  writeFileSync(`${parts}.new`, "exports.of = 'new';");
  renameSync(`${parts}.new`, parts);
  expect(part("./a.js")).toEqual({ of: "old" });
});
