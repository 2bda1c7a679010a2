import { readFileSync, readdirSync, realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { Home } from "../config/home.ts";
import { behindWrapper } from "./chromiumFlags.ts";
import type { FoundBrowser } from "./findBrowser.ts";
import { type BrowserKind, browserKinds, kindOfExecutable } from "./kinds.ts";

export type BrowserCandidate = Pick<FoundBrowser, "kind" | "path" | "source">;

/** Where browsers may be, best first; lazily, because the first hit is usually enough. */
export function* browserCandidates(home: Home, env: NodeJS.ProcessEnv = process.env): Generator<BrowserCandidate> {
  const seen = new Set<string>();
  for (const candidate of allCandidates(home, env)) {
    const identity = behindWrapper(realPath(candidate.path));
    if (seen.has(identity)) continue;
    seen.add(identity);
    yield candidate;
  }
}

export const downloadsFolder = (home: Home): string => path.join(home.dir, "downloads");

function* allCandidates(home: Home, env: NodeJS.ProcessEnv): Generator<BrowserCandidate> {
  const named = env["DROVER_BROWSER_PATH"];
  if (named) yield { kind: kindOfExecutable(named), path: path.resolve(named), source: "env" };
  yield* inPuppeteerLayout(downloadsFolder(home), "drover");
  for (const kind of browserKinds)
    for (const file of systemPlaces(kind, env)) if (!isForwardingScript(file)) yield { kind, path: file, source: "system" };
  yield* inPlaywrightCache(env);
  yield* inPuppeteerLayout(env["PUPPETEER_CACHE_DIR"] ?? path.join(os.homedir(), ".cache", "puppeteer"), "puppeteer");
}

const commands: Record<BrowserKind, string[]> = {
  chromium: ["chromium", "chromium-browser", "ungoogled-chromium"],
  chrome: ["google-chrome-stable", "google-chrome", "google-chrome-beta", "google-chrome-unstable"],
  edge: ["microsoft-edge-stable", "microsoft-edge", "microsoft-edge-beta", "microsoft-edge-dev"],
  brave: ["brave-browser-stable", "brave-browser", "brave"],
  firefox: ["firefox-esr", "firefox", "firefox-developer-edition"],
};

const linuxPlaces: Record<BrowserKind, string[]> = {
  chromium: ["/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser"],
  chrome: ["/opt/google/chrome/chrome"],
  edge: ["/opt/microsoft/msedge/msedge"],
  brave: ["/opt/brave.com/brave/brave"],
  firefox: ["/usr/lib/firefox-esr/firefox-esr", "/usr/lib/firefox/firefox", "/opt/firefox/firefox"],
};

const macPlaces: Record<BrowserKind, string[]> = {
  chromium: ["Chromium.app/Contents/MacOS/Chromium"],
  chrome: ["Google Chrome.app/Contents/MacOS/Google Chrome", "Google Chrome Beta.app/Contents/MacOS/Google Chrome Beta"],
  edge: ["Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
  brave: ["Brave Browser.app/Contents/MacOS/Brave Browser"],
  firefox: ["Firefox.app/Contents/MacOS/firefox", "Firefox Developer Edition.app/Contents/MacOS/firefox"],
};

const windowsPlaces: Record<BrowserKind, string[]> = {
  chromium: ["Chromium\\Application\\chrome.exe"],
  chrome: ["Google\\Chrome\\Application\\chrome.exe", "Google\\Chrome Beta\\Application\\chrome.exe"],
  edge: ["Microsoft\\Edge\\Application\\msedge.exe"],
  brave: ["BraveSoftware\\Brave-Browser\\Application\\brave.exe"],
  firefox: ["Mozilla Firefox\\firefox.exe", "Firefox Developer Edition\\firefox.exe"],
};

function systemPlaces(kind: BrowserKind, env: NodeJS.ProcessEnv): string[] {
  if (process.platform === "darwin") {
    const folders = ["/Applications", path.join(os.homedir(), "Applications")];
    return folders.flatMap((folder) => macPlaces[kind].map((place) => path.join(folder, place)));
  }
  if (process.platform === "win32") {
    const folders = [env["PROGRAMFILES"], env["PROGRAMFILES(X86)"], env["LOCALAPPDATA"]];
    return folders.flatMap((folder) => (folder ? windowsPlaces[kind].map((place) => path.join(folder, place)) : []));
  }
  // A browser in a snap cannot read a profile under a hidden folder, so anything else comes first.
  return [...onPath(commands[kind], env), ...linuxPlaces[kind]].toSorted((a, b) => Number(isSnap(a)) - Number(isSnap(b)));
}

/** Each command in each folder of PATH, then the usual folders: a service's PATH may be short. */
export function onPath(names: string[], env: NodeJS.ProcessEnv): string[] {
  const folders = new Set([...(env["PATH"] ?? "").split(path.delimiter).filter(Boolean), "/usr/bin", "/usr/local/bin", "/snap/bin"]);
  return names.flatMap((name) => [...folders].map((folder) => path.join(folder, name)));
}

const isSnap = (file: string): boolean => file.startsWith("/snap/");

// Ubuntu's chromium-browser and firefox are scripts that pass on to the snap, Debian's firefox one that passes on to
// firefox-esr: what they pass on to is a candidate itself, and without it they only print advice.
function isForwardingScript(file: string): boolean {
  if (!/\/bin\/(chromium-browser|firefox)$/.test(file)) return false;
  return ifPresent(() => {
    const text = readFileSync(file, "latin1");
    return text.startsWith("#!") && /snap install|\/snap\/bin\/|exec firefox-esr/.test(text);
  }, "what a command starts cannot be read", false);
}

/** `<folder>/<browser>/<platform>-<build>/…`, as @puppeteer/browsers lays out what it downloads. */
function* inPuppeteerLayout(folder: string, source: "drover" | "puppeteer"): Generator<BrowserCandidate> {
  for (const kind of ["chrome", "chromium", "firefox"] as const) {
    for (const build of newestFirst(path.join(folder, kind))) {
      for (const file of kind === "firefox" ? firefoxFiles : chromeFiles)
        for (const inner of chromeFolders(kind)) yield { kind, path: path.join(folder, kind, build, inner, file), source };
    }
  }
}

/** Playwright's Chromium only: its Firefox is a build of its own that does not speak WebDriver BiDi as the stock one does. */
function* inPlaywrightCache(env: NodeJS.ProcessEnv): Generator<BrowserCandidate> {
  const folder = playwrightCache(env);
  for (const build of newestFirst(folder).filter((name) => /^chromium-\d+$/.test(name)))
    for (const inner of chromeFolders("chromium"))
      for (const file of chromeFiles)
        yield { kind: "chromium", path: path.join(folder, build, inner, file), source: "playwright" };
}

export function playwrightCache(env: NodeJS.ProcessEnv): string {
  const named = env["PLAYWRIGHT_BROWSERS_PATH"];
  if (named && named !== "0") return named;
  if (process.platform === "darwin") return path.join(os.homedir(), "Library", "Caches", "ms-playwright");
  if (process.platform === "win32") return path.join(env["LOCALAPPDATA"] ?? os.homedir(), "ms-playwright");
  return path.join(os.homedir(), ".cache", "ms-playwright");
}

const chromeFiles = {
  linux: ["chrome"],
  darwin: [
    "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: ["chrome.exe"],
}[process.platform as "linux" | "darwin" | "win32"] ?? ["chrome"];

const firefoxFiles = {
  linux: ["firefox"],
  darwin: ["Firefox Nightly.app/Contents/MacOS/firefox", "Firefox.app/Contents/MacOS/firefox"],
  win32: ["firefox.exe"],
}[process.platform as "linux" | "darwin" | "win32"] ?? ["firefox"];

function chromeFolders(kind: BrowserKind): string[] {
  if (kind === "firefox") return process.platform === "darwin" ? ["."] : ["firefox", "core"];
  if (process.platform === "darwin") return ["chrome-mac-arm64", "chrome-mac-x64", "chrome-mac"];
  if (process.platform === "win32") return ["chrome-win64", "chrome-win32", "chrome-win"];
  return ["chrome-linux64", "chrome-linux"];
}

function newestFirst(folder: string): string[] {
  return ifPresent(() => readdirSync(folder).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true })), "a folder where browsers may be cannot be read", []);
}

function realPath(file: string): string {
  return ifPresent(() => realpathSync(file), "where a link to a browser leads cannot be read", file);
}
