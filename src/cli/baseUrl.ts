import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { wrongUsage } from "./values.ts";

/** Where relative addresses start: the flag, DROVER_BASE_URL, then the nearest Playwright configuration's. */
export function baseUrlFor(flag: string | undefined, env: NodeJS.ProcessEnv, cwd: string): string | undefined {
  const [name, given] = flag === undefined ? ["DROVER_BASE_URL", env["DROVER_BASE_URL"] || undefined] : ["--base-url", flag];
  if (given === undefined) return wholeAddress(projectBaseUrl(cwd) ?? "");
  const base = wholeAddress(given);
  if (base !== undefined) return base;
  throw wrongUsage(`${name} is an address such as http://localhost:3000, not "${given}"`);
}

/** `localhost:3000` and `example.com/app` may do without http://; a bare word is a path everywhere in Drover, not a host. */
function wholeAddress(given: string): string | undefined {
  const namesHost = /^(localhost|[\w-]+(\.[\w-]+)+|\[[\da-f:]+\])(:\d+)?(\/|$)|^[\w-]+:\d+(\/|$)/i.test(given);
  const url = namesHost ? `http://${given}` : given;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

/** `/login` and `login` against the base; anything that names a scheme, a host or a port stands for itself. */
export function againstBase(url: string, base: string): string {
  const relative = /^[./?#]/.test(url) || /^[\w-]+(\/[^:]*)?$/.test(url);
  const isHost = /^localhost(\/|$)/.test(url);
  if (!relative || isHost) return url;
  // "app/" and "app" differ to URL; whoever wrote http://host/app as a base means the folder.
  const folder = url.startsWith("/") || base.endsWith("/") ? base : `${base}/`;
  return new URL(url, folder).href;
}

const configNames = ["ts", "js", "mts", "mjs", "cts", "cjs"].map((ending) => `playwright.config.${ending}`);

function projectBaseUrl(cwd: string): string | undefined {
  for (let dir = path.resolve(cwd); ; dir = path.dirname(dir)) {
    const file = configNames.map((name) => path.join(dir, name)).find((candidate) => existsSync(candidate));
    if (file) return readBaseUrl(readFileSync(file, "utf8"));
    if (path.dirname(dir) === dir) return undefined;
  }
}

/** Read as text and never run: a configuration is somebody's program. What is computed is not understood. */
export function readBaseUrl(source: string): string | undefined {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|[^:"'`])\/\/.*$/gm, "$1");
  const [, value] = /\bbaseURL\s*:\s*(?:process\.env\.\w+\s*(?:\?\?|\|\|)\s*)?(["'`][^"'`\n]*["'`])/.exec(code) ?? [];
  const url = value?.slice(1, -1);
  return url && !url.includes("${") ? url : undefined;
}
