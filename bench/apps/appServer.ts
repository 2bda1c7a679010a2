import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { packageFolder } from "./packages.ts";

const types: Record<string, string> = { ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".ttf": "font/ttf", ".svg": "image/svg+xml", ".json": "application/json" };

/** Serves the pages that applications stand on, and below `/npm/` the files of their packages. */
export class AppServer {
  readonly #server: http.Server;
  readonly origin: string;

  private constructor(server: http.Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async listen(pages: ReadonlyMap<string, string>): Promise<AppServer> {
    const server = http.createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const page = pages.get(pathname);
      if (page !== undefined) return void response.setHeader("content-type", "text/html; charset=utf-8").end(page);
      const file = path.join(packageFolder("."), path.normalize(pathname.slice("/npm".length)));
      try {
        const content = readFileSync(pathname.startsWith("/npm/") ? file : "");
        response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream").end(content);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new AppServer(server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
