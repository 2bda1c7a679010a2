import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { sessionConfigSchema } from "../config/config.ts";
import type { Home } from "../config/home.ts";
import { removeFromDisk } from "../files/onDisk.ts";
import { writeWholeSync } from "../files/wholeFile.ts";
import { ownerSchema } from "../policy/ownership.ts";
import { fileNameOf } from "../text/fileName.ts";
import type { SessionPlan } from "./plan.ts";
import { withParts } from "./olderRecord.ts";

const viewport = z.object({
  width: z.number(),
  height: z.number(),
  deviceScaleFactor: z.number().optional(),
  isMobile: z.boolean().optional(),
  hasTouch: z.boolean().optional(),
});

const recordSchema = z.object({
  plan: z.object({
    id: z.string(),
    mode: z.enum(["persistent", "incognito", "attached"]),
    browser: z.string(),
    profile: z.string().optional(),
    endpoint: z.string().optional(),
    headless: z.boolean(),
    port: z.number().optional(),
    display: z.record(z.string(), z.string()).optional(),
    device: z.string().optional(),
    viewport: viewport.nullable(),
    userAgent: z.string().optional(),
    dialogPolicy: z.union([
      z.object({ mode: z.enum(["accept", "dismiss", "raise"]) }),
      z.object({ mode: z.literal("accept-prompt-with"), text: z.string() }),
    ]),
    extraArgs: z.array(z.string()),
    gate: z
      .object({
        guard: z.boolean(),
        allowPrivate: z.array(z.string()),
        allowedOrigins: z.array(z.string()),
        blockedOrigins: z.array(z.string()),
        proxy: z.string().optional(),
      })
      .optional(),
    ignoreTlsErrors: z.boolean().optional(),
    hars: z.array(z.string()).optional(),
    openedAt: z.number(),
    owner: ownerSchema.optional(),
    shared: z.boolean().optional(),
    name: z.string().optional(),
  }) satisfies z.ZodType<SessionPlan>,
  config: sessionConfigSchema.optional(),
  browserId: z.string().optional(),
  contextId: z.string().optional(),
  /** Where the gate listened that its context is bound to. */
  gatePort: z.number().optional(),
  pageIds: z.array(z.string()),
  /** What tells the pages apart in an engine that gives them new ids with each connection. */
  pageKeys: z.array(z.object({ id: z.string(), key: z.string(), url: z.string() })).optional(),
  activePageId: z.string().optional(),
  lastUrl: z.string().optional(),
  /** Refs of the next daemon start above this, so that an old ref never means another element. */
  refFloor: z.number(),
  /** What the session's parts have saved, by their names. Each reads its own: one that cannot must not cost the session. */
  parts: z.record(z.string(), z.unknown()).optional(),
});

/** What is on disk of a session, so that the next daemon can go on with it. */
export type SessionRecord = z.infer<typeof recordSchema>;

export class SessionStore {
  readonly #dir: string;
  /** Why the newest record is not on disk, while that is so. */
  #problem: string | undefined;

  constructor(home: Home) {
    this.#dir = home.sessions;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** A full disk must not stop a session that works: it only would not outlive this daemon, and `problem` says so. */
  save(record: SessionRecord): void {
    try {
      writeWholeSync(this.#file(record.plan.id), JSON.stringify(record));
      this.#problem = undefined;
    } catch (error) {
      this.#problem = `The session works but could not be written down, and would be lost with the daemon: ${(error as Error).message}`;
    }
  }

  remove(id: string): void {
    removeFromDisk(this.#file(id));
  }

  /** Every session that was open. A file that makes no sense is removed. */
  load(): SessionRecord[] {
    const records: SessionRecord[] = [];
    for (const name of listFiles(this.#dir)) {
      if (!name.endsWith(".json")) continue;
      const file = path.join(this.#dir, name);
      const record = readRecord(file);
      if (record) records.push(record);
      else removeFromDisk(file);
    }
    return records;
  }

  #file(id: string): string {
    return path.join(this.#dir, `${fileNameOf(id)}.json`);
  }
}

function listFiles(dir: string): string[] {
  return ifPresent(() => readdirSync(dir), "the records of sessions cannot be listed", []);
}

function readRecord(file: string): SessionRecord | undefined {
  return ifPresent(() => recordSchema.parse(withParts(JSON.parse(readFileSync(file, "utf8")))), "the record of a session is damaged; the session is not gone on with");
}
