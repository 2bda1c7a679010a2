/** `drover mcp`: dist/mcp.js. The CLI loads it and calls `main`; it also runs by itself (`node dist/mcp.js`). */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mayFail } from "../diagnosis/mayFail.ts";
import { DaemonClient } from "../client/daemonClient.ts";
import { pluginSurfaces } from "../client/pluginSurfaces.ts";
import { resolveHome, workspaceFolder } from "../config/home.ts";
import type { McpTool } from "../protocol/toolSurfaces.ts";
import { DroverError, asDroverError } from "../protocol/errors.ts";
import { announceDangers } from "./announceDangers.ts";
import type { ResultsForm, ServerParts } from "./createServer.ts";
import { ToolList } from "./toolList.ts";

interface McpOptions {
  tools: string;
  results: ResultsForm;
  session: string | undefined;
  /** Absent: standard input and output. */
  http?: { port: number; token: string };
}

/** Of the workspace that this process was started for. */
function pluginTools(): McpTool[] {
  const home = resolveHome();
  return pluginSurfaces(home, workspaceFolder(home)).mcp;
}

export async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  const client = new DaemonClient({ client: "mcp" });
  const parts = { client, tools: new ToolList(options.tools, pluginTools), results: options.results, session: options.session };
  // Nobody waits for it: a client's first request must not.
  void mayFail(announceDangers(client), "dangers cannot be announced without a daemon; the first call says what is wrong");
  if (options.http) await untilStopped(parts, options.http);
  else await (await import("./stdio.ts")).serveOnStdio(parts);
  client.close();
  // Whatever a wedged call still holds open: nobody is left to hear it.
  process.exit(0);
}

/** `--http` takes its port as the next word, but may also stand alone. */
function readOptions(args: string[]): McpOptions {
  const { values, positionals } = parse(args);
  const { results, session = process.env["DROVER_SESSION"] || undefined } = values;
  if (results !== "brief" && results !== "full") throw wrongUsage(`--results ${results} is neither brief nor full`);
  if (!values.http) {
    if (positionals.length > 0) throw wrongUsage(`unexpected ${positionals.join(" ")}`);
    return { tools: values.tools, results, session };
  }
  const [given = "0", ...more] = positionals;
  const port = Number(given);
  if (more.length > 0 || !Number.isInteger(port) || port < 0 || port > 65_535) throw wrongUsage(`--http ${positionals.join(" ")} is not a port`);
  return { tools: values.tools, results, session, http: { port, token: process.env["DROVER_MCP_TOKEN"] || randomBytes(24).toString("base64url") } };
}

function parse(args: string[]) {
  const words = args.flatMap((word) => (word.startsWith("--http=") ? ["--http", word.slice("--http=".length)] : [word]));
  try {
    return parseArgs({
      args: words,
      options: { http: { type: "boolean" }, tools: { type: "string", default: "core" }, results: { type: "string", default: "brief" }, session: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw wrongUsage((error as Error).message);
  }
}

const wrongUsage = (message: string) =>
  new DroverError("bad-input", message, { hint: "Usage: drover mcp [--http [port]] [--tools core|all|family,…] [--session id] [--results brief|full]" });

async function untilStopped(parts: ServerParts, options: { port: number; token: string }): Promise<void> {
  const { serveOverHttp } = await import("./http.ts");
  const endpoint = await serveOverHttp(parts, options);
  console.log(`Drover's MCP server listens on ${endpoint.url}\nAuthorization: Bearer ${options.token}`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
  await endpoint.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(process.argv.slice(2)).catch((thrown: unknown) => {
    const { message, hint, code } = asDroverError(thrown);
    console.error(hint ? `${message}\n${hint}` : message);
    process.exit(code === "bad-input" ? 2 : 1);
  });
