import { readFileSync } from "node:fs";
import { type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { repository } from "../workplace.ts";

const types: Record<string, string> = { ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".svg": "image/svg+xml" };

/** The suite's scripts that judge; the recorder comes in their place. */
const judges = /^\/resources\/|\/aria-utils\.js$|\/ATTAcomm\.js$/;

/** Pages of a suite, on loopback. */
export class SuiteServer {
  readonly #server: Server;
  readonly #folder: string;
  readonly #recorder: string;

  private constructor(folder: string, recorder: string) {
    this.#folder = folder;
    this.#recorder = recorder;
    this.#server = createServer((request, response) => this.#answer(decodeURIComponent(new URL(request.url ?? "/", "http://suite").pathname), response));
  }

  static async listen(folder: string): Promise<SuiteServer> {
    const server = new SuiteServer(folder, readFileSync(path.join(repository, "bench", "suites", "recorder.js"), "utf8"));
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  url(file: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${file}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(pathname: string, response: ServerResponse): void {
    if (judges.test(pathname)) {
      response.writeHead(200, { "content-type": "text/javascript" }).end(this.#recorder);
      return;
    }
    const file = path.join(this.#folder, path.normalize(pathname));
    try {
      const body = readFileSync(file);
      response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      // Pictures that a page names and the checkout lacks.
      response.writeHead(404).end();
    }
  }
}
