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
  return inLatin1(bundled.outputFiles[0]!.text);
}

/** esbuild leaves expressions as they are written. One letter beyond Latin-1 makes V8 keep the whole text in twice the memory. */
const inLatin1 = (text: string): string => text.replaceAll(/[^\0-\xFF]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
