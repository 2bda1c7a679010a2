import { existsSync } from "node:fs";
import path from "node:path";
import { mayFail } from "../diagnosis/mayFail.ts";
import { type Home, prepareHome } from "../config/home.ts";
import { profileFor } from "../config/profile.ts";
import { fileNameOf } from "../text/fileName.ts";
import { abandon, type BegunBrowser } from "./begunBrowser.ts";
import { downloadsFolder } from "./browserPlaces.ts";
import { saveDescriptor } from "./descriptor.ts";
import { findBrowser } from "./findBrowser.ts";
import type { BrowserKind } from "./kinds.ts";
import { expectedCommand, type LaunchRequest, launchBrowser } from "./launchBrowser.ts";
import { readRecipe, recipeOf, removeRecipe, writeRecipe } from "./launchRecipe.ts";
import { LaunchTurn } from "./launchTurn.ts";
import { profileChoice } from "./profileFolder.ts";

/** What of a session to be opened decides about its browser. */
interface ExpectedSession {
  id: string;
  mode?: string;
  endpoint?: string;
  on?: string;
  profile?: string;
  browser?: BrowserKind;
  engine?: "chromium" | "firefox";
  headless?: boolean;
  port?: number;
}

/** Rules for its traffic bind a browser to a gate, which is the daemon's to open. */
const rules = ["DROVER_GUARD", "DROVER_ALLOWED_ORIGINS", "DROVER_BLOCKED_ORIGINS"];

/** Where one of these is set, the configuration has a say in which browser is started. */
const configuring = ["DROVER_ENDPOINT", "DROVER_ATTACH_CDP", "DROVER_BROWSER", "DROVER_DEBUGGING_PORT", ...rules];

/** These decide which browser is found, for which session, and whether it has a window. */
const choosing = ["DROVER_BROWSER_PATH", "DROVER_HEADLESS", "DROVER_SESSION", "PATH", "PLAYWRIGHT_BROWSERS_PATH", "PUPPETEER_CACHE_DIR"];

const recordOf = (home: Home, id: string): string => path.join(home.sessions, `${fileNameOf(id)}.json`);

/** Starts the browser at once where the configuration has no say in it. A wrong guess is ended by the daemon. */
export async function headStart(home: Home, session: ExpectedSession): Promise<void> {
  const request = expectedLaunch(home, session);
  if (request) await giveHeadStart(request);
}

/** For the daemon that a door has started, maybe together with its browser. How it was started is written down, so that the next door can start one itself. */
export async function headStartOfDaemon(home: Home, id: string, begun: BegunBrowser | undefined, onStarted: () => void): Promise<void> {
  const expected = expectedLaunch(home, { id });
  const request = expected && { ...expected, onStarted };
  const recipe = request && recipeFor(request, id);
  if (begun) {
    const launch = () => (request && recipe === readRecipe(home) ? launchUnclaimed({ ...request, begun }) : Promise.resolve(abandon(home, begun)));
    const taken = new LaunchTurn(home).runGiven(launch).catch((thrown: unknown) => {
      removeRecipe(home);
      throw thrown;
    });
    return mayFail(taken, DAEMON_STARTS_IT);
  }
  if (request && (await giveHeadStart(request)) && recipe !== undefined) writeRecipe(home, recipe);
}

const DAEMON_STARTS_IT = "the daemon starts the browser itself, and says why it cannot";

function recipeFor(request: LaunchRequest, id: string): string | undefined {
  const { home, browser, profile } = request;
  const command = request.headless ? expectedCommand(request) : undefined;
  if (!command || !("name" in profile)) return undefined;
  const lock = path.join(home.profiles, browser.kind, profile.name, "SingletonLock");
  return recipeOf(command, { home, env: process.env, absent: [home.configFile, downloadsFolder(home), recordOf(home, id), lock], variables: [...configuring, ...choosing] });
}

function expectedLaunch(home: Home, { id, mode, endpoint, on, profile, browser, engine, headless, port }: ExpectedSession): LaunchRequest | undefined {
  const { env } = process;
  if (mode !== undefined || endpoint !== undefined || on !== undefined || existsSync(home.configFile) || configuring.some((variable) => env[variable])) return undefined;
  // A session that is known has its own browser, which may be another one and may still run.
  if (existsSync(recordOf(home, id))) return undefined;
  const found = findBrowser(home, browser ?? engine ?? "chromium");
  if (!found) return undefined;
  const asked = !["0", "false", "no"].includes((env["DROVER_HEADLESS"] ?? "").toLowerCase());
  prepareHome(home);
  return { home, browser: found, profile: profileChoice(profileFor(id, profile)), headless: headless ?? asked, ...(port !== undefined && { port }) };
}

/**
 * Starts the browser of a session that is about to be opened, while the daemon that will have it is still loading. The
 * daemon finds it by its descriptor. When it cannot be started nothing is said: the daemon tries again and tells why.
 * Gives back whether it was started here.
 */
export async function giveHeadStart(request: LaunchRequest): Promise<boolean> {
  let isStarted = false;
  const started = new LaunchTurn(request.home).runIfFree(async () => {
    await launchUnclaimed(request);
    isStarted = true;
  });
  await mayFail(started, DAEMON_STARTS_IT);
  return isStarted;
}

async function launchUnclaimed(request: LaunchRequest): Promise<void> {
  const { descriptor, warnings } = await launchBrowser(request);
  saveDescriptor(request.home, { ...descriptor, unclaimed: warnings });
}
