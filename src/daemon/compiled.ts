import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isErrno } from "../diagnosis/ifPresent.ts";
import { compileCommon, runCommon } from "./commonScript.ts";

const DIGEST_BYTES = 20;

export interface Compiled<T> {
  exports: T;
  /** Runs it once more, with variables of its own. */
  another(): T;
  /** Whether V8's code came from a file and was right for this source, Node and its flags. */
  fromCache: boolean;
  /** Writes down what V8 has compiled by now, for the next process. */
  save(): void;
}

/**
 * Requires a CommonJS bundle with the code that V8 made of it before. Compiling it anew takes as long as running it, and
 * somebody waits for the daemon.
 * @param elsewhere where the code is kept when the bundle's own folder belongs to somebody else
 */
export function requireCompiled<T>(file: string, elsewhere?: string, require: (name: string) => unknown = createRequire(file)): Compiled<T> {
  const cacheFiles = [`${file}.v8`, ...(elsewhere === undefined ? [] : [elsewhere])];
  const source = readFileSync(file);
  // V8 itself compares no more than the length of the source.
  const digest = createHash("sha1").update(source).digest();
  const cached = cacheFiles.reduce<Buffer | undefined>((found, place) => found ?? codeFor(place, digest), undefined);
  const script = compileCommon(source, file, cached);
  const run = (): T => {
    const module = { exports: {} as T };
    runCommon(script, module, file, require);
    return module.exports;
  };
  return {
    exports: run(),
    another: run,
    fromCache: cached !== undefined && script.cachedDataRejected === false,
    save: () => {
      const code = Buffer.concat([digest, script.createCachedData()]);
      writeFirst(cacheFiles, code);
    },
  };
}

/** In the first place that can be written. */
function writeFirst([place = "", ...others]: readonly string[], code: Buffer): void {
  const draft = `${place}.${process.pid}`;
  try {
    writeFileSync(draft, code, { mode: 0o644 });
    renameSync(draft, place);
  } catch (thrown) {
    if (others.length === 0) throw thrown;
    writeFirst(others, code);
  }
}

function codeFor(cacheFile: string, digest: Buffer): Buffer | undefined {
  try {
    const found = readFileSync(cacheFile);
    return found.subarray(0, DIGEST_BYTES).equals(digest) ? found.subarray(DIGEST_BYTES) : undefined;
  } catch (thrown) {
    // To the log: it only takes longer to start.
    if (!isErrno(thrown, "ENOENT")) console.error(thrown);
    return undefined;
  }
}
