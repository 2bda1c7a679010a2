/** Builds dist/: the page code first, then each entry that uses it. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { commandName, type CommandPlaces, type Manifest } from "../src/cli/manifest.ts";
import { NODE_FLAGS } from "../src/client/startDaemon.ts";
import { requireCompiled } from "../src/daemon/compiled.ts";
import { buildDaemonBundle } from "./daemonBundle.ts";
import { buildDoor } from "./nativeDoor.ts";
import { bundlePageScript } from "./pageScript.ts";
import { bringZodTypes } from "./zodTypes.ts";

/** `drover:page/…`: scripts of src/page, each bundled to one text that is sent to a page. */
const pageCodePlugin: Plugin = {
  name: "page-code",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^drover:page\// }, ({ path: name }) => ({ path: name.slice("drover:page".length + 1), namespace: "drover" }));
    onLoad({ filter: /.*/, namespace: "drover" }, async ({ path: name }) => ({ contents: await bundlePageScript(name), loader: "text" }));
  },
};

/** Zod brings its messages in fifty languages, half of its size. English is the one that answers are written in. */
const englishOnly: Plugin = {
  name: "english-only",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, ({ resolveDir }) => ({ path: path.join(resolveDir, "../locales/en.js") }));
  },
};

/** fflate makes its tables when it is loaded, and few daemons ever zip anything. */
const zipOnDemand: Plugin = {
  name: "zip-on-demand",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^fflate$/ }, ({ path: name, kind }) => (kind === "import-statement" ? { path: name, namespace: "on-demand" } : undefined));
    onLoad({ filter: /.*/, namespace: "on-demand" }, ({ path: name }) => ({
      contents: ["strFromU8", "strToU8", "unzipSync", "zipSync"].map((each) => `export const ${each} = (...given) => require("${name}").${each}(...given);`).join("\n"),
      resolveDir: process.cwd(),
    }));
  },
};

const common: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20",
  outdir: "dist",
  legalComments: "none",
  logLevel: "warning",
  plugins: [pageCodePlugin, englishOnly],
};

/** Everything but the CLI's entry: ES modules that share chunks, so that each loads only what it uses. */
const modules: BuildOptions = {
  ...common,
  entryPoints: {
    sdk: "src/sdk/index.ts",
    session: "src/sdk/session/index.ts",
    plugin: "src/plugins/author/index.ts",
    pluginHost: "src/plugins/host/main.ts",
    pluginTest: "src/sdk/pluginTest/index.ts",
    test: "src/sdk/test/index.ts",
    attachTest: "src/sdk/test/attachTest.ts",
  },
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  // Lines stay lines: Node shows the one that threw above an error that nobody caught.
  minifySyntax: true,
  banner: { js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);' },
};

/** The daemon's entry, and the thread of its gates. Names stay as they are, for stacks in the log. */
const daemon: BuildOptions = {
  ...common,
  entryPoints: { daemon: "src/daemon/main.ts", gates: "src/guard/gatesMain.ts" },
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  define: { "import.meta.dirname": "__dirname" },
  minifySyntax: true,
  minifyWhitespace: true,
  // Compiled code has no loader for `import()`: what is beside the daemon is required.
  supported: { "dynamic-import": false },
};

/** What analyses need, in a file that only their worker loads. */
const analysis: BuildOptions = {
  ...common,
  entryPoints: { analysis: "src/analysis/worker.ts" },
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  minify: true,
};

/** The interpreter of `run_code`, in a file that only its worker loads. */
const sandbox: BuildOptions = {
  ...analysis,
  entryPoints: { sandbox: "src/tools/javascript/sandbox/worker.ts" },
  // It asks where it is, to find Node's own modules.
  define: { "import.meta.url": "ownUrl" },
  banner: { js: 'const ownUrl = require("node:url").pathToFileURL(__filename).href;' },
};

/** The MCP server in one file with its SDK inside, of which V8's code is kept beside it: an agent waits for it to start. */
const mcp: BuildOptions = {
  ...common,
  entryPoints: { mcp: "src/mcp/main.ts" },
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  define: { "import.meta.dirname": "__dirname" },
  minify: true,
  supported: { "dynamic-import": false },
};

/** The vocabulary by which tokens are counted is most of what reads documents: it is packed. */
const packedVocabulary: Plugin = {
  name: "packed-vocabulary",
  setup({ onLoad }) {
    onLoad({ filter: /gpt-tokenizer\/esm\/bpeRanks\/o200k_base\.js$/ }, async ({ path: file }) => {
      const { default: words } = (await import(file)) as { default: unknown };
      const packed = brotliCompressSync(JSON.stringify(words), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).toString("base64");
      return { contents: `import { brotliDecompressSync } from "node:zlib"; export default JSON.parse(brotliDecompressSync(Buffer.from("${packed}", "base64")).toString("utf8"));` };
    });
  },
};

/** Documents read without a browser, in a thread of their own: what it needs for few of them is loaded with the first. */
const documents: BuildOptions = {
  ...modules,
  entryPoints: { documents: "src/analysis/documents/main.ts" },
  chunkNames: "chunks/documents-[hash]",
  minify: true,
  plugins: [...(common.plugins ?? []), packedVocabulary],
};

/** The dashboard's server, with what it uses inside. */
const dashboardServer: BuildOptions = { ...modules, entryPoints: { dashboard: "src/dashboard/main.ts" }, chunkNames: "chunks/dashboard-[hash]", minify: true };

/** The CLI's bundles by the module that is imported when one is needed. */
const cliBundles: Record<string, string> = {
  "src/cli/main.ts": "drover",
  "src/cli/more.ts": "more",
  "src/cli/agentServer.ts": "agentServer",
  "src/cli/machine/main.ts": "machine",
  "src/cli/machine/headStart.ts": "headStart",
  "src/cli/demo/main.ts": "demo",
  "src/cli/plugin/main.ts": "plugins",
  "src/cli/repl/main.ts": "repl",
};

/** A dynamic import of another bundle's module loads that bundle instead of copying it. */
const siblingBundles = (bundles: Record<string, string>): Plugin => ({
  name: "sibling-bundles",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path: wanted, resolveDir, kind }) => {
      const bundle = bundles[path.relative(process.cwd(), path.join(resolveDir, wanted))];
      return kind === "dynamic-import" && bundle ? { path: `./${bundle}.cjs`, external: true } : undefined;
    });
  },
});

/** What downloads browsers is as large as all else of the command line together, and most machines never need it. */
const downloadsBundle: Plugin = {
  name: "downloads-bundle",
  setup({ onResolve }) {
    onResolve({ filter: /^@puppeteer\/browsers$/ }, ({ kind }) => (kind === "dynamic-import" ? { path: "./downloads.cjs", external: true } : undefined));
  },
};

/** Proxies that a script chooses take an interpreter of their own, a megabyte of it: whoever has one downloads a browser by other means, or names its proxy. */
const noProxyScripts: Plugin = {
  name: "no-proxy-scripts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^pac-proxy-agent$/ }, ({ path: name }) => ({ path: name, namespace: "no-proxy-scripts" }));
    onLoad({ filter: /.*/, namespace: "no-proxy-scripts" }, () => ({
      contents: 'exports.PacProxyAgent = class { constructor() { throw new Error("A proxy that is chosen by a script (pac+…) is not supported: name the proxy itself in HTTPS_PROXY."); } };',
    }));
  },
};

const downloads: BuildOptions = {
  ...common,
  entryPoints: { downloads: "@puppeteer/browsers" },
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  minify: true,
  plugins: [noProxyScripts],
};

/** One file for the hot path and a few for the rest: CommonJS and minified, because each millisecond of a command counts. */
const cli: BuildOptions = {
  ...common,
  entryPoints: Object.fromEntries(Object.entries(cliBundles).map(([source, name]) => [name, source])),
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  minify: true,
  define: { "import.meta.dirname": "__dirname" },
  // Its main module asks for its parts in a way that no bundler sees.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  loader: { ".html": "text" },
  plugins: [siblingBundles(cliBundles), downloadsBundle],
};
const { drover: hotEntry = "", ...lazyEntries } = cli.entryPoints as Record<string, string>;
/** Requires its siblings: `import()` would start the ES module loader. */
const hotCli: BuildOptions = {
  ...cli,
  entryPoints: { drover: hotEntry },
  banner: { js: "#!/usr/bin/env node" },
  supported: { "dynamic-import": false },
};

/** The command line as the daemon runs it for clients that hand theirs over. What it prints must go where its own terminal says: it shares no bundle. */
const { "src/cli/more.ts": _, ...foreignBundles } = cliBundles;
const door: BuildOptions = { ...hotCli, entryPoints: { door: "src/cli/door/main.ts" }, banner: {}, plugins: [siblingBundles(foreignBundles)] };

/** The dashboard's app, for browsers of the last years. */
const dashboardApp: BuildOptions = {
  entryPoints: [
    { in: "src/dashboard/app/main.tsx", out: "app" },
    { in: "src/dashboard/app/app.css", out: "app" },
  ],
  bundle: true,
  outdir: "dist/dashboard",
  format: "esm",
  target: ["chrome123", "firefox128", "safari18"],
  tsconfig: "src/dashboard/app/tsconfig.json",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
};

function copyDashboardFiles(): void {
  for (const name of ["index.html", "icon.svg"]) copyFileSync(`src/dashboard/app/${name}`, `dist/dashboard/${name}`);
}

/** The live view in a chat: one page that needs nothing from elsewhere and may run nothing but its own script. */
async function writeSessionView(): Promise<void> {
  // The package writes every message to the console, which keeps them: pictures among them.
  const { outputFiles } = await build({ ...dashboardApp, entryPoints: ["src/mcp/view/main.ts", "src/mcp/view/view.css"], outdir: "view", tsconfig: "src/mcp/view/tsconfig.json", plugins: [englishOnly], pure: ["console.debug"], write: false });
  const textOf = (ending: string) => (outputFiles.find(({ path: file }) => file.endsWith(ending))?.text ?? "").trim();
  // Neither may end the element that it is in, or begin a comment there.
  const script = textOf(".js").replace(/<(?=\/script|!--|script)/gi, "\\x3C");
  const style = textOf(".css");
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Drover: a session, live</title><style>${style}</style></head>
<body><script type="module">${script}</script></body></html>
`;
  writeFileSync("dist/sessionView.html", html);
}

/** Those of the first-party plugins that are written in TypeScript, each with all that it needs in one file: what they share is no package. */
const pluginFolders = readdirSync("plugins").filter((name) => existsSync(`plugins/${name}/src/index.ts`));
const plugins: BuildOptions = {
  ...common,
  entryPoints: Object.fromEntries(pluginFolders.map((name) => [`${name}/dist/index`, `plugins/${name}/src/index.ts`])),
  outdir: "plugins",
  format: "esm",
  external: ["drover/plugin"],
};

/** All commands in one file, and where each is in it by its names, so that a call parses only its own. */
function writeManifest(): void {
  const manifest = JSON.parse(readFileSync("src/generated/cli.json", "utf8")) as Manifest;
  const places: CommandPlaces = {};
  let text = "{";
  for (const [key, command] of Object.entries(manifest)) {
    text += `${text === "{" ? "" : ","}\n${JSON.stringify(key)}:`;
    const body = JSON.stringify(command);
    const from = Buffer.byteLength(text);
    text += body;
    for (const name of [command.tool, ...(command.aliases ?? [])]) places[commandName(name)] = [from, Buffer.byteLength(body)];
  }
  writeFileSync("dist/commands.json", `${text}\n}\n`);
  writeFileSync("dist/commandPlaces.json", JSON.stringify(places));
}

/** What editors and compilers of the library's users read. */
const declareTypes = () => promisify(execFile)(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "src/sdk/tsconfig.json"]);

/** A daemon that still runs an earlier build loads its chunks when they are first needed: they stay for a while. */
const CHUNK_LIFE_MS = 3_600_000;

function sweepOldChunks(): void {
  for (const name of readdirSync("dist/chunks")) {
    const file = path.join("dist/chunks", name);
    if (Date.now() - statSync(file).mtimeMs > CHUNK_LIFE_MS) rmSync(file);
  }
}

/** With the flags that the daemon has: V8's code is made for them. */
const compileDaemon = () => promisify(execFile)(process.execPath, [...NODE_FLAGS, "dist/daemon.cjs", "--compile"]);

async function compileMcp(): Promise<void> {
  const { exports, save } = requireCompiled<typeof import("../src/mcp/main.ts")>(path.resolve("dist/mcp.cjs"));
  await exports.loadUsual();
  save();
}

const bundles = [
  modules,
  daemon,
  analysis,
  sandbox,
  downloads,
  documents,
  mcp,
  dashboardServer,
  dashboardApp,
  plugins,
  hotCli,
  door,
  { ...cli, entryPoints: lazyEntries },
];

await Promise.all([...bundles.map((each) => build(each)), buildDaemonBundle({ ...daemon, plugins: [englishOnly, zipOnDemand] }, "src/daemon/serve.ts"), declareTypes()]);
bringZodTypes();
await writeSessionView();
copyDashboardFiles();
await Promise.all([compileDaemon(), compileMcp()]);
for (const [from, to] of [["js", "cjs"], ["wasm", "wasm"]]) copyFileSync(`node_modules/sql.js/dist/sql-wasm.${from}`, `dist/sqlite.${to}`);
copyFileSync("node_modules/axe-core/axe.min.js", "dist/axe.js");
writeFileSync("dist/reader.js", await bundlePageScript("reading/reader"));
writeManifest();
sweepOldChunks();
chmodSync("dist/drover.cjs", 0o755);
await buildDoor();
