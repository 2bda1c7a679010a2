/** `drover mcp`: dist/mcp.cjs. The CLI loads it and calls `main`. */
import { randomBytes } from "node:crypto";
import { isIPv4 } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { mayFail } from "../diagnosis/mayFail.ts";
import { DaemonClient } from "../client/daemonClient.ts";
import { pluginSurfaces } from "../client/pluginSurfaces.ts";
import { type Home, resolveHome, workspaceFolder } from "../config/home.ts";
import type { McpTool } from "../protocol/toolSurfaces.ts";
import { DroverError } from "../protocol/errors.ts";
import { announceDangers } from "./announceDangers.ts";
import type { OpenedSession, ResultsForm, ServerParts } from "./createServer.ts";
import type { Gatekeeper } from "./gatekeeper.ts";
import { SessionViews } from "./sessionViews.ts";
import { ToolList } from "./toolList.ts";

/** By then the first page is there. */
const STARTED_MS = 5_000;

interface McpOptions {
  tools: string;
  results: ResultsForm;
  session: string | undefined;
  /** Absent: standard input and output. */
  http?: HttpChoice;
}

interface HttpChoice {
  port: number;
  host: string;
  publicUrl?: URL;
  auth: { kind: "one"; token: string } | { kind: "members" } | { kind: "oauth"; issuer: string; scope: string | undefined };
}

/** Of the workspace that this process was started for. */
function pluginTools(): McpTool[] {
  const home = resolveHome();
  return pluginSurfaces(home, workspaceFolder(home)).mcp;
}

/** Starts the browser of a session that is about to be opened. */
type HeadStart = (home: Home, session: OpenedSession) => Promise<void>;

export async function main(args: string[], headStart?: HeadStart): Promise<void> {
  const { values, positionals } = parse(args);
  if (positionals[0] === "token" && !values.http) return (await import("./tokenCommand.ts")).tokenCommand(positionals.slice(1), values.days);
  const options = readOptions(values, positionals);
  let expected: OpenedSession | undefined;
  let isReached = false;
  /** With this server; one that takes the place of a daemon that died is started by a call, which is expected by then. */
  let isStarting = false;
  // Beside a daemon that is still loading, and behind its start, which is a single call.
  const giveHeadStart = (): void => {
    const session = expected;
    expected = undefined;
    if (session && headStart) setImmediate(() => void mayFail(headStart(resolveHome(), session), "the daemon starts the browser itself"));
  };
  const onStarting = (): void => {
    isStarting = !isReached;
    giveHeadStart();
  };
  const client = new DaemonClient({ client: "mcp", onStarting, spare: true, begun: begunDaemon() });
  const expect = (session: OpenedSession | undefined): void => {
    expected = mayNavigate() ? session : undefined;
    if (isStarting) giveHeadStart();
  };
  const reached = client.reach().finally(() => {
    isReached = true;
    isStarting = false;
  });
  void mayFail(reached, "the first call says why there is no daemon");
  // As in src/daemon/serve.ts: a server lives as long as its agent.
  setTimeout(() => void import("node:v8").then(({ setFlagsFromString }) => setFlagsFromString("--heap-growing-percent=20")), STARTED_MS).unref();
  const parts = { client, tools: new ToolList(options.tools, pluginTools), views: new SessionViews(client), viewFile: path.join(import.meta.dirname, "sessionView.html"), results: options.results, session: options.session };
  // Nobody waits for it: a client's first request must not.
  void mayFail(announceDangers(client), "dangers cannot be announced without a daemon; the first call says what is wrong");
  if (options.http) await untilStopped(parts, options.http);
  else await (await import("./stdio.ts")).serveOnStdio({ ...parts, expect });
  client.close();
  // Whatever a wedged call still holds open: nobody is left to hear it.
  process.exit(0);
}

/** What a server on standard streams needs, so that the build has code of it. */
export const loadUsual = (): Promise<unknown> => import("./stdio.ts");

/** The native door starts it before it becomes this process. Its number is for nobody else. */
function begunDaemon(): number | undefined {
  const { DROVER_DAEMON_BEGUN: pid } = process.env;
  delete process.env["DROVER_DAEMON_BEGUN"];
  return Number(pid) || undefined;
}

/** Who may not go anywhere needs no browser. */
const mayNavigate = (): boolean => (process.env["DROVER_CAPABILITIES"] ?? "navigation").split(",").some((name) => name.trim() === "navigation");

type Values = ReturnType<typeof parse>["values"];

/** `--http` takes its port as the next word, but may also stand alone. */
function readOptions(values: Values, positionals: string[]): McpOptions {
  const { results, session = process.env["DROVER_SESSION"] || undefined } = values;
  if (results !== "brief" && results !== "full") throw wrongUsage(`--results ${results} is neither brief nor full`);
  if (!values.http) {
    if (positionals.length > 0) throw wrongUsage(`unexpected ${positionals.join(" ")}`);
    const stray = (["auth", "host", "public-url", "issuer", "scope", "days"] as const).find((name) => values[name] !== undefined);
    if (stray) throw wrongUsage(`--${stray} is for --http`);
    return { tools: values.tools, results, session };
  }
  const [given = "0", ...more] = positionals;
  const port = Number(given);
  if (more.length > 0 || !Number.isInteger(port) || port < 0 || port > 65_535) throw wrongUsage(`--http ${positionals.join(" ")} is not a port`);
  return { tools: values.tools, results, session, http: { port, ...readDoor(values) } };
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

/** Beyond this machine only those are heard who are known by name, at an address that they know the server by. */
function readDoor(values: Values): Omit<HttpChoice, "port"> {
  const { auth, host = "127.0.0.1", "public-url": publicUrl, issuer, scope } = values;
  if (auth !== undefined && auth !== "token" && auth !== "oauth") throw wrongUsage(`--auth ${auth} is neither token nor oauth`);
  if (!isLoopback(host) && auth === undefined) throw wrongUsage(`--host ${host} opens the server to other machines, and needs --auth token or --auth oauth`);
  if (!isLoopback(host) && publicUrl === undefined) throw wrongUsage(`--host ${host} needs --public-url: the address that clients know the server by, such as https://drover.example.com/mcp`);
  if (publicUrl !== undefined && (!URL.canParse(publicUrl) || !/^https?:$/.test(new URL(publicUrl).protocol))) throw wrongUsage(`--public-url ${publicUrl} is no address`);
  if (auth === "oauth" && (issuer === undefined || !URL.canParse(issuer))) throw wrongUsage("--auth oauth needs --issuer: the address of the authorization server");
  if (auth !== "oauth" && (issuer !== undefined || scope !== undefined)) throw wrongUsage("--issuer and --scope are for --auth oauth");
  return {
    host,
    ...(publicUrl !== undefined && { publicUrl: new URL(publicUrl) }),
    auth: auth === "oauth" ? { kind: "oauth", issuer: issuer ?? "", scope } : auth === "token" ? { kind: "members" } : { kind: "one", token: process.env["DROVER_MCP_TOKEN"] || randomBytes(24).toString("base64url") },
  };
}

function parse(args: string[]) {
  const words = args.flatMap((word) => (word.startsWith("--http=") ? ["--http", word.slice("--http=".length)] : [word]));
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: words,
      options: { http: { type: "boolean" }, tools: { type: "string", default: "core" }, results: { type: "string", default: "brief" }, session: text, auth: text, host: text, "public-url": text, issuer: text, scope: text, days: text },
      allowPositionals: true,
    });
  } catch (error) {
    throw wrongUsage((error as Error).message);
  }
}

const wrongUsage = (message: string) =>
  new DroverError("bad-input", message, {
    hint: "Usage: drover mcp [--http [port]] [--tools core|all|family,…] [--session id] [--results brief|full]\n       drover mcp --http [port] --auth token|oauth [--host address --public-url url] [--issuer url] [--scope words]\n       drover mcp token add NAME [--days N] | list | remove NAME",
  });

async function untilStopped(parts: ServerParts, { port, host, publicUrl, auth }: HttpChoice): Promise<void> {
  const { serveOverHttp } = await import("./http.ts");
  const gatekeeper = await gatekeeperFor(auth);
  const home = resolveHome();
  const audit = auth.kind === "one" ? undefined : new (await import("./auditLog.ts")).AuditLog(home.auditLog);
  const endpoint = await serveOverHttp(parts, { port, host, publicUrl, gatekeeper, audit });
  const told = { one: auth.kind === "one" ? `Authorization: Bearer ${auth.token}` : "", members: "Members come in by their tokens: drover mcp token add NAME", oauth: auth.kind === "oauth" ? `Tokens are given by ${auth.issuer}` : "" };
  console.log(`Drover's MCP server listens on ${endpoint.url}\n${told[auth.kind]}${audit ? `\nWho does what is written to ${home.auditLog}` : ""}`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
  await endpoint.close();
}

async function gatekeeperFor(auth: HttpChoice["auth"]): Promise<(resource: string) => Gatekeeper> {
  if (auth.kind === "one") {
    const { oneToken } = await import("./oneToken.ts");
    return () => oneToken(auth.token);
  }
  if (auth.kind === "members") {
    const { MemberTokens } = await import("./memberTokens.ts");
    return () => new MemberTokens(resolveHome());
  }
  const [{ OAuthTokens }, { metadataOf }] = await Promise.all([import("./oauth.ts"), import("./http.ts")]);
  return (resource) => new OAuthTokens({ issuer: auth.issuer, scope: auth.scope, resource, resourceMetadata: metadataOf(resource) });
}
