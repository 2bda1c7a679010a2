import path from "node:path";
import { alignedRows } from "../alignedRows.ts";
import { readSecret } from "../readSecret.ts";
import { terminal } from "../terminal.ts";
import { wrongUsage } from "../values.ts";
import { verbOf, type Invocation, type OwnCommand } from "./ownCommand.ts";

const KINDS = ["cdp", "bidi", "grid", "browserless", "browserbase", "steel", "hyperbrowser", "browser-use", "cloudflare"];

/** Where providers are, for whom their name is enough. */
const addresses: Record<string, string> = {
  browserbase: "https://api.browserbase.com",
  steel: "https://api.steel.dev",
  hyperbrowser: "https://api.hyperbrowser.ai",
  "browser-use": "https://api.browser-use.com",
};

/** An endpoint as the configuration tells it: without its secrets. */
interface ShownEndpoint {
  address: string;
  kind?: string;
  key?: string;
  headers?: Record<string, string>;
  proxy?: string;
  maxSessions?: number;
}

async function add(call: Invocation): Promise<number> {
  const [, name, given] = call.words;
  if (name === undefined || given === undefined) throw wrongUsage("endpoint add needs a name and an address", "Example: drover endpoint add lab http://127.0.0.1:4444");
  const key = call.on("key") ? await readSecret(`the key of ${name}`) : undefined;
  const queue = call.text("queue");
  const most = call.text("max-sessions");
  const kind = call.text("kind") ?? (addresses[given] ? given : undefined);
  const endpoint = {
    address: addressed(addresses[given] ?? given),
    ...(kind && { kind }),
    ...(key !== undefined && { key }),
    ...(call.texts("header").length > 0 && { headers: Object.fromEntries(call.texts("header").map(header)) }),
    ...fileFlags(call),
    ...(call.text("proxy") && { proxy: call.text("proxy") }),
    ...(call.text("capabilities") && { capabilities: object(call.text("capabilities"), "--capabilities") }),
    ...(call.text("options") && { options: object(call.text("options"), "--options") }),
    ...(call.text("folder") && { folder: call.text("folder") }),
    ...(queue !== undefined && { queueMs: whole(queue, "--queue") * 1000 }),
    ...(most !== undefined && { maxSessions: whole(most, "--max-sessions") }),
  };
  await call.call("set_config", { scope: "user", patch: { endpoints: { [name]: endpoint } } });
  return call.show({ ok: true, endpoint: name, address: host(endpoint.address) }, `"${name}" is ${host(endpoint.address)}. Try it: drover endpoint test ${name}`);
}

async function list(call: Invocation): Promise<number> {
  const { config } = await call.call<{ config: { endpoints?: Record<string, ShownEndpoint> } }>("get_config", {});
  const endpoints = Object.entries(config.endpoints ?? {});
  const rows = endpoints.map(([name, { address, kind = "as it answers", key, headers = {}, proxy = "" }]) => [name, address, kind, [...(key ? ["key"] : []), ...Object.keys(headers)].join(", "), proxy]);
  return call.show({ ok: true, endpoints: config.endpoints ?? {} }, rows.length > 0 ? alignedRows(["NAME", "ADDRESS", "KIND", "SECRETS", "PROXY"], rows, call.people) : "No endpoint is named yet. Example: drover endpoint add lab http://127.0.0.1:4444");
}

async function remove(call: Invocation): Promise<number> {
  const [, name] = call.words;
  if (name === undefined) throw wrongUsage("endpoint remove needs a name", "Example: drover endpoint remove lab");
  const { config } = await call.call<{ config: { endpoints?: Record<string, unknown> } }>("get_config", { scope: "user" });
  if (!Object.hasOwn(config.endpoints ?? {}, name)) throw wrongUsage(`no endpoint is named "${name}"`, "`drover endpoint list` shows them.");
  await call.call("set_config", { scope: "user", patch: { endpoints: { [name]: null } } });
  return call.show({ ok: true, removed: name }, `"${name}" is forgotten. Sessions that are open there go on until their connection is lost.`);
}

/** They are this shell's files, and the daemon is somewhere else. */
function fileFlags(call: Invocation): Record<string, string> {
  const flags = { ca: "ca", cert: "cert", certKey: "cert-key" };
  return Object.fromEntries(Object.entries(flags).flatMap(([field, flag]) => (call.text(flag) ? [[field, path.resolve(terminal().cwd, call.text(flag) ?? "")]] : [])));
}

const addressed = (given: string): string => (/^\d+$/.test(given) ? `http://127.0.0.1:${given}` : given.includes("://") ? given : `http://${given}`);

const host = (address: string): string => (URL.canParse(address) ? `${new URL(address).protocol}//${new URL(address).host}` : address);

function header(given: string): [string, string] {
  const colon = given.indexOf(":");
  if (colon < 1) throw wrongUsage(`--header is written "Name: value", not "${given}"`, 'A secret in it is written <KEY>, and asked for by --key: --header "Authorization: Bearer <KEY>" --key');
  return [given.slice(0, colon).trim(), given.slice(colon + 1).trim()];
}

function object(text: string | undefined, flag: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw wrongUsage(`${flag} is not JSON: ${(cause as Error).message}`);
  }
  throw wrongUsage(`${flag} is a JSON object`);
}

function whole(text: string, flag: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw wrongUsage(`${flag} is a whole number, not "${text}"`);
  return Number(text);
}

const verbs: Record<string, (call: Invocation) => Promise<number>> = { add, list, remove, test: async (call) => (await import("../machine/main.ts")).testEndpoint(call) };

export const endpointCommand: OwnCommand = {
  name: "endpoint",
  usage: "add <name> <address|provider> [options] | list | remove <name> | test <name>",
  summary: "Browsers elsewhere: a Grid, a provider or another machine's browser, named once",
  words: 3,
  verbs: Object.keys(verbs),
  flags: {
    kind: { value: "kind", help: "what is there; found out unless it is said", choices: KINDS },
    key: { help: "ask for its key or token at a prompt or on standard input; <KEY> in headers and address stands for it" },
    header: { value: "header", many: true, help: '"Name: value", sent with every request; may be repeated' },
    ca: { value: "file", help: "certificates of the authorities to trust, PEM" },
    cert: { value: "file", help: "the certificate to show, PEM" },
    "cert-key": { value: "file", help: "its private key, PEM" },
    proxy: { value: "address", help: "how to get there: http(s):// or socks5://" },
    capabilities: { value: "json", help: "for a Grid: what to ask for besides" },
    options: { value: "json", help: "for a provider: what its API takes when a browser is opened" },
    folder: { value: "path", help: "a folder over there for downloads; /tmp unless given" },
    queue: { value: "seconds", help: "how long a session waits in line; 300 unless given" },
    "max-sessions": { value: "number", help: "how many sessions one client may have there" },
  },
  examples: ["endpoint add lab http://127.0.0.1:4444", 'endpoint add farm wss://browsers.example.com --header "Authorization: Bearer <KEY>" --key', "endpoint add bb browserbase --key < key.txt", "endpoint test lab", "open --on lab example.com"],
  run: (call) => (verbs[verbOf(endpointCommand, call)] ?? list)(call),
};
