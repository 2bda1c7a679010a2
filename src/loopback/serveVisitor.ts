import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { mayFail } from "../diagnosis/mayFail.ts";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { isOwnPeer } from "../guard/ownPeer.ts";
import { asDroverError } from "../protocol/errors.ts";
import { DASHBOARD_COOKIE } from "../protocol/live.ts";
import { listenOnLoopback } from "./listen.ts";
import { loginPage, loginScript } from "./loginPage.ts";
import { sameText } from "./sameText.ts";
import { addressOf, fromAnotherSite, fromElsewhere, malformed, type WrongRequest } from "./wrongRequest.ts";

export interface Site {
  /** 0: any free one. */
  port: number;
  /** What opens, for whoever waits for it. */
  title: string;
  /** What prints the address. */
  command: string;
  /** The longest message that a socket may bring. */
  maxMessageBytes: number;
  /** What its pages may load and reach. */
  policy(port: number): string;
  /** Answers for a path below the site's own folder, to somebody who is known. */
  serve(name: string, request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> | void;
  /** Where its sockets are, below the same folder. */
  socketPath: string;
  /** Takes a socket of somebody who is known; false when it asks for nothing that there is. */
  connected(socket: WebSocket, query: URLSearchParams, place: Place): boolean;
}

export interface Place {
  port: number;
  /** The site's folder, which nobody can guess. */
  base: string;
}

export interface Visited extends Place {
  /** With the token, which counts once. */
  readonly url: string;
  close(): Promise<void>;
}

const UNKNOWN_VISITOR = 4401;
const MAX_LOGIN_BYTES = 1024;
const methods = ["GET", "HEAD", "POST"];

const secret = () => randomBytes(32).toString("base64url");

/** Serves pages of ours on loopback to one person's browser: to whoever had the token once, and to nobody's page. */
export async function serveVisitor(site: Site): Promise<Visited> {
  const access = { token: secret() as string | undefined, cookie: secret() };
  const place: Place = { port: 0, base: randomBytes(12).toString("hex") };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: site.maxMessageBytes, perMessageDeflate: false });

  const isKnown = (request: IncomingMessage): boolean => cookieOf(request).some((value) => sameText(value, access.cookie));
  const refused = (request: IncomingMessage): WrongRequest | undefined => malformed(request, methods) ?? fromElsewhere(request) ?? fromAnotherSite(request, place.port);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setCommonHeaders(response, site.policy(place.port));
    const wrong = refused(request);
    if (wrong) return answer(response, wrong.status, wrong.message);
    const { pathname } = addressOf(request);
    if (request.method === "POST") return pathname === "/login" ? logIn(request, response) : answer(response, 405, "Nothing is posted here.");
    if (pathname === "/") return send(response, "text/html; charset=utf-8", loginPage(site.title));
    if (pathname === "/login.js") return send(response, "text/javascript; charset=utf-8", loginScript(site.command));
    const root = `/${place.base}/`;
    if (!pathname.startsWith(root)) return answer(response, 404, "There is nothing here.");
    if (!isKnown(request)) return answer(response, 401, `Run \`${site.command}\` to get the address that opens it.`);
    await site.serve(pathname.slice(root.length), request, response, place);
  }

  /** The first who has the token gets the cookie. */
  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const given = body === undefined ? undefined : unlessMalformed(() => (JSON.parse(body) as { token?: unknown }).token);
    if (access.token === undefined || typeof given !== "string" || !sameText(given, access.token)) return answer(response, 401, "That is not the token, or it was used already.");
    access.token = undefined;
    response.setHeader("set-cookie", `${DASHBOARD_COOKIE}=${access.cookie}; Path=/${place.base}/; HttpOnly; SameSite=Strict`);
    send(response, "application/json; charset=utf-8", JSON.stringify({ base: place.base }));
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (status: number) => void socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
    const wrong = refused(request);
    if (wrong) return refuse(wrong.status);
    const { pathname, searchParams } = addressOf(request);
    if (pathname !== `/${place.base}/${site.socketPath}`) return refuse(404);
    sockets.handleUpgrade(request, socket, head, (connected) => {
      // A connection that breaks ends too.
      connected.on("error", () => connected.terminate());
      if (!isKnown(request) || !site.connected(connected, searchParams, place)) connected.close(UNKNOWN_VISITOR, `run \`${site.command}\``);
    });
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
  place.port = await listenOnLoopback(server, site.port);
  return {
    ...place,
    url: `http://127.0.0.1:${place.port}/#token=${access.token}`,
    close: async () => {
      for (const connected of sockets.clients) connected.terminate();
      server.closeAllConnections();
      await mayFail(new Promise((resolve) => server.close(resolve)), "a server that is closed already is closed");
    },
  };
}

function setCommonHeaders(response: ServerResponse, policy: string): void {
  response.setHeader("content-security-policy", policy);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.setHeader("cache-control", "no-store");
}

export function answer(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${message}\n`);
}

export function send(response: ServerResponse, type: string, body: string | Buffer): void {
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
