import path from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import type { Home } from "../../config/home.ts";
import { loadCommand } from "../manifest.ts";
import { openWithSystem } from "../openWithSystem.ts";
import { runTool } from "../runTool.ts";
import { note, terminal } from "../terminal.ts";
import { wrongUsage } from "../values.ts";
import { flagsOf, type Invocation, type OwnCommand, type OwnFlag, parseOwn } from "./ownCommand.ts";

export const demoCommand: OwnCommand = {
  name: "demo",
  usage: "",
  summary: "Watch Drover drive a small built-in web app",
  flags: { headed: { help: "show the browser's window" } },
  run: async (call) => (await import("../demo/main.ts")).demo(call),
};

export const replCommand: OwnCommand = {
  name: "repl",
  usage: "",
  summary: "Commands and JavaScript, one line at a time, on a live page",
  run: async (call) => (await import("../repl/main.ts")).repl(call),
};

const servedFlags: Record<string, OwnFlag> = { "no-open": { help: "only print its address" }, port: { value: "port", help: "of loopback; any free one unless given" } };

interface Served {
  url: string;
  close(): Promise<void>;
}

interface DashboardBundle {
  serve(home: Home, port: number): Promise<Served>;
  serveDevTools(options: { home: Home; session: string; port: number; said(text: string): void }): Promise<Served>;
}

/** What serves pages to a person's browser has a bundle of its own. */
const dashboardBundle = async (): Promise<DashboardBundle> => (await import(pathToFileURL(path.join(import.meta.dirname, "dashboard.js")).href)) as DashboardBundle;

function portOf(call: Invocation): number {
  const port = Number(call.text("port") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw wrongUsage(`--port ${call.text("port")} is not a port`);
  return port;
}

async function untilInterrupted(call: Invocation, { url, close }: Served, opens: string, isAt: string, more: string): Promise<number> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    call.shell.signal?.addEventListener("abort", () => resolve(), { once: true });
  });
  const opened = !call.on("no-open") && (await openWithSystem(url));
  call.show({ ok: true, url, opened }, `${opened ? opens : isAt}: ${url}\n${more}`);
  await stopped;
  await close();
  return 0;
}

export const dashboardCommand: OwnCommand = {
  name: "dashboard",
  usage: "[--no-open] [--port port]",
  summary: "Watch every session live in your browser, help and take over",
  examples: ["dashboard", "dashboard --no-open --port 8940"],
  flags: servedFlags,
  run: async (call) => {
    const port = portOf(call);
    const { serve } = await dashboardBundle();
    return untilInterrupted(call, await serve(call.home, port), "The dashboard opens in your browser", "The dashboard is at", "The address works once. Ctrl-C ends it; sessions go on.");
  },
};

/** With an element it is the tool of that name; without one, the browser's own DevTools for the page. */
export const inspectCommand: OwnCommand = {
  name: "inspect",
  usage: "[element] [--no-open] [--port port]",
  summary: "DevTools for the active page, in your browser; with an element, its box and styles",
  examples: ["inspect", "inspect --session work --no-open", "inspect e17 --styles color"],
  flags: { ...servedFlags, styles: { value: "name", help: "of an element: further computed styles", many: true } },
  verbatim: true,
  run: async ({ words, shell }) => {
    const { tokens } = parseArgs({ args: words, options: { port: { type: "string" }, session: { type: "string" }, context: { type: "string" } }, strict: false, tokens: true });
    const known = flagsOf(devTools);
    const isOfPage = tokens.every((token) => token.kind === "option" && known[token.name] !== undefined);
    return isOfPage ? devTools.run(parseOwn(devTools, words, shell)) : runTool(loadCommand("inspect")!, words, shell);
  },
};

const devTools: OwnCommand = {
  name: "inspect",
  usage: "[--no-open] [--port port]",
  summary: "DevTools for the active page, in your browser",
  flags: servedFlags,
  run: async (call) => {
    terminal().beforeFiles?.();
    const port = portOf(call);
    const { session } = call;
    // Wakes a session that an earlier daemon had, and says what is wrong with one.
    await call.call("target", { session });
    const { serveDevTools } = await dashboardBundle();
    const served = await serveDevTools({ home: call.home, session, port, said: note });
    return untilInterrupted(call, served, "DevTools open in your browser", "DevTools are at", "The address works once, best in Chrome, Chromium, Edge or Brave. Reload it when another page is active. Ctrl-C ends it; the session goes on.");
  },
};

/** The MCP server has its own options and its own bundle. */
export const mcpCommand: OwnCommand = {
  name: "mcp",
  usage: "[--http [port]] [--tools core|all|family,…] [--session id] [--results brief|full] | token add NAME|list|remove NAME",
  summary: "Serve MCP to an agent, on standard streams or over HTTP; to a team with tokens or OAuth",
  examples: ["mcp", "mcp --http 8931", "mcp --tools all", "mcp token add ada", "mcp --http 8931 --auth token", "mcp --http 8931 --auth oauth --issuer https://login.example.com --host 0.0.0.0 --public-url https://drover.example.com/mcp"],
  flags: {
    http: { help: "serve over HTTP on loopback; a port may follow" },
    auth: { value: "how", help: "for a team: token (of `mcp token add NAME`) or oauth", choices: ["token", "oauth"] },
    host: { value: "address", help: "where to listen, with --auth; 127.0.0.1 unless given" },
    "public-url": { value: "url", help: "the address that clients know it by, behind a proxy that does the TLS" },
    issuer: { value: "url", help: "with --auth oauth: who gives out tokens" },
    scope: { value: "words", help: "with --auth oauth: what a token must allow" },
    days: { value: "number", help: "with token add: how long it counts" },
    tools: { value: "tools", help: "core, all, or families joined by commas" },
    session: { value: "id", help: "the session of calls that name none; else DROVER_SESSION, else default" },
    results: { value: "form", help: "brief (what there is to tell) or full (every field)" },
  },
  verbatim: true,
  foreign: true,
  run: async ({ words }) => (await import("../agentServer.ts")).serveAgent(words),
};
