import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { announceChanges, createServer, type ServerParts } from "./createServer.ts";

/** Clients rarely say goodbye; the one that was silent longest makes room. */
const MAX_SESSIONS = 64;

/** Clients of the 2025 revisions over HTTP: each has a session, so that it can be told when the tool list grows. */
export class LegacySessions {
  readonly #parts: ServerParts;
  /** The most recently heard last. */
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return (await this.#open()).handleRequest(request);
    const transport = this.#transports.get(id);
    if (!transport) return sessionUnknown();
    this.#transports.delete(id);
    this.#transports.set(id, transport);
    return transport.handleRequest(request);
  };

  async close(): Promise<void> {
    await Promise.allSettled([...this.#transports.values()].map((transport) => transport.close()));
  }

  /** A transport without a session refuses all but `initialize` by itself, and is then dropped. */
  async #open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#keep(id, transport),
      onsessionclosed: (id) => {
        this.#transports.delete(id);
      },
    });
    // What one client enables is not another's business.
    const tools = this.#parts.tools.copy();
    const server = createServer({ ...this.#parts, tools });
    await server.connect(transport);
    announceChanges(server, tools);
    return transport;
  }

  #keep(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    this.#transports.set(id, transport);
    if (this.#transports.size <= MAX_SESSIONS) return;
    const [oldest] = this.#transports;
    if (!oldest) return;
    this.#transports.delete(oldest[0]);
    void oldest[1].close();
  }
}

const sessionUnknown = () =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_001, message: "Session not found" } }, { status: 404 });
