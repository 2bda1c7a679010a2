import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import { loadDescriptors } from "../../browser/descriptor.ts";
import { DaemonClient } from "../../client/daemonClient.ts";
import type { Home } from "../../config/home.ts";
import type { CallLogOutput } from "../../generated/sdkTools.ts";
import { asDroverError } from "../../protocol/errors.ts";
import type { DaemonReport } from "../../protocol/messages.ts";
import { PROTOCOL, VERSION } from "../../protocol/version.ts";
import { redactTraffic, redactUrl, redactUrlsIn } from "../../security/redactUrl.ts";
import { daemonStatus } from "../commands/daemon.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { knownSessions } from "../commands/sessionInfo.ts";
import type { Check } from "./doctor.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

const LOG_LINES = 200;
const LAST_CALLS = 100;

/** Everything that somebody who is to find a fault asks for, as one document. It starts nothing and changes nothing. */
interface Report {
  drover: object;
  machine: object;
  checks: Check[];
  configuration: unknown;
  daemon: unknown;
  browsers: unknown;
  sessions: unknown;
  calls: unknown;
  remembered: DaemonReport | Untold;
  log: string[];
}

/** A part that could not be had: what was in the way belongs into the report too. */
interface Untold {
  untold: string;
}

export async function report(call: Invocation, checks: Check[]): Promise<number> {
  const { data, text } = await reportOf(call, checks);
  return call.show(data, text);
}

export async function reportOf(call: Invocation, checks: Check[]): Promise<{ data: object; text: string }> {
  const found: Report = {
    drover: { version: VERSION, protocol: PROTOCOL, node: process.versions.node, v8: process.versions.v8 },
    machine: machine(),
    checks,
    configuration: await told(configuration(call)),
    daemon: await told(daemonStatus(call)),
    browsers: await told(browsers(call.home)),
    sessions: await told(sessions(call)),
    calls: await told(lastCalls(call)),
    remembered: await told(asked(call, (client) => client.report())),
    log: logTail(call.home),
  };
  const anonymous = withoutHome(found);
  return { data: { ok: true, ...anonymous }, text: reportText(anonymous) };
}

const told = <T>(part: Promise<T>): Promise<T | Untold> => part.catch((thrown: unknown) => ({ untold: asDroverError(thrown).message }));

function machine(): object {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  return {
    platform: process.platform,
    release: os.release(),
    arch: process.arch,
    cpus: os.availableParallelism(),
    memoryMb: Math.round(os.totalmem() / 1_048_576),
    display: Boolean(DISPLAY ?? WAYLAND_DISPLAY),
    ci: Boolean(CI),
    root: process.getuid?.() === 0,
    // What they are set to may be anybody's business.
    variables: Object.keys(process.env).filter((name) => name.startsWith("DROVER_")),
  };
}

async function configuration(call: Invocation): Promise<unknown> {
  const outcome = await asked(call, (client) => client.call("get_config", { scope: "resolved" }));
  return withoutSecrets(redactTraffic((outcome.data as { config?: unknown }).config ?? outcome.data));
}

async function browsers(home: Home): Promise<unknown> {
  return loadDescriptors(home).map(({ id, kind, engine, pid, headless, sandbox }) => ({ id, kind, engine, pid, headless, sandbox }));
}

/** Without the titles of their pages. */
async function sessions(call: Invocation): Promise<unknown> {
  const { sessions: open, lost } = await knownSessions(call);
  const facts = open.map(({ id, mode, browser, engine, headless, url }) => ({ id, mode, browser, engine, headless, url: url && redactUrl(url) }));
  return { open: facts, lost: lost?.map(({ id }) => id) };
}

async function lastCalls(call: Invocation): Promise<unknown> {
  const { ok, data } = await asked(call, (client) => client.call("call_log", { all: true, limit: LAST_CALLS }));
  return ok ? (data as CallLogOutput).calls : data;
}

/** Only a daemon that runs: a fresh one would have nothing to tell. */
async function asked<T>(call: Invocation, question: (client: DaemonClient) => Promise<T>): Promise<T> {
  const client = new DaemonClient({ client: "cli", home: call.home, start: false });
  try {
    return await question(client);
  } finally {
    client.close();
  }
}

function logTail({ logFile }: Home): string[] {
  if (!existsSync(logFile)) return [];
  return redactUrlsIn(readFileSync(logFile, "utf8")).trimEnd().split("\n").slice(-LOG_LINES);
}

/** Folders are named after people. */
function withoutHome(found: Report): Report {
  const home = JSON.stringify(os.homedir()).slice(1, -1);
  return home.length > 1 ? (JSON.parse(JSON.stringify(found).replaceAll(home, "~")) as Report) : found;
}

function reportText(found: Report): string {
  const { drover, machine: place, checks, configuration: config, daemon, browsers: running, sessions: known, calls, remembered, log } = found;
  return [
    "# A report of `drover doctor`",
    "Addresses are cut, secrets and what pages say are left out. Read it before you hand it on.",
    section("Versions and machine", json({ ...drover, ...place })),
    section("Checks", checks.map(({ name, verdict, detail }) => `${verdict.padEnd(4)} ${name}: ${detail}`).join("\n")),
    section("Configuration", json(config)),
    section("Daemon", json(daemon)),
    section("Browsers", json(running)),
    section("Sessions", json(known)),
    section("Last calls", Array.isArray(calls) ? calls.map((each) => JSON.stringify(each)).join("\n") : json(calls)),
    ..."untold" in remembered ? [section("What the daemon remembers", remembered.untold)] : rememberedSections(remembered),
    section("The end of the log", log.join("\n")),
  ].join("\n\n");
}

function rememberedSections({ swallowed, connections }: DaemonReport): string[] {
  return [
    section(
      "Failures that were passed over",
      swallowed.map(({ why, message, count, lastAt, stack }) => `${time(lastAt)} ${count} × ${why}: ${message}${indentedStack(stack)}`).join("\n"),
    ),
    ...connections.map(({ name, openedAt, endedAt, frames }) =>
      section(`Connection ${name}, since ${time(openedAt)}${endedAt === undefined ? "" : `, ended ${time(endedAt)}`}`, frames.join("\n")),
    ),
  ];
}

const section = (title: string, body: string): string => `## ${title}\n\n${body === "" ? "None." : `\`\`\`\n${body.replaceAll("```", "'''")}\n\`\`\``}`;

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const time = (at: number): string => new Date(at).toISOString();

/** Its first line is the message over again. */
function indentedStack(stack: string | undefined): string {
  const at = stack?.indexOf("\n    at ") ?? -1;
  return at < 0 ? "" : stack!.slice(at);
}
