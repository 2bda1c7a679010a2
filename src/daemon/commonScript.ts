import path from "node:path";
import { Script } from "node:vm";

/** A CommonJS source as V8 compiled it, with code that it made of it before where there is any. */
export const compileCommon = (source: Buffer, file: string, cachedData?: Buffer): Script =>
  new Script(`(function (exports, require, module, __filename, __dirname) {${source.toString("latin1")}\n})`, { filename: file, ...(cachedData && { cachedData }) });

/** @param module gets what the script exports, from its first line on: scripts may need each other. */
export function runCommon(script: Script, module: { exports: unknown }, file: string, require: (name: string) => unknown): void {
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run(module.exports, require, module, file, path.dirname(file));
}
