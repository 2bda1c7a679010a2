import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Home, resolveHome } from "../config/home.ts";
import { parseVersion } from "./browserVersion.ts";
import { findBrowser } from "./findBrowser.ts";
import { kindOfExecutable } from "./kinds.ts";

let home: Home;

beforeEach(() => {
  home = resolveHome({ DROVER_HOME: mkdtempSync(path.join(os.tmpdir(), "drover-find-")) });
  vi.stubEnv("DROVER_BROWSER_PATH", "");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home.dir, { recursive: true, force: true });
});

function place(...segments: string[]): string {
  const file = path.join(home.dir, ...segments);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  return file;
}

test.runIf(process.platform === "linux")("Drover's own download comes first, the newest build before the others", () => {
  place("downloads", "chrome", "linux-99.0.1.0", "chrome-linux64", "chrome");
  const newest = place("downloads", "chrome", "linux-150.0.7.2", "chrome-linux64", "chrome");
  expect(findBrowser(home, "chromium")).toEqual({ kind: "chrome", engine: "chromium", path: newest, source: "drover" });
  expect(findBrowser(home, "chrome")?.path).toBe(newest);
});

test("the path that a person named wins, even over a missing file", () => {
  const named = path.join(home.dir, "my", "firefox-nightly");
  vi.stubEnv("DROVER_BROWSER_PATH", named);
  expect(findBrowser(home, "firefox")).toEqual({ kind: "firefox", engine: "firefox", path: named, source: "env" });
  expect(findBrowser(home, "chromium")?.path).not.toBe(named);
});

test.runIf(process.platform === "linux")("Playwright's and Puppeteer's caches are searched", () => {
  vi.stubEnv("PATH", path.join(home.dir, "bin"));
  const edge = place("bin", "microsoft-edge");
  const cached = place("puppeteer", "firefox", "linux-stable_150.0", "firefox", "firefox");
  vi.stubEnv("PUPPETEER_CACHE_DIR", path.join(home.dir, "puppeteer"));
  expect(findBrowser(home, "edge")).toMatchObject({ path: edge, source: "system" });
  const found = findBrowser(home, "firefox");
  expect(found?.source === "system" || found?.path === cached).toBe(true);
});

test.each([
  ["/usr/bin/chromium", "chromium"],
  ["/opt/google/chrome/chrome", "chrome"],
  ["C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe", "edge"],
  ["/Applications/Brave Browser.app/Contents/MacOS/Brave Browser", "brave"],
  ["/usr/lib/firefox-esr/firefox-esr", "firefox"],
  ["/opt/unheard-of", "chromium"],
])("%s is %s", (file, kind) => {
  expect(kindOfExecutable(file)).toBe(kind);
});

test("a version is read out of what a browser prints", () => {
  expect(parseVersion("Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)")).toBe("156.0.8078.79");
  expect(parseVersion("Mozilla Firefox 153.7.0esr")).toBe("153.7.0esr");
  expect(parseVersion("command not found")).toBeUndefined();
});
