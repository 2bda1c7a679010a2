import path from "node:path";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { DaemonClient } from "../client/daemonClient.ts";
import { resolveHome, workspaceFolder } from "../config/home.ts";
import { askableSecrets, isSecretVariable } from "../protocol/secretVariables.ts";
import { fileNameOf } from "../text/fileName.ts";
import type { AuditLog } from "./auditLog.ts";
import { createServer, type ServerParts } from "./createServer.ts";
import type { Visitor } from "./gatekeeper.ts";
import { LegacySessions } from "./legacySessions.ts";
import { SessionViews } from "./sessionViews.ts";

export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Who was silent longest makes room; what they have open stays theirs. */
const MAX_VISITORS = 500;

/** MCP over HTTP for one visitor: a way to the daemon, and sessions of clients, that are nobody else's. */
class HttpService {
  readonly #parts: ServerParts;
  readonly #legacy: LegacySessions;
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #stopAnnouncing: () => void;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#legacy = new LegacySessions(parts);
    // Protocol revision 2026-07-28: every request stands alone, and changes go to whoever listens for them.
    this.#modern = createMcpHandler(() => createServer(parts), { legacy: "reject", maxRequestBodySize: MAX_BODY_BYTES });
    this.#stopAnnouncing = parts.tools.onChange(() => this.#modern.notify.toolsChanged());
  }

  async fetch(request: Request): Promise<Response> {
    const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES });
    return isLegacy ? this.#legacy.fetch(request) : this.#modern.fetch(request);
  }

  async close(): Promise<void> {
    this.#stopAnnouncing();
    await Promise.allSettled([this.#modern.close(), this.#legacy.close()]);
  }

  leave(): void {
    this.#parts.client.close();
  }
}

/** A service for each visitor, made when they first come. */
export class HttpServices {
  readonly #parts: ServerParts;
  readonly #audit: AuditLog | undefined;
  /** The most recently heard last. */
  readonly #services = new Map<string | undefined, HttpService>();

  constructor(parts: ServerParts, audit: AuditLog | undefined) {
    this.#parts = parts;
    this.#audit = audit;
  }

  of({ member }: Visitor): HttpService {
    const service = this.#services.get(member) ?? new HttpService(member === undefined ? this.#parts : this.#partsFor(member));
    this.#services.delete(member);
    this.#services.set(member, service);
    const [oldest] = this.#services;
    if (this.#services.size > MAX_VISITORS && oldest) {
      this.#services.delete(oldest[0]);
      void oldest[1].close().then(() => oldest[1].leave());
    }
    return service;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#services.values()].map((service) => service.close()));
    for (const [member, service] of this.#services) if (member !== undefined) service.leave();
  }

  /** What the server's own environment keeps secret is not a member's, and their files are in a folder of their own. */
  #partsFor(member: string): ServerParts {
    const { tools, results, viewFile } = this.#parts;
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSecretVariable(name) && !askableSecrets.includes(name)));
    const env = { ...own, DROVER_WORKSPACE: path.join(workspaceFolder(resolveHome()), "members", fileNameOf(member)) };
    const audit = this.#audit;
    const client = new DaemonClient({ client: "mcp", id: `member ${member}`, member, env });
    return {
      client,
      views: new SessionViews(client),
      viewFile,
      tools: tools.copy(),
      results,
      ...(audit && { onCall: (call) => audit.write({ member, ...call }) }),
    };
  }
}
