/**
 * The daemon's bundle: what a usual session needs is one script (dist/serve.cjs), everything else is in parts (dist/serve.parts) that are loaded
 * when they are first asked for. `src/daemon/bundleParts.ts` loads them.
 */
import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, transform, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import type { PartPlaces } from "../src/daemon/bundleParts.ts";
import { bundlePageScript } from "./pageScript.ts";

/** What is imported when it is first needed, and is needed by most sessions. */
const usual = [
  "src/engine/chromium/browser.ts",
  "src/tools/act/click.ts",
  "src/tools/act/fill.ts",
  "src/tools/act/press.ts",
  "src/tools/act/type.ts",
  "src/tools/javascript/evalJs.ts",
  "src/tools/navigate/navigate.ts",
  "src/tools/navigate/waitFor.ts",
  "src/tools/see/find.ts",
  "src/tools/see/snapshot.ts",
  "src/tools/sessions/closeSession.ts",
  "src/tools/sessions/listSessions.ts",
  "src/tools/sessions/openSession.ts",
];

const MAIN = "./main.js";
const PAGE_TEXT = "drover:page/";

/** As the compiled code runs: CommonJS, and without a loader for `import()`. */
const asScript = { format: "cjs", target: "node20", minifySyntax: true, minifyWhitespace: true, supported: { "dynamic-import": false } } as const satisfies BuildOptions;

export async function buildDaemonBundle(options: BuildOptions, entry: string): Promise<void> {
  const { chunks, metafile } = await split(options, entry);
  const inMain = chunksOf(metafile, [entry, ...usual]);
  const others = [...chunks.keys()].filter((name) => !inMain.has(name));
  const scripts = others.map(async (name) => [name, (await transform(chunks.get(name) ?? "", asScript)).code] as const);
  const texts = pageTexts(metafile).map(async (name) => [name, await bundlePageScript(name.slice(PAGE_TEXT.length))] as const);
  const parts = new Map((await Promise.all([...scripts, ...texts])).map(([name, text]) => [name, Buffer.from(text, "latin1")]));
  const shared = importsOf(metafile, others).filter((name) => inMain.has(name));
  const main = [
    `export * from ${JSON.stringify(nameOf(metafile, entry))};`,
    `export const partPlaces = ${JSON.stringify(placesOf(parts))};`,
    `export const shared = {${shared.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`).join(",")}};`,
  ].join("\n");
  // A daemon that runs goes on reading the parts that it opened.
  writeFileSync("dist/serve.parts.new", Buffer.concat([...parts.values()]));
  renameSync("dist/serve.parts.new", "dist/serve.parts");
  await build({ ...asScript, bundle: true, platform: "node", entryPoints: [MAIN], outfile: "dist/serve.cjs", external: [`${PAGE_TEXT}*`], logLevel: "warning", plugins: [chunkFiles(new Map([...chunks, [MAIN, main]]), inMain)] });
}

/** By their names as they import each other. */
async function split(options: BuildOptions, entry: string): Promise<{ chunks: Map<string, string>; metafile: Metafile }> {
  const { outputFiles = [], metafile } = await build({ ...options, entryPoints: [entry], format: "esm", splitting: true, outExtension: {}, outdir: "dist", supported: {}, external: [`${PAGE_TEXT}*`], write: false, metafile: true });
  return { chunks: new Map(outputFiles.map(({ path: file, text }) => [`./${path.basename(file)}`, text])), metafile: metafile as Metafile };
}

const nameFrom = (output: string): string => `./${path.basename(output)}`;

function nameOf({ outputs }: Metafile, entryPoint: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`${entryPoint} is not imported dynamically by the daemon`);
  return nameFrom(found[0]);
}

/** The chunks of these modules, and all that have to be there with them. */
function chunksOf(metafile: Metafile, entryPoints: readonly string[]): Set<string> {
  const found = new Set(entryPoints.map((each) => nameOf(metafile, each)));
  for (const name of found) for (const imported of importsOf(metafile, [name])) found.add(imported);
  return found;
}

/** What these chunks import at once. */
function importsOf({ outputs }: Metafile, names: readonly string[]): string[] {
  const importers = Object.entries(outputs).filter(([output]) => names.includes(nameFrom(output)));
  return [...new Set(importers.flatMap(([, { imports }]) => imports.filter(({ kind, external }) => kind === "import-statement" && !external).map((each) => nameFrom(each.path))))];
}

/** Page code that the daemon sends as it is: it is read from beside the scripts, not kept in the source of one. */
const pageTexts = ({ outputs }: Metafile): string[] =>
  [...new Set(Object.values(outputs).flatMap(({ imports }) => imports.map((each) => each.path).filter((name) => name.startsWith(PAGE_TEXT))))];

function placesOf(parts: ReadonlyMap<string, Buffer>): PartPlaces {
  let from = 0;
  return Object.fromEntries(
    [...parts].map(([name, { length }]) => {
      from += length;
      return [name, [from - length, length]];
    }),
  );
}

/** Chunks as esbuild made them, those that are not for the main script left to be required. */
const chunkFiles = (chunks: ReadonlyMap<string, string>, inMain: ReadonlySet<string>): Plugin => ({
  name: "chunk-files",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\// }, ({ path: name }) => {
      if (!chunks.has(name)) return undefined;
      return name === MAIN || inMain.has(name) ? { path: name, namespace: "chunk" } : { path: name, external: true };
    });
    onLoad({ filter: /.*/, namespace: "chunk" }, ({ path: name }) => ({ contents: chunks.get(name) ?? "", loader: "js" }));
  },
});
