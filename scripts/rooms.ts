/**
 * The rooms of src/: what is in each and what it may import. `npm run gen` writes this as the table of docs/architecture.md, and
 * test/contract/rooms.test.ts holds the code to it.
 */
export interface Room {
  /** One line for a newcomer. */
  holds: string;
  /** Rooms by name, or single files and folders of a room that is not open as a whole ("config/home.ts"). */
  mayImport: string[];
}

/** From the ground up: nothing imports a room that is further down in this list. */
export const rooms: Record<string, Room> = {
  text: { holds: "words and names: the closest word, what is visible of a text, names of files", mayImport: [] },
  protocol: { holds: "wire messages, error codes, event payloads, the protocol's version", mayImport: [] },
  diagnosis: {
    holds: "what is kept to find out what went wrong: the last calls, the last frames of each connection, failures that were passed over and why (`src/diagnosis/mayFail.ts`)",
    mayImport: ["protocol"],
  },
  page: { holds: "the page code, which runs inside web pages: DOM types, no Node types", mayImport: ["text/escape.ts"] },
  policy: { holds: "who may do what: capabilities, confirm hooks, approvals, origin rules", mayImport: ["protocol"] },
  guard: {
    holds: "the gate that a guarded session's traffic passes: names and addresses judged, pinned, sent on through a proxy",
    mayImport: ["diagnosis", "policy", "protocol"],
  },
  config: { holds: "the home folder, configuration layers", mayImport: ["diagnosis", "policy", "protocol", "text"] },
  files: { holds: "the store for everything that tools make or keep, and the caller's workspace", mayImport: ["config/makeFolder.ts", "diagnosis", "protocol", "text"] },
  people: { holds: "questions and their answers, wherever they are given", mayImport: ["diagnosis", "files", "protocol"] },
  security: { holds: "what must not be told: addresses that identify somebody, values of secrets; vaults that are asked for them", mayImport: ["diagnosis", "protocol"] },
  report: {
    holds: "what is made of what was recorded: flow files, scripts for Playwright; data in, text out",
    mayImport: ["page/see/api.ts", "protocol"],
  },
  analysis: {
    holds: "traces, heaps, coverage and pictures taken apart: heavy, loaded when needed, in a worker (`src/analysis/analyse.ts`)",
    mayImport: ["protocol", "report"],
  },
  exit: { holds: "the only way out: mark, redact, mask, estimate, render", mayImport: ["protocol", "security", "text/escape.ts"] },
  browser: {
    holds: "browsers as processes: find, install, launch, describe on disk, adopt, stop, clean up",
    mayImport: ["config", "diagnosis", "protocol", "text"],
  },
  remote: {
    holds: "browsers elsewhere: how endpoints are reached, Grids and providers that are asked for a browser (`src/remote/provider.ts`)",
    mayImport: ["browser/kinds.ts", "config", "diagnosis", "protocol"],
  },
  engine: {
    holds: "what a session needs of a browser (`src/engine/port.ts`), and the two engines that offer it",
    mayImport: ["browser", "diagnosis", "page", "protocol", "remote/connectionLost.ts", "remote/link.ts"],
  },
  session: {
    holds: "sessions, pages, refs, logs, routes, saved state; the pool of browsers",
    mayImport: ["analysis", "browser", "config", "diagnosis", "engine/port.ts", "exit", "files", "guard", "page", "people", "policy", "protocol", "remote", "report", "text"],
  },
  tools: {
    holds: "`src/tools/defineTool.ts`, `src/tools/registry.ts`, one folder for each family",
    mayImport: ["analysis", "browser", "config", "diagnosis", "engine/port.ts", "exit", "files", "page", "people", "policy", "protocol", "report", "security/credentials", "session", "text"],
  },
  plugins: {
    holds: "tools that people add: install and pin them, check what they declare, keep their code, run it in processes of its own; `drover/plugin` for their authors",
    mayImport: ["config", "diagnosis", "files", "policy", "protocol", "session", "tools"],
  },
  dispatch: {
    holds: "the steps around a call",
    mayImport: ["browser", "config", "diagnosis", "engine/port.ts", "exit", "files", "guard/gateRules.ts", "guard/upstreamAddress.ts", "people", "policy", "protocol", "report", "session", "text", "tools"],
  },
  daemon: {
    holds: "socket server, single instance, idle exit, events to subscribers",
    mayImport: ["browser", "config", "diagnosis", "dispatch", "engine", "exit", "plugins", "policy", "protocol", "security", "session", "tools"],
  },
  client: {
    holds: "dial, start the daemon, call, subscribe",
    mayImport: ["config/display.ts", "config/home.ts", "diagnosis", "protocol"],
  },
  loopback: { holds: "servers on loopback: who is not let in (names, origins, sites), tokens compared, pages for one person's browser (`src/loopback/serveVisitor.ts`)", mayImport: ["diagnosis", "guard/ownPeer.ts", "protocol"] },
  generated: { holds: "what front ends know of the tools, written by `npm run gen`", mayImport: ["client/toolMethod.ts"] },
  mcp: {
    holds: "the MCP server on standard streams and HTTP",
    mayImport: ["client", "config/home.ts", "diagnosis", "files/wholeFile.ts", "generated", "loopback", "protocol", "text/escape.ts", "text/fileName.ts"],
  },
  dashboard: {
    holds: "the servers of the dashboard and of DevTools (`drover inspect`), and in `src/dashboard/app` the app that it serves to a person's browser",
    mayImport: ["client", "config/home.ts", "diagnosis", "generated", "loopback", "protocol"],
  },
  sdk: {
    holds: '`import { connect } from "drover"`, and `drover/session` in a folder of its own',
    mayImport: ["client", "config/home.ts", "diagnosis", "generated", "protocol"],
  },
  cli: {
    holds: "commands, help, completion; the prompt of `drover repl`",
    mayImport: ["client", "config/home.ts", "config/profile.ts", "daemon/compiled.ts", "diagnosis", "generated", "protocol", "text"],
  },
};

/** Places that may import more than their room may, and why. */
export interface Exception {
  /** A folder or a file, without src/. */
  place: string;
  mayImport: string[];
  because: string;
}

export const exceptions: Exception[] = [
  {
    place: "cli/plugin",
    mayImport: ["plugins", "tools/pluginEntry.ts"],
    because: "`drover plugin` installs and pins in the person's own process, without a daemon",
  },
  {
    place: "cli/machine",
    mayImport: ["browser", "config/config.ts", "config/configStore.ts", "config/endpoint.ts", "engine/bridgeServer.ts", "remote", "security/redactUrl.ts"],
    because: "`drover install`, `doctor`, `chrome` and `endpoint test` work without a daemon: their bundle alone knows browsers as processes, reads the configuration and the log; `drover bridge` serves shared tabs from the person's own terminal",
  },
  {
    place: "sdk/pluginTest",
    mayImport: ["plugins/life.ts"],
    because: "`drover/plugin-test` installs the plugin that it tries, as `drover plugin` does",
  },
  {
    place: "sdk/test",
    mayImport: ["browser/playwrightTests.ts", "engine/bridgeServer.ts", "engine/handedPages.ts"],
    because: "`drover/test` lends pages of the test's own process, as `drover bridge` does tabs of a person's browser",
  },
  {
    place: "sdk/session",
    mayImport: ["browser", "engine", "page/state/api.ts", "session/state/cookies.ts", "tools/navigate/parseUrl.ts"],
    because: "`drover/session` attaches to a page without a daemon, so it holds an engine itself",
  },
];
