import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";
import { type Display, hasDisplay } from "../config/display.ts";
import { DroverError, isDroverError } from "../protocol/errors.ts";
import { behindWrapper, chromiumFlags, gateFlags } from "./chromiumFlags.ts";
import { type BegunBrowser, BegunProcess } from "./begunBrowser.ts";
import { type BrowserDescriptor, browserLogFile, processStartTime, removeDescriptor, saveDescriptor } from "./descriptor.ts";
import { type BrowserAddress, addressFiles, readAddress } from "./address.ts";
import { hasPipes, isPipe, makePipe, openForBrowser, pipeAddress, pipeFolder } from "./debuggingPipe.ts";
import type { FoundBrowser } from "./findBrowser.ts";
import { firefoxEnvironment, firefoxFlags, type TrustedCertificate, writeFirefoxProfile } from "./firefoxProfile.ts";
import { keepFirefox } from "./keepFirefox.ts";
import { lastLines, trimBrowserLogs } from "./browserLog.ts";
import { signalGroup } from "./processTable.ts";
import {
  type ProfileChoice,
  type ProfileFolder,
  claimProfile,
  isHeldByAnother,
  makeProfileFolder,
  profileFolder,
  profileInUse,
} from "./profileFolder.ts";
import { sandboxFailure } from "./sandbox.ts";
import { waitForFile } from "./waitForFile.ts";
import { waitForPipe } from "./waitForPipe.ts";
import { waitForPort } from "./waitForPort.ts";

export interface LaunchRequest {
  home: Home;
  browser: FoundBrowser;
  profile: ProfileChoice;
  headless: boolean;
  display?: Display;
  extraArgs?: string[];
  /**
   * Chromium: a debugging port, which every user of the machine can reach; 0 lets the browser choose. Without one only its
   * owner drives it, through a pipe. Where there are no such pipes it always has a port, as Firefox has.
   */
  port?: number;
  /** The proxy on loopback that everything goes through. */
  gate?: string;
  /** Firefox: certificates that it takes for what they say. Chromium has them among its flags. */
  trusted?: TrustedCertificate[];
  signal?: AbortSignal;
  /** Its process runs. It takes some time until it can be driven. */
  onStarted?: () => void;
  /** It was started already, as it would be here. */
  begun?: BegunBrowser;
}

/** A program and the words it is started with. */
export interface BrowserCommand {
  executable: string;
  flags: string[];
}

export interface Launched {
  descriptor: BrowserDescriptor;
  warnings: string[];
}

const wantsPipe = ({ browser, port }: LaunchRequest): boolean => browser.engine === "chromium" && port === undefined && hasPipes;
const isDrivenByOwnerOnly = (request: LaunchRequest, { endpoint, engine, keeper }: BrowserDescriptor): boolean =>
  engine === "firefox" ? keeper !== undefined : isPipe(endpoint) || !wantsPipe(request);
const NO_PIPE = "The browser has a debugging port, which every user of this machine can reach: there is no `mkfifo` to make a pipe with.";

const DEFAULT_LAUNCH_TIMEOUT_MS = 30_000;
// What Chromium exits with when the profile belongs to another process, and when it handed its work over to that one.
const PROFILE_IN_USE_EXIT = 21;

/** Starts a browser that lives on its own: its own process group, no end that closes with us, everything needed to find it again on disk. */
export async function launchBrowser(request: LaunchRequest): Promise<Launched> {
  const { home, browser } = request;
  request.signal?.throwIfAborted();
  if (!existsSync(browser.path)) {
    throw new DroverError("no-browser", `There is no browser at ${browser.path}.`, {
      hint: `Run \`drover install ${browser.engine}\`, or point DROVER_BROWSER_PATH at one.`,
    });
  }
  if (!request.headless && !hasDisplay({ ...process.env, ...request.display })) {
    throw new DroverError("browser-failed", "there is no display to open a window on", {
      hint: "Do without the window (headless), or run it under `xvfb-run`.",
    });
  }
  const id = request.begun?.id ?? `b-${randomBytes(4).toString("hex")}`;
  const folder = profileFolder(home, browser.kind, id, request.profile);
  if (!request.begun) claimProfile(browser.kind, folder.dir);
  makeProfileFolder(folder);
  mkdirSync(home.browsers, { recursive: true, mode: 0o700 });
  trimBrowserLogs(home);
  try {
    const launched = await launchWithOrWithoutSandbox(request, id, folder);
    if (hasPipes && !isDrivenByOwnerOnly(request, launched.descriptor)) launched.warnings.push(NO_PIPE);
    return launched;
  } catch (error) {
    removeDescriptor(home, id);
    if (folder.temporary) rmSync(folder.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    throw error;
  }
}

async function launchWithOrWithoutSandbox(request: LaunchRequest, id: string, folder: ProfileFolder): Promise<Launched> {
  if (request.browser.engine === "firefox" || request.extraArgs?.includes("--no-sandbox"))
    return { descriptor: await start(request, id, folder, true), warnings: [] };
  let reason = runsAsRoot() ? "it runs as root" : undefined;
  if (!reason) {
    try {
      return { descriptor: await start(request, id, folder, true), warnings: [] };
    } catch (error) {
      reason = isDroverError(error) && !request.begun ? sandboxFailure(String(error.fields["stderr"] ?? "")) : undefined;
      if (!reason) throw error;
    }
  }
  const descriptor = await start(request, id, folder, false);
  return { descriptor, warnings: [`Chrome's sandbox is off because ${reason}.`] };
}

const runsAsRoot = (): boolean => process.platform === "linux" && process.getuid?.() === 0;

/** The program of a Chromium and its words. Without a port it is driven through a pipe. */
function chromiumCommand({ browser, headless, gate, extraArgs = [] }: LaunchRequest, { dir }: ProfileFolder, { sandbox, port }: { sandbox: boolean; port?: number | undefined }): BrowserCommand {
  const flags = chromiumFlags({ profileDir: dir, headless, sandbox, port, extraArgs: [...extraArgs, ...(gate === undefined ? [] : gateFlags(gate))] });
  return { executable: behindWrapper(browser.path), flags };
}

/** How a browser is started at the first try, where that does not depend on what is tried; undefined where it does. */
export function expectedCommand(request: LaunchRequest): BrowserCommand | undefined {
  if (!wantsPipe(request) || "temporary" in request.profile) return undefined;
  return chromiumCommand(request, profileFolder(request.home, request.browser.kind, "", request.profile), { sandbox: !runsAsRoot() });
}

async function start(
  request: LaunchRequest,
  id: string,
  folder: ProfileFolder,
  sandbox: boolean,
): Promise<BrowserDescriptor> {
  const { home, browser, headless, gate, begun } = request;
  const firefox = browser.engine === "firefox";
  const pipe = begun ? pipeAddress(pipeFolder(home, id)) : wantsPipe(request) ? await makePipe(pipeFolder(home, id)) : undefined;
  const port = pipe === undefined ? (request.port ?? 0) : undefined;
  if (firefox) writeFirefoxProfile(folder.dir, { headless, gate, trusted: request.trusted });
  const { executable, flags } = firefox
    ? { executable: behindWrapper(browser.path), flags: firefoxFlags({ profileDir: folder.dir, headless, extraArgs: request.extraArgs ?? [] }) }
    : chromiumCommand(request, folder, { sandbox, port });
  for (const file of addressFiles(browser.engine)) rmSync(path.join(folder.dir, file), { force: true });

  const created = Date.now();
  const logFile = browserLogFile(home, id);
  const environment = { ...request.display, ...(firefox ? firefoxEnvironment : {}) };
  const child = begun ? new BegunProcess(begun.pid) : spawnDetached(executable, flags, { logFile, cwd: folder.dir, environment, pipe });
  const startTime = child.pid === undefined ? undefined : processStartTime(child.pid);
  request.onStarted?.();
  const address = await waitForAddress(request, child, folder.dir, logFile, pipe);
  const pid = child.pid;
  if (pid === undefined || startTime === undefined)
    throw new DroverError("browser-failed", `${browser.path} ended as soon as it had started.`);

  const keeper = address.marionettePort === undefined ? undefined : await keepFirefox(home, id, address.marionettePort);
  const descriptor: BrowserDescriptor = {
    id,
    kind: browser.kind,
    engine: browser.engine,
    pid,
    startTime,
    ...address,
    ...(keeper !== undefined && { keeper }),
    profileDir: folder.dir,
    profile: folder.name,
    temporary: folder.temporary,
    headless,
    sandbox: sandbox && !flags.includes("--no-sandbox"),
    created,
    flags,
    executable,
    ...(gate !== undefined && { gatePort: Number(new URL(gate).port) }),
    ...(browser.version && { version: browser.version }),
  };
  saveDescriptor(home, descriptor);
  return descriptor;
}

/** Errors go to a file: a pipe to us would end the browser when we are gone and it has something to say. */
function spawnDetached(
  executable: string,
  flags: string[],
  { logFile, cwd, environment, pipe }: { logFile: string; cwd: string; environment: NodeJS.ProcessEnv; pipe: string | undefined },
): ChildProcess {
  const log = openSync(logFile, "a", 0o600);
  const held = pipe === undefined ? undefined : openForBrowser(pipe);
  try {
    const child = spawn(executable, flags, {
      detached: true,
      stdio: ["ignore", log, log, ...(held?.descriptors ?? [])],
      cwd,
      windowsHide: true,
      env: { ...process.env, ...environment },
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
    held?.close();
  }
}

async function waitForAddress(
  request: LaunchRequest,
  child: ChildProcess | BegunProcess,
  profileDir: string,
  logFile: string,
  pipe: string | undefined,
): Promise<BrowserAddress> {
  const { browser } = request;
  const timeoutMs = Number(process.env["DROVER_LAUNCH_TIMEOUT_MS"]) || DEFAULT_LAUNCH_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = new AbortController();
  let failure: DroverError | undefined;
  const fail = (message: string, hint: string): void => {
    const stderr = lastLines(logFile);
    failure ??= new DroverError("browser-failed", stderr ? `${message} Its last words:\n${stderr}` : message, {
      hint,
      fields: { stderr },
    });
    ended.abort();
  };
  child.once("error", (error) => fail(`${browser.path} cannot be started: ${error.message}.`, "`drover doctor` looks for the cause."));
  child.once("exit", (code, signal) => {
    if (code === PROFILE_IN_USE_EXIT || /existing browser session/.test(lastLines(logFile))) {
      failure = profileInUse(profileDir);
      ended.abort();
      return;
    }
    const how = signal ? `was ended by ${signal}` : `exited with code ${code}`;
    fail(`${browser.path} ${how} before it was ready.`, "`drover doctor` looks for the cause.");
  });

  // Of two browsers on one profile the loser is about to end, though it may have answered; and the address in the profile is the winner's.
  const ownAddress = (): BrowserAddress | undefined => {
    const address = readAddress(browser.engine, profileDir);
    return address && !isHeldByAnother(browser.kind, profileDir, child.pid) ? address : undefined;
  };
  const stop = AbortSignal.any([timeout, ended.signal, ...(request.signal ? [request.signal] : [])]);
  try {
    if (pipe !== undefined) {
      const address = await waitForPipe(pipe, stop);
      if (isHeldByAnother(browser.kind, profileDir, child.pid)) failure = profileInUse(profileDir);
      if (failure) throw failure;
      return address;
    }
    if (request.port) return await waitForPort(request.port, stop);
    return await waitForFile(profileDir, addressFiles(browser.engine), ownAddress, stop);
  } catch (error) {
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    if (failure) throw failure;
    if (request.signal?.aborted) throw new DroverError("cancelled", "The browser's start was cancelled.");
    if (!timeout.aborted) throw error;
    fail(
      `${browser.path} did not answer within ${timeoutMs} ms and was ended.`,
      "Raise DROVER_LAUNCH_TIMEOUT_MS on a slow machine; `drover doctor` looks for other causes.",
    );
    throw failure;
  } finally {
    child.removeAllListeners();
    if (child instanceof BegunProcess) child.leave();
  }
}
