import path from "node:path";
import { meansFolder, profileFor } from "../../config/profile.ts";
import { againstBase, baseUrlFor } from "../baseUrl.ts";
import { remember } from "../remembered.ts";
import { sources, terminal } from "../terminal.ts";
import { readValue, resolveText, wrongUsage } from "../values.ts";
import type { Invocation, OwnCommand, OwnFlag } from "./ownCommand.ts";
import { refusalOf } from "./ownCommand.ts";
import { describeSession, type SessionInfo } from "./sessionInfo.ts";

/** How a session is opened, for `open`, `start` and `session start`. */
export const sessionFlags: Record<string, OwnFlag> = {
  headed: { help: "show the browser's window" },
  headless: { help: "without a window, whatever the configuration says" },
  incognito: { help: "keep nothing" },
  profile: { value: "name", help: "a profile's name, or its folder" },
  browser: { value: "kind", help: "which browser", choices: ["chrome", "chromium", "edge", "brave", "firefox"] },
  engine: { value: "engine", help: "which engine", choices: ["chromium", "firefox"] },
  device: { value: "name", help: 'a preset such as "iPhone 14"' },
  viewport: { value: "WxH", help: "the page's size, such as 1280x720; a session that is open already is resized" },
  port: { value: "number", help: "a debugging port for other programs, of every user; 0 for any" },
  header: { value: "header", many: true, help: 'a header for every request ("Name: value") or for one origin ("https://host Name: value"); may be repeated' },
  credentials: { value: "log-in", many: true, help: "for servers that ask: https://user:<NAME>@host, with the password set by `drover secret set NAME`; may be repeated" },
  "ignore-tls-errors": { help: "accept certificates that prove nothing" },
  on: { value: "name", help: "an endpoint: browsers elsewhere, named by `drover endpoint add`" },
  "init-script": { value: "script", many: true, help: "JavaScript for every document, before its own: @file, or the code itself; may be repeated" },
  webmcp: { help: "let pages offer tools to agents (Chromium)" },
  attach: { value: "endpoint", help: "drive a browser that already runs, such as 9222" },
};

/** What open_session should be told, beyond its id. */
function sessionRequest(call: Invocation): Record<string, unknown> {
  if (call.on("headed") && call.on("headless")) throw wrongUsage("--headed and --headless exclude each other");
  if (call.text("on") && call.text("attach")) throw wrongUsage("--on names an endpoint and --attach is a browser of this machine: they exclude each other");
  if (call.on("incognito") && call.text("profile")) throw wrongUsage("--incognito keeps nothing, so it has no --profile");
  const viewport = call.text("viewport");
  const endpoint = call.text("attach");
  const port = portAsked(call.text("port"));
  const profile = call.text("profile");
  return {
    ...(call.on("incognito") && { mode: "incognito" }),
    ...(endpoint && { mode: "attached", endpoint }),
    ...(call.on("headed") && { headless: false }),
    ...(call.on("headless") && { headless: true }),
    ...Object.fromEntries(
      ["browser", "engine", "device", "on"].flatMap((name) => (call.text(name) ? [[name, call.text(name)]] : [])),
    ),
    // The daemon is somewhere else: a folder is one of this shell.
    ...(profile && { profile: profileFor(call.session, meansFolder(profile) ? path.resolve(terminal().cwd, profile) : profile) }),
    ...(port !== undefined && { port }),
    ...(call.texts("header").length > 0 && { headers: call.texts("header") }),
    ...(call.texts("credentials").length > 0 && { credentials: call.texts("credentials") }),
    ...(call.texts("init-script").length > 0 && { initScripts: call.texts("init-script").map((given) => resolveText(given, sources)) }),
    ...(call.on("webmcp") && { webMcp: true }),
    ...(call.on("ignore-tls-errors") && { ignoreTlsErrors: true }),
    ...(viewport && { viewport: readValue(viewport, { kinds: ["size"] }, "--viewport") }),
  };
}

function portAsked(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) throw wrongUsage("--port is a number from 0 to 65535");
  return Number(given);
}

/** Opens the session, or finds that it is open already: then only its size can still be chosen. */
export async function openOrReuse(call: Invocation, session = call.session, wanted: Record<string, unknown> = {}): Promise<{ info: SessionInfo; already: boolean }> {
  const request = { ...wanted, ...sessionRequest(call) };
  call.shell.expect?.({ id: session, ...request });
  const opened = await call.outcome("open_session", { session, ...request });
  if (opened.ok) {
    const info = opened.data as SessionInfo;
    call.mention(1, info.reused ? `Reusing the running ${info.browser}${via(info)}` : `Started ${info.browser}${via(info)}`);
    return { info, already: false };
  }
  if ((opened.data as { error?: unknown }).error !== "session-exists") throw refusalOf(opened.data);
  const info = await describeSession(call, session);
  if (!info) throw refusalOf(opened.data);
  const { viewport, port: _, ...fixed }: Record<string, unknown> = request;
  refuseOtherwise(info, fixed);
  refuseOtherPort(info, portAsked(call.text("port")));
  if (viewport) await call.call("set_viewport", { session, ...(viewport as object) });
  call.mention(1, `Reusing the running ${info.browser} of session "${info.id}"${via(info)}`);
  return { info, already: true };
}

const via = ({ endpoint, on, liveView }: SessionInfo) => `${on ? ` on "${on}"` : endpoint ? ` via ${endpoint}` : ""}${liveView ? `; watch it at ${liveView}` : ""}`;

const chosenAtOpening = ["headers", "credentials", "ignoreTlsErrors", "initScripts", "webMcp"];

/** A session that is open otherwise than asked for is not quietly used as it is. */
function refuseOtherwise(info: SessionInfo, request: Record<string, unknown>): void {
  const present = info as unknown as Record<string, unknown>;
  const differs = Object.entries(request).find(([key, value]) => !isSame(key, present[key], value))?.[0];
  if (differs === undefined) return;
  const has = chosenAtOpening.includes(differs) ? `and its ${differs} were chosen then` : present[differs] === undefined ? `without a ${differs}` : `with ${differs} ${String(present[differs])}`;
  throw wrongUsage(
    `session "${info.id}" is open already, ${has}`,
    `Close it first with \`drover close ${info.id}\`, or choose another with --session.`,
  );
}

function refuseOtherPort({ id, endpoint }: SessionInfo, port: number | undefined): void {
  const has = endpoint && URL.canParse(endpoint) ? Number(new URL(endpoint).port) : undefined;
  if (port === undefined || (has !== undefined && (port === 0 || port === has))) return;
  throw wrongUsage(`session "${id}" is open already, ${has === undefined ? "without a port" : `with port ${has}`}`, `Close it first with \`drover close ${id}\`.`);
}

/** Devices are found by name in any case. */
const isSame = (key: string, present: unknown, wanted: unknown): boolean =>
  key === "device" ? String(present).toLowerCase() === String(wanted).toLowerCase() : present === wanted;

interface WentTo {
  navigation: { to?: string };
  title?: string;
}

async function open(call: Invocation): Promise<number> {
  const [given] = call.words;
  const base = given === undefined ? undefined : baseUrlFor(call.text("base-url"), terminal().env, terminal().cwd);
  const url = given !== undefined && base ? againstBase(given, base) : given;
  const { info } = await openOrReuse(call);
  if (url === undefined) return call.show({ ...info, ok: true }, `Session "${info.id}" is open on ${info.browser}${info.url ? `, at ${info.url}` : ""}.`);
  const went = await call.call<WentTo>("navigate", { session: call.session, url, mode: "none" });
  remember(call.home, call.session, { url });
  const page = { url: went.navigation.to ?? url, title: went.title ?? "" };
  return call.show(
    { ok: true, ...page, session: info.id, browser: info.browser, engine: info.engine, headless: info.headless, mode: info.mode },
    page.title ? `${page.title}\n${page.url}` : page.url,
  );
}

export const openCommand: OwnCommand = {
  name: "open",
  usage: "[url]",
  words: 1,
  summary: "Open the session's browser, and a page in it",
  flags: { ...sessionFlags, "base-url": { value: "url", help: "where relative addresses start; else DROVER_BASE_URL, else playwright.config's" } },
  examples: ["open example.com", "open --on lab example.com", "open localhost:3000 --headed", 'open /login --session shop --device "iPhone 14"'],
  run: open,
};

export const startCommand: OwnCommand = { ...openCommand, name: "start", summary: "The same as open", examples: ["start --browser firefox"] };
