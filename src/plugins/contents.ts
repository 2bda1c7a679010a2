import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { DroverError } from "../protocol/errors.ts";
import { readJson } from "./manifest.ts";

/** A plugin that is larger brings something that it should not. */
const MAX_FILES = 20_000;

/** All that a plugin's code is made of: its own files and those of the packages that it needs, from the folder of modules. */
export function contentsOf(modules: string, name: string): string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const add = (folder: string) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    list(path.join(modules, folder), folder, files);
    for (const wanted of needsOf(path.join(modules, folder))) {
      const found = resolved(modules, folder, wanted);
      if (found !== undefined) add(found);
    }
  };
  add(name);
  return [...new Set(files)].sort();
}

function list(folder: string, under: string, files: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = `${under}/${entry.name}`;
    // A link leads to what is not part of the package, and cannot be pinned.
    if (entry.isSymbolicLink()) {
      if (entry.name === ".bin" || under.endsWith("/.bin")) continue;
      throw new DroverError("bad-path", `${place} is a link`, { hint: "A plugin's files are its own: publish it without links." });
    }
    if (entry.isDirectory()) {
      if (entry.name === ".bin") continue;
      list(path.join(folder, entry.name), place, files);
    } else if (entry.isFile()) files.push(place);
    if (files.length > MAX_FILES) throw new DroverError("too-large", `${under.split("/node_modules/")[0]} has more than ${MAX_FILES} files`);
  }
}

function needsOf(folder: string): string[] {
  const { dependencies = {}, optionalDependencies = {} } = readJson(path.join(folder, "package.json")) as Record<string, Record<string, string>>;
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** As Node finds it: in the package's own folder of modules, then further out. */
function resolved(modules: string, from: string, wanted: string): string | undefined {
  for (let place = from; ; place = place.slice(0, place.lastIndexOf("/node_modules/"))) {
    const inside = `${place}/node_modules/${wanted}`;
    if (isPackage(path.join(modules, inside))) return inside;
    if (!place.includes("/node_modules/")) break;
  }
  return isPackage(path.join(modules, wanted)) ? wanted : undefined;
}

const isPackage = (folder: string): boolean => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && statSync(path.join(folder, "package.json"), { throwIfNoEntry: false }) !== undefined;

/** One number for all of it: names and bytes. */
export function digestOfContents(modules: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) {
    const bytes = readFileSync(path.join(modules, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** Changes with any of the files, without reading them. */
export function stampOfContents(modules: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path.join(modules, file));
    hash.update(`${file}\0${mtimeMs}\0${ctimeMs}\0${size}\0${ino}\0`);
  }
  return hash.digest("hex");
}
