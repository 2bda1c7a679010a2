import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { attachEndpoint } from "../../browser/attachEndpoint.ts";
import { loadDescriptors } from "../../browser/descriptor.ts";
import { findBrowsers, type FoundBrowser } from "../../browser/findBrowser.ts";
import { findFfmpeg } from "../../browser/findFfmpeg.ts";
import { installBrowser } from "../../browser/installBrowser.ts";
import { findOrphans, reapOrphans, type Orphans } from "../../browser/orphans.ts";
import { commandOf, hasEnded, until } from "../../browser/processTable.ts";
import { type Home, prepareHome, workspaceFolder } from "../../config/home.ts";
import { asDroverError } from "../../protocol/errors.ts";
import { SilentDaemon } from "../../client/connection.ts";
import { VERSION } from "../../protocol/version.ts";
import { daemonStatus } from "../commands/daemon.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { listSessions } from "../commands/sessionInfo.ts";
import { note } from "../terminal.ts";
import { bundle, diagnosticsKept } from "./bundle.ts";
import { report } from "./report.ts";
import { sessionRecords } from "./sessionsOnDisk.ts";

/** "info" rows tell something and fail nothing. */
type Verdict = "ok" | "info" | "bad";

export interface Check {
  name: string;
  verdict: Verdict;
  detail: string;
  hint?: string;
}

const marks: Record<Verdict, string> = { ok: "✓", info: "−", bad: "✗" };
const colors: Record<Verdict, number> = { ok: 32, info: 2, bad: 31 };

/** Looks at everything Drover needs on this machine; with --fix it mends what it can and looks again. */
export async function doctor(call: Invocation): Promise<number> {
  const fixed = call.on("fix") ? await mend(call).catch(cannotMend) : [];
  const checks = await examine(call);
  if (call.on("report")) return report(call, checks);
  const bundleFile = call.text("bundle");
  if (bundleFile !== undefined) return bundle(call, checks, bundleFile);
  const ok = checks.every(({ verdict }) => verdict !== "bad");
  const paint = (verdict: Verdict) => (call.people.color ? `\u001b[${colors[verdict]}m${marks[verdict]}\u001b[0m` : marks[verdict]);
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(
    ({ name, verdict, detail, hint }) => `${paint(verdict)} ${name.padEnd(width)}  ${detail}${hint ? `\n  ${" ".repeat(width)}  ${hint}` : ""}`,
  );
  call.show({ ok: true, healthy: ok, checks, ...(call.on("fix") && { fixed }) }, [...fixed.map((line) => `Mended: ${line}`), ...lines].join("\n"));
  return ok ? 0 : 1;
}

/** The checks say what is wrong, and go on. */
function cannotMend(thrown: unknown): string[] {
  note(`! Not everything could be mended: ${asDroverError(thrown).message}`);
  return [];
}

async function examine(call: Invocation): Promise<Check[]> {
  const { home } = call;
  const browsers = await findBrowsers(home);
  return [
    node(),
    build(),
    writable("home", home.dir, home),
    writable("workspace", workspaceFolder(home), home),
    socket(home),
    await daemon(call),
    await configuration(call),
    ...browserChecks(browsers),
    sandbox(home),
    tool("ffmpeg", findFfmpeg(), "Only for video: `drover install ffmpeg`."),
    await settings(),
    testAttributes(),
    ...(await plugins(home)),
    await attach(),
    ...(await endpoints(call)),
    diagnostics(home),
    orphanCheck(await findOrphans(home, await ownedBrowsers(call))),
  ];
}

function node(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return { name: "node", verdict: ok ? "ok" : "bad", detail: process.versions.node, ...(!ok && { hint: "Drover needs 20.19 or later." }) };
}

function build(): Check {
  const missing = ["daemon.cjs", "serve.cjs", "serve.parts", "mcp.cjs", "drover.cjs"].filter((file) => !existsSync(path.join(import.meta.dirname, file)));
  return missing.length === 0
    ? { name: "build", verdict: "ok", detail: `Drover ${VERSION}, ${import.meta.dirname}` }
    : { name: "build", verdict: "bad", detail: `missing: ${missing.join(", ")}`, hint: "Run `npm run build`." };
}

function writable(name: string, dir: string, home: Home): Check {
  try {
    prepareHome(home);
    accessSync(dir, constants.W_OK);
    return { name, verdict: "ok", detail: dir };
  } catch (error) {
    const { message, hint } = asDroverError(error);
    return { name, verdict: "bad", detail: message, ...(hint && { hint }) };
  }
}

function socket({ socket: file }: Home): Check {
  if (process.platform === "win32" || !existsSync(file)) return { name: "socket", verdict: "info", detail: `${file} (made by the daemon)` };
  const open = statSync(file).mode & 0o077;
  return open === 0
    ? { name: "socket", verdict: "ok", detail: file }
    : { name: "socket", verdict: "bad", detail: `${file} can be reached by others`, hint: `chmod 600 ${file}` };
}

async function daemon(call: Invocation): Promise<Check> {
  try {
    const status = await daemonStatus(call);
    if (!status.running) return { name: "daemon", verdict: "info", detail: "not running; any command starts it" };
    return { name: "daemon", verdict: "ok", detail: `Drover ${status.version}, pid ${status.pid}, ${status.sessions} sessions, ${status.browsers} browsers` };
  } catch (error) {
    const { message, hint } = asDroverError(error);
    return { name: "daemon", verdict: "bad", detail: message, ...(hint && { hint }) };
  }
}

async function configuration(call: Invocation): Promise<Check> {
  const name = "configuration";
  const { configFile } = call.home;
  if (!existsSync(configFile)) return { name, verdict: "ok", detail: "the defaults" };
  try {
    const { running } = await daemonStatus(call);
    if (!running) return { name, verdict: "info", detail: `${configFile} (read when the daemon runs)` };
    await call.call("get_config", { scope: "resolved" });
    return { name, verdict: "ok", detail: configFile };
  } catch (error) {
    const { message, hint } = asDroverError(error);
    return { name, verdict: "bad", detail: message, ...(hint && { hint }) };
  }
}

function browserChecks(found: FoundBrowser[]): Check[] {
  const row = (engine: string, needed: boolean): Check => {
    const browser = found.find((each) => each.engine === engine);
    if (browser) return { name: engine, verdict: "ok", detail: `${browser.kind} ${browser.version ?? ""}, ${browser.path}` };
    return { name: engine, verdict: needed ? "bad" : "info", detail: "not found", hint: `Run \`drover install ${engine}\`.` };
  };
  return [row("chromium", true), row("firefox", false)];
}

/** What is known: root cannot have it, and a browser that runs says in its descriptor whether it has it. */
function sandbox(home: Home): Check {
  const name = "sandbox";
  if (process.platform === "linux" && process.getuid?.() === 0)
    return { name, verdict: "info", detail: "Chrome's sandbox is off because it runs as root", hint: "Run Drover as an ordinary user to have it." };
  const running = loadDescriptors(home).filter(({ engine }) => engine === "chromium");
  const without = running.find(({ sandbox: on }) => !on);
  if (without) return { name, verdict: "info", detail: `Chrome's sandbox could not start here; ${without.id} runs without it` };
  if (running.length === 0) return { name, verdict: "info", detail: "not tried: no Chrome is running" };
  return { name, verdict: "ok", detail: "Chrome runs in its sandbox" };
}

const tool = (name: string, found: string | undefined, hint: string): Check =>
  found ? { name, verdict: "ok", detail: found } : { name, verdict: "info", detail: "not found", hint };

/** Loaded when needed: the other commands of this bundle have no use for schemas. */
async function settings(): Promise<Check> {
  const { configFromEnv } = await import("../../config/config.ts");
  const { patch, problems } = configFromEnv(process.env);
  const name = "environment";
  if (problems.length > 0) return { name, verdict: "bad", detail: problems.join("; "), hint: "What is not understood does not count." };
  const keys = Object.keys(patch);
  return { name, verdict: keys.length > 0 ? "ok" : "info", detail: keys.length > 0 ? `sets ${keys.join(", ")}` : "no DROVER_* variable is a setting" };
}

/** A bundle of its own knows what plugins are made of; where none was ever declared it is not loaded. */
async function plugins(home: Home): Promise<Check[]> {
  const workspace = workspaceFolder(home);
  if (!existsSync(path.join(workspace, "plugins.json")) && !existsSync(path.join(workspace, "plugins"))) return [{ name: "plugins", verdict: "info", detail: "none are declared" }];
  const { pluginHealth } = await import("../plugin/main.ts");
  return pluginHealth(home, workspace, process.env);
}

function diagnostics(home: Home): Check {
  const name = "diagnostics";
  const { records, sessions } = diagnosticsKept(home);
  if (records === 0) return { name, verdict: "info", detail: "no records of calls", hint: "With the capability diagnostics each call leaves one. `drover doctor --bundle bug.zip` packs a report for a bug." };
  return { name, verdict: "info", detail: `${records} records of ${sessions} sessions`, hint: "`drover doctor --bundle bug.zip` packs them with a report, for a bug." };
}

function testAttributes(): Check {
  const set = process.env["DROVER_TEST_ATTRIBUTES"];
  return { name: "test attributes", verdict: set ? "ok" : "info", detail: set ?? "the usual ones; `drover init` finds a project's own" };
}

async function attach(): Promise<Check> {
  const name = "attach endpoint";
  const given = process.env["DROVER_ATTACH_CDP"];
  if (!given) return { name, verdict: "info", detail: "DROVER_ATTACH_CDP is not set" };
  try {
    return { name, verdict: "ok", detail: `${given} answers (${await attachEndpoint(given)})` };
  } catch (error) {
    const { message, hint } = asDroverError(error);
    return { name, verdict: "bad", detail: message, ...(hint && { hint }) };
  }
}

/** Endpoints are somebody's wish: one that does not answer is told, and is no fault of this machine. */
async function endpoints(call: Invocation): Promise<Check[]> {
  const { elsewhere } = await import("./endpoint.ts");
  const found = await mayFail(elsewhere(call), "a configuration that cannot be read is one of the checks", []);
  return found.map(({ endpoint, slots, found: what, problem }) => ({
    name: `endpoint ${endpoint}`,
    verdict: problem === undefined ? "ok" : "info",
    detail: problem ?? what ?? `${(slots ?? []).filter(({ up }) => up).reduce((sum, { total, busy }) => sum + total - busy, 0)} of ${(slots ?? []).reduce((sum, { total }) => sum + total, 0)} slots free`,
  }));
}

function orphanCheck({ stale, unowned, strays, leftovers }: Orphans): Check {
  const found = [
    stale.length > 0 && `${stale.length} records of browsers that are gone`,
    unowned.length > 0 && `${unowned.length} browsers that no session uses (pid ${unowned.map(({ pid }) => pid).join(", ")})`,
    strays.length > 0 && `${strays.length} lost browser processes (pid ${strays.map(({ pid }) => pid).join(", ")})`,
    leftovers.length > 0 && `${leftovers.length} left-over files`,
  ].filter(Boolean);
  return found.length === 0
    ? { name: "left-overs", verdict: "ok", detail: "none" }
    : { name: "left-overs", verdict: "bad", detail: found.join(", "), hint: "`drover doctor --fix` clears them away." };
}

/** One that holds the socket and says nothing, as when it was stopped by a debugger. Its sessions live on in their browsers. */
async function endSilentDaemon(call: Invocation): Promise<boolean> {
  const silent = await daemonStatus(call).then(() => false, (error: unknown) => error instanceof SilentDaemon);
  const pid = silent ? Number(readFileSync(call.home.pidFile, "utf8")) : Number.NaN;
  if (!commandOf(pid).some((word) => word.endsWith("daemon.cjs"))) return false;
  process.kill(pid, "SIGKILL");
  return until(() => hasEnded(pid), 5_000);
}

/** Browsers of sessions, open or waiting for the next daemon, and the person's own attachable one. */
async function ownedBrowsers(call: Invocation): Promise<string[]> {
  const { home } = call;
  const daemonRuns = await mayFail(daemonStatus(call), "a daemon that does not answer is one of the checks").then((status) => status?.running ?? false);
  const pids = daemonRuns ? (await mayFail(listSessions(call), "a daemon that cannot tell its sessions owns no browsers here", [])).map(({ pid }) => pid) : [];
  const attachable = path.join(workspaceFolder(home), "chrome-profile");
  const used = loadDescriptors(home).filter(({ pid, profileDir }) => pids.includes(pid) || profileDir === attachable);
  return [...used.map(({ id }) => id), ...sessionRecords(home).flatMap(({ browserId }) => browserId ?? [])];
}

async function mend(call: Invocation): Promise<string[]> {
  const { home } = call;
  const done: string[] = [];
  prepareHome(home);
  if (await endSilentDaemon(call)) done.push("ended a daemon that did not answer");
  const orphans = await reapOrphans(home, { owned: await ownedBrowsers(call), endUnowned: true });
  const cleared = Object.values(orphans).reduce((sum, list) => sum + list.length, 0);
  if (cleared > 0) done.push(orphanCheck(orphans).detail);
  const browsers = await findBrowsers(home);
  if (!browsers.some(({ engine }) => engine === "chromium")) {
    const outcome = await installBrowser("chromium", { home, onProgress: (line) => note(line) });
    if (outcome.ok) done.push(`got a browser, ${outcome.path}`);
    else note(`! No browser could be got. Type this: ${outcome.command}`);
  }
  return done;
}
