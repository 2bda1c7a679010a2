import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Home } from "../../config/home.ts";
import { openWithSystem } from "../openWithSystem.ts";
import { wrongUsage } from "../values.ts";
import type { OwnCommand } from "./ownCommand.ts";

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

/** The dashboard's server has a bundle of its own. */
export const dashboardCommand: OwnCommand = {
  name: "dashboard",
  usage: "[--no-open] [--port port]",
  summary: "Watch every session live in your browser, help and take over",
  examples: ["dashboard", "dashboard --no-open --port 8940"],
  flags: { "no-open": { help: "only print its address" }, port: { value: "port", help: "of loopback; any free one unless given" } },
  run: async (call) => {
    const port = Number(call.text("port") ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw wrongUsage(`--port ${call.text("port")} is not a port`);
    const entry = path.join(import.meta.dirname, "dashboard.js");
    const { serve } = (await import(pathToFileURL(entry).href)) as { serve(home: Home, port: number): Promise<{ url: string; close(): Promise<void> }> };
    const { url, close } = await serve(call.home, port);
    const stopped = new Promise<void>((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    });
    const opened = !call.on("no-open") && (await openWithSystem(url));
    call.show({ ok: true, url, opened }, `${opened ? "The dashboard opens in your browser" : "The dashboard is at"}: ${url}\nThe address works once. Ctrl-C ends it; sessions go on.`);
    await stopped;
    await close();
    return 0;
  },
};

/** The MCP server has its own options and its own bundle. */
export const mcpCommand: OwnCommand = {
  name: "mcp",
  usage: "[--http [port]] [--tools core|all|family,…] [--session id] [--results brief|full]",
  summary: "Serve MCP to an agent, on standard streams or over HTTP",
  examples: ["mcp", "mcp --http 8931", "mcp --tools all"],
  flags: {
    http: { help: "serve over HTTP on loopback; a port may follow" },
    tools: { value: "tools", help: "core, all, or families joined by commas" },
    session: { value: "id", help: "the session of calls that name none; else DROVER_SESSION, else default" },
    results: { value: "form", help: "brief (what there is to tell) or full (every field)" },
  },
  verbatim: true,
  foreign: true,
  run: async ({ words }) => {
    const entry = path.join(import.meta.dirname, "mcp.js");
    const { main } = (await import(pathToFileURL(entry).href)) as { main(argv: string[]): Promise<void> };
    await main(words);
    return 0;
  },
};
