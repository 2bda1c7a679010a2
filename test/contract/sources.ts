/** The house's own files as text, for tests that hold it to its rules. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const texts = new Map<string, string>();

export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}

/** Every TypeScript file below a folder that is no test. */
export const sourceFiles = (dir: string): string[] => typeScriptFiles(dir).filter((file) => !file.endsWith(".test.ts"));

export const typeScriptFiles = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((file) => `${dir}/${file.split(path.sep).join("/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("/node_modules/"))
    .sort();

/** The files of the repository that a file imports, re-exports or loads later. */
export function importsOf(file: string): string[] {
  const wanted = [...textOf(file).matchAll(/(?:\bfrom|\bimport\(|^import)\s*"(\.{1,2}\/[^"]+)"/gm)].map(([, found = ""]) => found);
  return wanted.map((each) => path.posix.join(path.posix.dirname(file), each));
}
