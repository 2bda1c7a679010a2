import path from "node:path";
import { pathToFileURL } from "node:url";
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
  run: async ({ words }) => {
    const entry = path.join(import.meta.dirname, "mcp.js");
    const { main } = (await import(pathToFileURL(entry).href)) as { main(argv: string[]): Promise<void> };
    await main(words);
    return 0;
  },
};
