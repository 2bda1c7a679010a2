import { build } from "esbuild";

/** A script of src/page as `drover:page/<name>` gives it: one text that is sent to a page. */
export async function bundlePageScript(name: string): Promise<string> {
  const bundled = await build({
    entryPoints: [`src/page/${name}.ts`],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none",
  });
  return bundled.outputFiles[0]!.text;
}
