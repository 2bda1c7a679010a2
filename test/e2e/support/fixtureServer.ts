import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

export interface FixtureServer {
  /** `http://127.0.0.1:port`, and the same server under another origin. */
  readonly origin: string;
  readonly otherOrigin: string;
  /** Serves HTML at a path and returns its address. */
  html(pathname: string, body: string): string;
  route(pathname: string, handler: Handler): string;
  /** Every request that came, "METHOD /path". */
  readonly requests: string[];
  readonly http: http.Server;
  close(): Promise<void>;
}

const types: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".png": "image/png", ".json": "application/json" };

/** A loopback web server for one test file: routes added by the test, else files of test/fixtures. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const routes = new Map<string, Handler>();
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    requests.push(`${request.method} ${pathname}`);
    const handler = routes.get(pathname);
    if (handler) handler(request, response);
    else serveFile(pathname, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const route = (pathname: string, handler: Handler) => {
    routes.set(pathname, handler);
    return origin + pathname;
  };
  return {
    origin,
    otherOrigin: `http://localhost:${port}`,
    requests,
    http: server,
    route,
    html: (pathname, body) =>
      route(pathname, (_, response) => {
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(body);
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function serveFile(pathname: string, response: http.ServerResponse): void {
  const file = path.join(import.meta.dirname, "..", "..", "fixtures", path.normalize(pathname));
  try {
    response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream");
    response.end(readFileSync(file));
  } catch {
    response.statusCode = 404;
    response.end("not found");
  }
}
