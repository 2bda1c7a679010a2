import { existsSync } from "node:fs";
import type { Home } from "../config/home.ts";
import { type BrowserCandidate, browserCandidates } from "./browserPlaces.ts";
import { readVersion } from "./browserVersion.ts";
import { type BrowserKind, engineOf, type EngineName } from "./kinds.ts";

export interface FoundBrowser {
  kind: BrowserKind;
  engine: EngineName;
  path: string;
  version?: string;
  source: "system" | "drover" | "playwright" | "puppeteer" | "env";
}

/** Every browser on this machine, with its version. */
export async function findBrowsers(home: Home): Promise<FoundBrowser[]> {
  const found = [...browserCandidates(home)].filter(isThere).map(asFound);
  return Promise.all(
    found.map(async (browser) => {
      const version = await readVersion(browser);
      return version ? { ...browser, version } : browser;
    }),
  );
}

/**
 * The browser to start, by looking only whether files exist. `chromium` means anything built on Chromium, Chromium
 * itself first: nothing replaces it under a running session as Chrome's updater does, and a person's Chrome stays theirs.
 */
export function findBrowser(home: Home, wanted: BrowserKind | EngineName): FoundBrowser | undefined {
  const fits = ({ kind }: BrowserCandidate): boolean =>
    wanted === "chromium" ? engineOf(kind) === "chromium" : kind === wanted;
  for (const candidate of browserCandidates(home)) if (fits(candidate) && isThere(candidate)) return asFound(candidate);
  return undefined;
}

// A path that a person named is taken as it is: if nothing is there, they should hear so and not get another browser.
const isThere = ({ path, source }: BrowserCandidate): boolean => source === "env" || existsSync(path);

const asFound = ({ kind, path, source }: BrowserCandidate): FoundBrowser => ({
  kind,
  engine: engineOf(kind),
  path,
  source,
});
