/** Builds dist/: the page code first, then each entry that uses it. */
import { rmSync } from "node:fs";
import { build, type BuildOptions, type Plugin } from "esbuild";

const pageAgentPlugin: Plugin = {
  name: "page-agent",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^drover:page-agent$/ }, () => ({ path: "page-agent", namespace: "drover" }));
    onLoad({ filter: /.*/, namespace: "drover" }, async () => {
      const bundled = await build({
        entryPoints: ["src/page/agent.ts"],
        bundle: true,
        write: false,
        format: "iife",
        target: "es2022",
        minify: true,
        legalComments: "none",
      });
      return { contents: bundled.outputFiles[0]!.text, loader: "text" };
    });
  },
};

const common: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20",
  outdir: "dist",
  legalComments: "none",
  logLevel: "warning",
  plugins: [pageAgentPlugin],
};

/** Everything but the CLI's entry: ES modules that share chunks, so that each loads only what it uses. */
const modules: BuildOptions = {
  ...common,
  entryPoints: {
    daemon: "src/daemon/main.ts",
  },
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  external: ["@puppeteer/browsers", "ws", "zod"],
};

/** The MCP server with its SDK inside and minified: an agent waits for it to start, and loading the SDK's files costs twice as long. */
const mcp: BuildOptions = {
  ...modules,
  entryPoints: { mcp: "src/mcp/main.ts" },
  chunkNames: "chunks/mcp-[hash]",
  minify: true,
  external: [],
};

rmSync("dist", { recursive: true, force: true });
await Promise.all([build(modules), build(mcp)]);
