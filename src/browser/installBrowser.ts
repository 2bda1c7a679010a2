import type { Home } from "../config/home.ts";
import { readVersion } from "./browserVersion.ts";
import { downloadBrowser } from "./download.ts";
import { findBrowser } from "./findBrowser.ts";
import { findFfmpeg } from "./findFfmpeg.ts";
import { type BrowserKind } from "./kinds.ts";
import { type Installable, installCommand, installPackage } from "./packageManager.ts";

export type InstallOutcome =
  | { ok: true; how: "found" | "downloaded" | "packages"; path: string; version?: string; kind?: BrowserKind }
  | { ok: false; tried: string[]; command: string };

export interface InstallOptions {
  home: Home;
  onProgress: (line: string) => void;
  signal?: AbortSignal;
}

/** What is there already, else a download, else the system's package; where none works, the command for a person to type. */
export async function installBrowser(what: Installable, options: InstallOptions): Promise<InstallOutcome> {
  const present = await look(what, options.home);
  if (present) return { ok: true, how: "found", ...present };
  const tried: string[] = [];

  if (what !== "ffmpeg") {
    options.onProgress(`Downloading ${what === "firefox" ? "Firefox" : "Chrome for Testing"}`);
    try {
      await downloadBrowser(what, options);
      const downloaded = await look(what, options.home);
      if (downloaded) return { ok: true, how: "downloaded", ...downloaded };
      tried.push("download: the browser is not where it should be");
    } catch (error) {
      tried.push(`download: ${error instanceof Error ? error.message : String(error)}`);
    }
    options.onProgress(`No ${tried.at(-1)}`);
  }

  if (!options.signal?.aborted) {
    const { ok, why } = await installPackage(what, options);
    const installed = await look(what, options.home);
    if (installed) return { ok: true, how: "packages", ...installed };
    tried.push(`packages: ${ok ? "installed, but nothing was found afterwards" : why}`);
  }
  return { ok: false, tried, command: installCommand(what) };
}

async function look(
  what: Installable,
  home: Home,
): Promise<{ path: string; version?: string; kind?: BrowserKind } | undefined> {
  if (what === "ffmpeg") {
    const path = findFfmpeg();
    return path === undefined ? undefined : { path };
  }
  const found = findBrowser(home, what);
  if (!found) return undefined;
  const version = await readVersion(found);
  return { path: found.path, kind: found.kind, ...(version && { version }) };
}
