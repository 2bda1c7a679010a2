import { createServer as createHttpServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { listenOnLoopback } from "../loopback/listen.ts";
import { sameText } from "../loopback/sameText.ts";
import { fromElsewhere, malformed } from "../loopback/wrongRequest.ts";
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
    const wrong = malformed(request, methods) ?? fromElsewhere(request);
    if (!wrong) void handle(request, response);
    else response.writeHead(wrong.status, { "content-type": "text/plain; charset=utf-8", connection: "close", ...(wrong.status === 405 && { allow: methods.join(", ") }) }).end(`${wrong.message}\n`);
  });
  const given = await listenOnLoopback(server, port);
  return {
    url: `http://127.0.0.1:${given}${PATH}`,
    close: async () => {
      stopAnnouncing();
      await Promise.allSettled([modern.close(), legacy.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(request: Request, token: string): Response | undefined {
  if (new URL(request.url).pathname !== PATH) return new Response(`Drover's MCP endpoint is ${PATH}.\n`, { status: 404 });
  const given = request.headers.get("authorization");
  if (sameText(given ?? "", `Bearer ${token}`)) return undefined;
  const message = given ? "The token is not the one that drover mcp printed at its start." : "The token that drover mcp printed at its start is missing.";
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status: 401, headers: { "www-authenticate": given ? 'Bearer error="invalid_token"' : "Bearer" } });
}

const methods = ["GET", "POST", "DELETE"];
