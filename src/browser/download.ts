import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";
import { downloadsFolder } from "./browserPlaces.ts";
import { readVersion } from "./browserVersion.ts";

export interface Download {
  path: string;
  version: string;
}

const STALLED_MS = 20_000;

/** Fetches Chrome for Testing or Firefox into Drover's own folder. Rejects when the network is silent for a while. */
export async function downloadBrowser(
  what: "chromium" | "firefox",
  options: { home: Home; onProgress: (line: string) => void; signal?: AbortSignal | undefined },
): Promise<Download> {
  const { Browser, detectBrowserPlatform, install, resolveBuildId } = await import("@puppeteer/browsers");
  const platform = detectBrowserPlatform();
  if (!platform) throw new Error("there is no download for this system");
  const browser = what === "firefox" ? Browser.FIREFOX : Browser.CHROME;
  const cacheDir = downloadsFolder(options.home);

  const stalled = stallGuard(options.signal);
  const fetching = (async () => {
    const buildId = await resolveBuildId(browser, platform, "stable");
    const report = percentReporter(`${browser} ${buildId}`, options.onProgress);
    return install({
      browser,
      buildId,
      cacheDir,
      platform,
      downloadProgressCallback: (done, total) => {
        stalled.touch();
        report(done, total);
      },
    });
  })();
  const installed = await Promise.race([fetching, stalled.promise]).finally(stalled.release);

  const version = await readVersion({ path: installed.executablePath, engine: what });
  if (!version || !(await starts(installed.executablePath))) {
    // It would be found first from now on, and fail each time.
    rmSync(path.join(cacheDir, browser, `${platform}-${installed.buildId}`), { recursive: true, force: true });
    throw new Error("the download does not run here; libraries that it needs are missing");
  }
  return { path: installed.executablePath, version };
}

/** Asks the program itself, because a version read from its files does not tell that it runs. Windows' builds need nothing else. */
function starts(executable: string): Promise<boolean> {
  if (process.platform === "win32") return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile(executable, ["--version"], { timeout: 10_000 }, (error) => resolve(error === null));
  });
}

interface StallGuard {
  /** Rejects when nothing has touched the guard for a while, or the signal is aborted. */
  promise: Promise<never>;
  touch: () => void;
  release: () => void;
}

function stallGuard(signal: AbortSignal | undefined): StallGuard {
  const stall = new AbortController();
  const onStall = (): void => stall.abort(new Error(`nothing arrived for ${STALLED_MS / 1000} s`));
  let timer = setTimeout(onStall, STALLED_MS);
  const stop = signal ? AbortSignal.any([stall.signal, signal]) : stall.signal;
  const promise = new Promise<never>((_resolve, reject) => {
    if (stop.aborted) reject(stop.reason as Error);
    stop.addEventListener("abort", () => reject(stop.reason as Error), { once: true });
  });
  return {
    promise,
    touch: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, STALLED_MS);
    },
    release: () => clearTimeout(timer),
  };
}

/** One line for each tenth, not one for each packet. */
export function percentReporter(name: string, onProgress: (line: string) => void): (done: number, total: number) => void {
  let told = -1;
  return (done, total) => {
    const tenth = total > 0 ? Math.floor((done / total) * 10) : 0;
    if (tenth <= told) return;
    told = tenth;
    onProgress(`Downloading ${name}: ${tenth * 10} % of ${Math.round(total / 1e6)} MB`);
  };
}
