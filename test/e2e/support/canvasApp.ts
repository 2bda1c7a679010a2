import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import type { FixtureServer } from "./fixtureServer.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const excalidraw = path.join(root, "node_modules/@excalidraw/excalidraw/dist/prod");
const styles = { excalidraw: path.join(excalidraw, "index.css"), tldraw: path.join(root, "node_modules/tldraw/tldraw.css") };

/** Where the applications get their fonts unless they are told: no test asks anybody but its own server. */
const elsewhere = /https:\/\/(?:cdn\.tldraw\.com|esm\.sh)/g;

/** Serves a page with the application itself, as its package has it, and returns its address. */
export async function serveCanvasApp(server: FixtureServer, name: "excalidraw" | "tldraw"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, `test/fixtures/canvasApps/${name}.js`)],
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["browser", "production"],
    define: { "process.env.NODE_ENV": '"production"', "import.meta.env": "{}" },
    // Its text-to-diagram dialog, which is loaded when it is opened.
    external: ["@excalidraw/mermaid-to-excalidraw"],
    logLevel: "error",
  });
  const serve = (pathname: string, type: string, read: () => string | Buffer) =>
    server.route(pathname, (_, response) => {
      response.setHeader("content-type", type);
      response.end(read());
    });
  const script = (outputFiles[0]?.text ?? "").replaceAll(elsewhere, `${server.origin}/elsewhere`);
  serve(`/${name}/app.js`, "text/javascript", () => script);
  serve(`/${name}/app.css`, "text/css", () => readFileSync(styles[name], "utf8").replaceAll(elsewhere, `${server.origin}/elsewhere`));
  for (const [, font] of script.matchAll(/"\.?\/?(fonts\/[\w./-]+\.woff2)"/g)) if (font) serve(`/${name}/${font}`, "font/woff2", () => readFileSync(path.join(excalidraw, font)));
  return server.html(
    `/${name}/`,
    `<!doctype html><html><head><title>${name}</title><link rel=stylesheet href=app.css><script>window.EXCALIDRAW_ASSET_PATH = "/${name}/"</script></head>
    <body style="margin:0"><div id=app style="height:100vh"></div><script type=module src=app.js></script></body></html>`,
  );
}
