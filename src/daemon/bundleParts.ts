import { openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compileCommon, runCommon } from "./commonScript.ts";
import { type Compiled, requireCompiled } from "./compiled.ts";

/** Where each part is in the file of parts, in bytes. */
export type PartPlaces = Record<string, [from: number, length: number]>;

/** What such a bundle tells of itself: `scripts/daemonBundle.ts` writes it. */
interface WithParts {
  partPlaces: PartPlaces;
  /** What parts need of the bundle itself. */
  shared: Record<string, () => unknown>;
}

/** Requires a bundle whose parts are loaded when it first asks for them: most of them never are, and their source alone would take megabytes. */
export function requireWithParts<T>(file: string, elsewhere?: string): Compiled<T & WithParts> {
  // Opened at once: an update may replace the file while the program runs.
  const parts = openSync(file.replace(/\.cjs$/, ".parts"), "r");
  const fromNode = createRequire(file);
  const loaded = new Map<string, { exports: unknown }>();
  let bundle: Compiled<WithParts> | undefined;
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const { partPlaces, shared } = bundle?.exports ?? {};
    const place = partPlaces?.[name];
    const fromBundle = shared?.[name];
    if (!place && !fromBundle) return fromNode(name);
    const module = { exports: fromBundle?.() ?? {} };
    loaded.set(name, module);
    if (place) fill(module, name, readPiece(parts, place));
    return module.exports;
  };
  const fill = (module: { exports: unknown }, name: string, piece: Buffer): void => {
    if (name.startsWith("drover:page/")) module.exports = piece.toString("latin1");
    else runCommon(compileCommon(piece, path.resolve(file, "..", name)), module, file, load);
  };
  const compiled = requireCompiled<T & WithParts>(file, elsewhere, load);
  bundle = compiled;
  return compiled;
}

function readPiece(descriptor: number, [from, length]: [from: number, length: number]): Buffer {
  const piece = Buffer.alloc(length);
  readSync(descriptor, piece, 0, length, from);
  return piece;
}
