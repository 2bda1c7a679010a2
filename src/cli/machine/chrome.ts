import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { type BrowserDescriptor, isAlive, loadDescriptors } from "../../browser/descriptor.ts";
import { findBrowser } from "../../browser/findBrowser.ts";
import { launchBrowser } from "../../browser/launchBrowser.ts";
import { stopBrowser } from "../../browser/stopBrowser.ts";
import { type Home, prepareHome, workspaceFolder } from "../../config/home.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { note } from "../terminal.ts";
import { wrongUsage } from "../values.ts";

const DEFAULT_PORT = 9222;
const INSECURE = ["--disable-web-security", "--disable-site-isolation-trials"];

/** Where the attachable browser keeps what it knows: not in the workspace, whose files agents read. */
const profileDir = (home: Home) => path.join(home.dir, "chrome-profile");
/** Where it was before. */
const formerProfile = (home: Home) => path.join(workspaceFolder(home), "chrome-profile");
/** For other programs. */
const pidFile = (home: Home) => path.join(workspaceFolder(home), "chrome.pid");

const onRecord = (home: Home): BrowserDescriptor[] => loadDescriptors(home).filter((descriptor) => descriptor.profileDir === profileDir(home));
const running = (home: Home): BrowserDescriptor | undefined => onRecord(home).find(isAlive);

const attachableEndpoint = ({ endpoint }: BrowserDescriptor): string => `http://${new URL(endpoint).host}`;

/** A browser of the person's own, with a window, which sessions attach to and never close. */
export async function chrome(call: Invocation): Promise<number> {
  const [verb] = call.words;
  if (verb === "start") return start(call);
  if (verb === "stop") return stop(call);
  if (verb === "status" || verb === undefined) return status(call);
  throw wrongUsage(`chrome has no "${verb}"`, "Usage: drover chrome start|stop|status");
}

async function start(call: Invocation): Promise<number> {
  const { home } = call;
  const port = Number(call.text("port") ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw wrongUsage("--port is a number from 1 to 65535");
  const present = running(home);
  if (present) {
    refuseOtherwise(call, present);
    return tell(call, present, "runs already");
  }
  await refuseTakenPort(port);
  prepareHome(home);
  mkdirSync(workspaceFolder(home), { recursive: true, mode: 0o700 });
  await moveFormerProfile(home);
  const browser = findBrowser(home, "chromium");
  if (!browser) throw new DroverError("no-browser", "no browser built on Chromium was found", { hint: "Run `drover install chromium`." });
  const headless = call.on("headless");
  if (call.on("insecure")) note("! --insecure switches the same-origin policy off in this browser. Use it for tests only.");
  const { descriptor, warnings } = await launchBrowser({
    home,
    browser,
    profile: { dir: profileDir(home) },
    headless,
    port,
    extraArgs: call.on("insecure") ? INSECURE : [],
  });
  for (const warning of warnings) note(`! ${warning}`);
  writeFileSync(pidFile(home), `${descriptor.pid}\n`, { mode: 0o600 });
  return tell(call, descriptor, "listens");
}

/** People's log-ins of before this version, once. Across disks a rename is none. */
async function moveFormerProfile(home: Home): Promise<void> {
  const [from, to] = [formerProfile(home), profileDir(home)];
  if (!existsSync(from) || existsSync(to)) return;
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  rmSync(from, { recursive: true, force: true });
  note(`Its profile is no longer in the workspace, whose files agents read: it was moved to ${to}.`);
}

/** One that runs otherwise than asked for is not quietly taken for what was asked. */
function refuseOtherwise(call: Invocation, present: BrowserDescriptor): void {
  const { port } = new URL(present.endpoint);
  const differs = [
    call.text("port") !== undefined && Number(call.text("port")) !== Number(port) && `on port ${port}`,
    call.on("headless") && !present.headless && "with a window",
    call.on("insecure") && !INSECURE.every((flag) => present.flags.includes(flag)) && "with the same-origin policy on",
  ].find(Boolean);
  if (differs) throw wrongUsage(`it runs already, ${differs}`, "Stop it first with `drover chrome stop`.");
}

function refuseTakenPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.connect(port, "127.0.0.1");
    probe.once("error", () => resolve());
    probe.once("connect", () => {
      probe.destroy();
      reject(
        new DroverError("browser-failed", `port ${port} is taken by another program`, {
          hint: "Choose another with --port, or attach to what is there with `drover open --attach`.",
        }),
      );
    });
  });
}

async function stop(call: Invocation): Promise<number> {
  const descriptor = running(call.home);
  rmSync(pidFile(call.home), { force: true });
  // One that was killed has left its record and perhaps some of its processes.
  for (const dead of onRecord(call.home).filter((each) => each !== descriptor && !isAlive(each))) await stopBrowser(call.home, dead);
  if (!descriptor) return call.show({ ok: true, stopped: false, running: false }, "It was not running.");
  await stopBrowser(call.home, descriptor);
  return call.show({ ok: true, stopped: true, running: false, pid: descriptor.pid }, `Stopped, pid ${descriptor.pid}. Its profile is kept.`);
}

async function status(call: Invocation): Promise<number> {
  const descriptor = running(call.home);
  if (!descriptor) return call.show({ ok: true, running: false }, "It is not running. `drover chrome start` starts it.");
  return tell(call, descriptor, "listens");
}

function tell(call: Invocation, descriptor: BrowserDescriptor, state: string): number {
  const endpoint = attachableEndpoint(descriptor);
  const { pid, kind, headless, profileDir: dir } = descriptor;
  return call.show(
    { ok: true, running: true, pid, endpoint, ws_endpoint: descriptor.endpoint, browser: kind, headless, profileDir: dir },
    `${kind}, pid ${pid}, ${state} at ${endpoint}. Attach with \`drover open --attach ${endpoint}\`.`,
  );
}
