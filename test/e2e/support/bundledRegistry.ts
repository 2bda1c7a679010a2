import { build } from "esbuild";
import type { registry } from "../../../src/tools/registry.ts";

/** Inside the package, so that the bundle finds its dependencies. */
const bundle = new URL("../../../node_modules/.cache/drover/registry.mjs", import.meta.url);

/** Every test file looks at the registry: one file loads in a fraction of the time that its two hundred modules take. */
export async function bundleRegistry(): Promise<void> {
  await build({
    entryPoints: [new URL("../../../src/tools/registry.ts", import.meta.url).pathname],
    outfile: bundle.pathname,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
}

export const bundledRegistry = async (): Promise<typeof registry> => ((await import(/* @vite-ignore */ bundle.href)) as { registry: typeof registry }).registry;
