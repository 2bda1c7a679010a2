import { createServer as createHttpServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { listenOn } from "../loopback/listen.ts";
import { fromElsewhere, malformed } from "../loopback/wrongRequest.ts";
import type { AuditLog } from "./auditLog.ts";
import type { ServerParts } from "./createServer.ts";
import type { Gatekeeper } from "./gatekeeper.ts";
import { HttpServices, MAX_BODY_BYTES } from "./httpServices.ts";

export interface HttpEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

export interface HttpOptions {
  /** 0: any free one. */
  port: number;
  /** Where it listens; loopback unless a person says otherwise. */
  host: string;
  /** Its address as clients know it, if that is another one: behind a proxy that does the TLS. */
  publicUrl?: URL | undefined;
  /** Made when it is known where the server listens. */
  gatekeeper: (resource: string) => Gatekeeper;
  audit?: AuditLog | undefined;
}

const PATH = "/mcp";
const METADATA = "/.well-known/oauth-protected-resource";

/** Serves MCP over Streamable HTTP to whoever the gatekeeper lets in and does not come from a web page. */
export async function serveOverHttp(parts: ServerParts, { port, host, publicUrl, gatekeeper, audit }: HttpOptions): Promise<HttpEndpoint> {
  const services = new HttpServices(parts, audit);
  const names = publicUrl ? [publicUrl.hostname] : [];
  let keeper: Gatekeeper | undefined;
  const serve = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (keeper?.metadata && (pathname === METADATA || pathname === METADATA + PATH)) return Response.json(keeper.metadata, { headers: { "cache-control": "no-store" } });
    if (pathname !== PATH) return new Response(`Drover's MCP endpoint is ${PATH}.\n`, { status: 404 });
    const visitor = await admitted(keeper, request);
    if (!(visitor instanceof Response)) return services.of(visitor).fetch(request);
    audit?.write({ refused: visitor.status, why: visitor.headers.get("www-authenticate") ?? "" });
    return visitor;
  };
  const handle = toNodeHandler({ fetch: serve }, { maxRequestBodySize: MAX_BODY_BYTES });
  const server = createHttpServer((request, response) => {
    const wrong = malformed(request, methods) ?? fromElsewhere(request, names);
    if (!wrong) void handle(request, response);
    else response.writeHead(wrong.status, { "content-type": "text/plain; charset=utf-8", connection: "close", ...(wrong.status === 405 && { allow: methods.join(", ") }) }).end(`${wrong.message}\n`);
  });
  const given = await listenOn(server, port, host);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${given}${PATH}`;
  keeper = gatekeeper(publicUrl?.href ?? url);
  return {
    url,
    close: async () => {
      await services.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Where its metadata is, beside the resource (RFC 9728). */
export function metadataOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${METADATA}${pathname === "/" ? "" : pathname}`;
}

/** A gatekeeper that cannot tell lets nobody in. */
async function admitted(keeper: Gatekeeper | undefined, request: Request): Promise<Awaited<ReturnType<Gatekeeper["admit"]>>> {
  try {
    return keeper ? await keeper.admit(request) : unable("the server is starting");
  } catch (thrown) {
    return unable((thrown as Error).message);
  }
}

const unable = (why: string): Response => Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message: `Who asks cannot be found out: ${why}` } }, { status: 503 });

const methods = ["GET", "POST", "DELETE"];
