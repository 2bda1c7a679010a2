import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { compile } from "svelte/compiler";

const folder = path.resolve(import.meta.dirname, "../../fixtures/frameworks");

const svelte: Plugin = {
  name: "svelte",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.svelte$/ }, async ({ path: filename }) => ({ contents: compile(await readFile(filename, "utf8"), { filename, generate: "client" }).js.code })),
};

/** The script of a page made with a framework itself, from test/fixtures/frameworks. */
export async function frameworkApp(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, `${name}.js`)],
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["browser", "production"],
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [svelte],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
