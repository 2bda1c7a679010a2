import { readFile } from "node:fs/promises";
import path from "node:path";
import type { WebSocket } from "ws";
import { connect } from "../client/connect.ts";
import { DaemonClient } from "../client/daemonClient.ts";
import type { Home } from "../config/home.ts";
import { answer, type Place, send, serveVisitor, type Visited } from "../loopback/serveVisitor.ts";
import { readAppMessage } from "./appMessage.ts";
import { sendKeptFile } from "./keptFile.ts";
import { stayLinked } from "./stayLinked.ts";
import { Tab } from "./tab.ts";
import { filesPath, socketPath } from "./wire.ts";

export interface DashboardOptions {
  home: Home;
  /** 0: any free one. */
  port: number;
  /** Where the app's files are. */
  appFolder: string;
}

/** A large text that is pasted. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

const appFiles: Record<string, string> = {
  "index.html": "text/html; charset=utf-8",
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
  "icon.svg": "image/svg+xml",
};

/** Only what this server sends runs and is shown; no page frames it, and it frames none but reports, which reach nothing. */
const policyOf = (port: number): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port}`,
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

/** Serves the dashboard on loopback, to whoever had the token once. */
export async function serveDashboard({ home, port: wanted, appFolder }: DashboardOptions): Promise<Visited> {
  const files = new DaemonClient({ client: "dashboard", home });
  const closing = new AbortController();

  function attach(connected: WebSocket, query: URLSearchParams, { port }: Place): boolean {
    const id = query.get("tab");
    if (!id || id.length > 100) return false;
    const tab = new Tab({
      home,
      port,
      id,
      send: (message) => connected.readyState === connected.OPEN && connected.send(JSON.stringify(message)),
      sendFrame: (message) => connected.readyState === connected.OPEN && connected.send(message),
    });
    connected.on("message", (data, isBinary) => {
      const message = isBinary ? undefined : readAppMessage(String(data));
      if (message) tab.receive(message);
    });
    connected.on("close", () => tab.close());
    return true;
  }

  const visited = await serveVisitor({
    port: wanted,
    title: "the dashboard",
    command: "drover dashboard",
    maxMessageBytes: MAX_MESSAGE_BYTES,
    policy: policyOf,
    serve: async (asked, request, response) => {
      const name = asked || "index.html";
      if (name.startsWith(filesPath)) return sendKeptFile(files, decodeURIComponent(name.slice(filesPath.length)), request, response);
      const type = appFiles[name];
      if (!type) return answer(response, 404, "There is nothing here.");
      send(response, type, await readFile(path.join(appFolder, name)));
    },
    socketPath,
    connected: attach,
  });
  const { port } = visited;
  // Agents are kept away from this port for as long as the daemon knows of it.
  void stayLinked(closing.signal, async (start) => [await connect({ client: "dashboard", home, port, start })]);
  return {
    ...visited,
    close: async () => {
      closing.abort();
      files.close();
      await visited.close();
    },
  };
}
