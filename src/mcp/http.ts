import { createHash, timingSafeEqual } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { DroverError } from "../protocol/errors.ts";
import { createServer, type ServerParts } from "./createServer.ts";
import { LegacySessions } from "./legacySessions.ts";

export interface HttpEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

export interface HttpOptions {
  /** 0: any free one. */
  port: number;
  /** What every request must bring as `Authorization: Bearer …`. */
  token: string;
}

const PATH = "/mcp";
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Serves MCP over Streamable HTTP on loopback, to whoever has the token and does not come from a web page. */
export async function serveOverHttp(parts: ServerParts, { port, token }: HttpOptions): Promise<HttpEndpoint> {
  const legacy = new LegacySessions(parts);
  // Protocol revision 2026-07-28: every request stands alone, and changes go to whoever listens for them.
  const modern = createMcpHandler(() => createServer(parts), { legacy: "reject", maxRequestBodySize: MAX_BODY_BYTES });
  const stopAnnouncing = parts.tools.onChange(() => modern.notify.toolsChanged());
  const serve = async (request: Request): Promise<Response> => {
    const refused = refuse(request, token);
    if (refused) return refused;
    const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES });
    return isLegacy ? legacy.fetch(request) : modern.fetch(request);
  };
  const handle = toNodeHandler({ fetch: serve }, { maxRequestBodySize: MAX_BODY_BYTES });
  const server = createHttpServer((request, response) => {
    const wrong = malformed(request);
    if (!wrong) void handle(request, response);
    else response.writeHead(wrong.status, { "content-type": "text/plain; charset=utf-8", connection: "close", ...(wrong.status === 405 && { allow: methods.join(", ") }) }).end(`${wrong.message}\n`);
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close: async () => {
      stopAnnouncing();
      await Promise.allSettled([modern.close(), legacy.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Loopback alone is not enough: any web page can post to it, and any name can be made to resolve to it. */
function refuse(request: Request, token: string): Response | undefined {
  const rebinding =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (rebinding) return rebinding;
  if (new URL(request.url).pathname !== PATH) return new Response(`Drover's MCP endpoint is ${PATH}.\n`, { status: 404 });
  const given = request.headers.get("authorization");
  if (sameText(given ?? "", `Bearer ${token}`)) return undefined;
  const message = given ? "The token is not the one that drover mcp printed at its start." : "The token that drover mcp printed at its start is missing.";
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status: 401, headers: { "www-authenticate": given ? 'Bearer error="invalid_token"' : "Bearer" } });
}

const methods = ["GET", "POST", "DELETE"];

/**
 * What is wrong with a request before anything reads it as an address: Node takes an empty `Host` for none and a whole address for a path, and
 * `TRACE`, which repeats credentials, is no request that it can be made into.
 */
function malformed({ method = "", url = "", headers: { host } }: IncomingMessage): { status: number; message: string } | undefined {
  if (!methods.includes(method)) return { status: 405, message: `${method} is not allowed here; an MCP client sends ${methods.join(", ")}.` };
  if (!host) return { status: 400, message: "The Host header is missing or empty." };
  return url.startsWith("/") ? undefined : { status: 400, message: "The request names a whole address, as to a proxy; this is none." };
}

/** Takes as long for a near miss as for a wild guess. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function listen(server: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(cannotListen(port, cause)));
    server.listen(port, "127.0.0.1", () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

const cannotListen = (port: number, cause: Error) =>
  new DroverError("bad-input", `cannot listen on port ${port}: ${cause.message}`, {
    cause,
    hint: "Name another port, or none to get a free one.",
  });
