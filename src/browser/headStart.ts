import { existsSync } from "node:fs";
import path from "node:path";
import { mayFail } from "../diagnosis/mayFail.ts";
import { type Home, prepareHome } from "../config/home.ts";
import { profileFor } from "../config/profile.ts";
import { fileNameOf } from "../text/fileName.ts";
import { saveDescriptor } from "./descriptor.ts";
import { findBrowser } from "./findBrowser.ts";
import type { BrowserKind } from "./kinds.ts";
import { type LaunchRequest, launchBrowser } from "./launchBrowser.ts";
import { LaunchTurn } from "./launchTurn.ts";
import { profileChoice } from "./profileFolder.ts";

/** What of a session to be opened decides about its browser. */
interface ExpectedSession {
  id: string;
  mode?: string;
  endpoint?: string;
  profile?: string;
  browser?: BrowserKind;
  engine?: "chromium" | "firefox";
  headless?: boolean;
  port?: number;
}

/** Rules for its traffic bind a browser to a gate, which is the daemon's to open. */
const rules = ["DROVER_GUARD", "DROVER_ALLOWED_ORIGINS", "DROVER_BLOCKED_ORIGINS"];

/** Starts the browser at once where the configuration has no say in it. A wrong guess is ended by the daemon. */
export async function headStart(home: Home, { id, mode, endpoint, profile, browser, engine, headless, port }: ExpectedSession, onStarted?: () => void): Promise<void> {
  const { env } = process;
  if (mode !== undefined || endpoint !== undefined || existsSync(home.configFile) || env["DROVER_ATTACH_CDP"] || env["DROVER_BROWSER"] || env["DROVER_DEBUGGING_PORT"] || rules.some((variable) => env[variable])) return;
  // A session that is known has its own browser, which may be another one and may still run.
  if (existsSync(path.join(home.sessions, `${fileNameOf(id)}.json`))) return;
  const found = findBrowser(home, browser ?? engine ?? "chromium");
  if (!found) return;
  const asked = !["0", "false", "no"].includes((env["DROVER_HEADLESS"] ?? "").toLowerCase());
  prepareHome(home);
  await giveHeadStart({ home, browser: found, profile: profileChoice(profileFor(id, profile)), headless: headless ?? asked, ...(port !== undefined && { port }), ...(onStarted && { onStarted }) });
}

/**
 * Starts the browser of a session that is about to be opened, while the daemon that will have it is still loading. The
 * daemon finds it by its descriptor. When it cannot be started nothing is said: the daemon tries again and tells why.
 */
export async function giveHeadStart(request: LaunchRequest): Promise<void> {
  const { home } = request;
  const started = new LaunchTurn(home).runIfFree(async () => {
    const { descriptor, warnings } = await launchBrowser(request);
    saveDescriptor(home, { ...descriptor, unclaimed: warnings });
  });
  await mayFail(started, "the daemon starts the browser itself, and says why it cannot");
}
