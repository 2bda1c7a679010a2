import { createReadStream, statSync } from "node:fs";
import { type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { peers } from "../workplace.ts";
import type { Page } from "./document.ts";

const types: Record<string, string> = {
  ".css": "text/css",
  ".htm": "text/html; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** The bench's pages and the corpus, on loopback. */
export class PageServer {
  readonly #server: Server;
  readonly #pages = new Map<string, Page>();

  private constructor(pages: readonly Page[]) {
    for (const page of pages) this.#pages.set(`/${page.name}`, page);
    this.#server = createServer((request, response) => this.#answer(new URL(request.url ?? "/", "http://bench").pathname, response));
  }

  static async listen(pages: readonly Page[]): Promise<PageServer> {
    const server = new PageServer(pages);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  url(page: Pick<Page, "name">): string {
    return `${this.origin}/${page.name}`;
  }

  corpusUrl(packageName: string, file: string): string {
    return `${this.origin}/corpus/${packageName}/${file}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(pathname: string, response: ServerResponse): void {
    const page = this.#pages.get(pathname);
    if (page) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page.html);
      return;
    }
    if (pathname === "/answer") response.writeHead(200, { "content-type": "text/plain", "cache-control": "no-store" }).end("yes");
    else if (pathname.startsWith("/corpus/")) this.#sendFile(decodeURIComponent(pathname.slice("/corpus/".length)), response);
    else response.writeHead(404).end();
  }

  #sendFile(name: string, response: ServerResponse): void {
    const file = path.join(peers, name);
    const inside = file.startsWith(peers + path.sep) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    if (!inside) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  }
}
