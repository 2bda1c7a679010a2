import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { connect } from "../client/connect.ts";
import { DaemonClient } from "../client/daemonClient.ts";
import type { Home } from "../config/home.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { isOwnPeer } from "../guard/ownPeer.ts";
import { listenOnLoopback } from "../loopback/listen.ts";
import { sameText } from "../loopback/sameText.ts";
import { addressOf, fromAnotherSite, fromElsewhere, malformed, type WrongRequest } from "../loopback/wrongRequest.ts";
import { asDroverError } from "../protocol/errors.ts";
import { DASHBOARD_COOKIE } from "../protocol/live.ts";
import { readAppMessage } from "./appMessage.ts";
import { sendKeptFile } from "./keptFile.ts";
import { loginPage, loginScript } from "./loginPage.ts";
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

export interface Dashboard {
  /** With the token, which counts once. */
  readonly url: string;
  close(): Promise<void>;
}

const UNKNOWN_TAB = 4401;
const MAX_LOGIN_BYTES = 1024;
/** A large text that is pasted. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
const methods = ["GET", "HEAD", "POST"];

const appFiles: Record<string, string> = {
  "index.html": "text/html; charset=utf-8",
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
  "icon.svg": "image/svg+xml",
};

const secret = () => randomBytes(32).toString("base64url");

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
export async function serveDashboard({ home, port: wanted, appFolder }: DashboardOptions): Promise<Dashboard> {
  const access = { token: secret() as string | undefined, cookie: secret(), base: randomBytes(12).toString("hex") };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  let port = 0;
  const files = new DaemonClient({ client: "dashboard", home });
  const closing = new AbortController();

  const isKnown = (request: IncomingMessage): boolean => cookieOf(request).some((value) => sameText(value, access.cookie));
  const refused = (request: IncomingMessage): WrongRequest | undefined => malformed(request, methods) ?? fromElsewhere(request) ?? fromAnotherSite(request, port);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setCommonHeaders(response, port);
    const wrong = refused(request);
    if (wrong) return answer(response, wrong.status, wrong.message);
    const { pathname } = addressOf(request);
    if (request.method === "POST") return pathname === "/login" ? logIn(request, response) : answer(response, 405, "Nothing is posted here.");
    if (pathname === "/") return send(response, "text/html; charset=utf-8", loginPage);
    if (pathname === "/login.js") return send(response, "text/javascript; charset=utf-8", loginScript);
    const root = `/${access.base}/`;
    if (!pathname.startsWith(root)) return answer(response, 404, "There is nothing here.");
    if (!isKnown(request)) return answer(response, 401, "Run `drover dashboard` to get the address that opens it.");
    const name = pathname.slice(root.length) || "index.html";
    if (name.startsWith(filesPath)) return sendKeptFile(files, decodeURIComponent(name.slice(filesPath.length)), request, response);
    const type = appFiles[name];
    if (!type) return answer(response, 404, "There is nothing here.");
    send(response, type, await readFile(path.join(appFolder, name)));
  }

  /** The first who has the token gets the cookie. */
  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const given = body === undefined ? undefined : unlessMalformed(() => (JSON.parse(body) as { token?: unknown }).token);
    if (access.token === undefined || typeof given !== "string" || !sameText(given, access.token)) return answer(response, 401, "That is not the token, or it was used already.");
    access.token = undefined;
    response.setHeader("set-cookie", `${DASHBOARD_COOKIE}=${access.cookie}; Path=/${access.base}/; HttpOnly; SameSite=Strict`);
    send(response, "application/json; charset=utf-8", JSON.stringify({ base: access.base }));
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (status: number) => void socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
    const wrong = refused(request);
    if (wrong) return refuse(wrong.status);
    const { pathname, searchParams } = addressOf(request);
    if (pathname !== `/${access.base}/${socketPath}`) return refuse(404);
    sockets.handleUpgrade(request, socket, head, (connected) => {
      const id = searchParams.get("tab");
      if (!isKnown(request) || !id || id.length > 100) connected.close(UNKNOWN_TAB, "run `drover dashboard`");
      else attach(connected, id);
    });
  }

  function attach(connected: WebSocket, id: string): void {
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
    // A connection that breaks ends too.
    connected.on("error", () => connected.terminate());
    connected.on("close", () => tab.close());
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((thrown: unknown) => {
      if (!response.headersSent) answer(response, 500, asDroverError(thrown).message);
      else response.destroy();
    });
  });
  // Whoever opens the address for the person has it, token and all, in arguments that every user of the machine can read.
  server.on("connection", (socket) => void (isOwnPeer(socket) || socket.destroy()));
  server.on("upgrade", upgrade);
  port = await listenOnLoopback(server, wanted);
  // Agents are kept away from this port for as long as the daemon knows of it.
  void stayLinked(closing.signal, async (start) => [await connect({ client: "dashboard", home, port, start })]);
  return {
    url: `http://127.0.0.1:${port}/#token=${access.token}`,
    close: async () => {
      closing.abort();
      for (const connected of sockets.clients) connected.terminate();
      files.close();
      server.closeAllConnections();
      await mayFail(new Promise((resolve) => server.close(resolve)), "a server that is closed already is closed");
    },
  };
}

function setCommonHeaders(response: ServerResponse, port: number): void {
  response.setHeader("content-security-policy", policyOf(port));
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.setHeader("cache-control", "no-store");
}

function answer(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${message}\n`);
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": type }).end(body);
}

const cookieOf = ({ headers }: IncomingMessage): string[] =>
  (headers.cookie ?? "").split(";").flatMap((pair) => {
    const [name, ...value] = pair.trim().split("=");
    return name === DASHBOARD_COOKIE ? [value.join("=")] : [];
  });

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_LOGIN_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
