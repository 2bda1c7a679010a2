import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { Home } from "../config/home.ts";
import { isHeld, isPipe, pipeFolder } from "./debuggingPipe.ts";
import { type BrowserKind, browserKinds, type EngineName } from "./kinds.ts";
import { processStartTime } from "./processTable.ts";

export { processStartTime };

/** What is written down about a running browser, so that a daemon that never saw it start can adopt it. */
export interface BrowserDescriptor {
  id: string;
  kind: BrowserKind;
  engine: EngineName;
  pid: number;
  startTime: string;
  /** Chromium: its pipe, or the browser-level WebSocket where somebody asked for a port. Firefox: the WebDriver BiDi server, `ws://127.0.0.1:<port>`. */
  endpoint: string;
  profileDir: string;
  /** The profile's name, its folder when a caller chose one, "" for a temporary one. */
  profile: string;
  temporary: boolean;
  headless: boolean;
  sandbox: boolean;
  created: number;
  flags: string[];
  executable: string;
  version?: string;
  marionettePort?: number;
  /** Firefox: the pipe of the process that holds its one session for whoever of its owner drives it. */
  keeper?: string;
  /** The gate that it was started with. */
  gatePort?: number;
  /** Started by a client for a daemon that has not taken it over yet: the warnings that it will have to pass on. */
  unclaimed?: string[];
}

const descriptorFile = (home: Home, id: string): string => path.join(home.browsers, `${id}.json`);
export const browserLogFile = (home: Home, id: string): string => path.join(home.browsers, `${id}.log`);

export function saveDescriptor(home: Home, descriptor: BrowserDescriptor): void {
  mkdirSync(home.browsers, { recursive: true, mode: 0o700 });
  const file = descriptorFile(home, descriptor.id);
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(descriptor, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Every browser on record. A file that makes no sense is removed: nothing could ever be done with it. */
export function loadDescriptors(home: Home): BrowserDescriptor[] {
  const found: BrowserDescriptor[] = [];
  for (const name of listFiles(home.browsers)) {
    if (!name.endsWith(".json")) continue;
    const file = path.join(home.browsers, name);
    const descriptor = readDescriptor(file);
    if (descriptor && `${descriptor.id}.json` === name) found.push(descriptor);
    else rmSync(file, { force: true });
  }
  return found.toSorted((a, b) => a.created - b.created);
}

export function removeDescriptor(home: Home, id: string): void {
  rmSync(descriptorFile(home, id), { force: true });
  rmSync(browserLogFile(home, id), { force: true });
  rmSync(pipeFolder(home, id), { recursive: true, force: true });
}

/** The process is the very one that was described, not another that was given its pid. */
export function isAlive(descriptor: BrowserDescriptor): boolean {
  return processStartTime(descriptor.pid) === descriptor.startTime;
}

/** Somebody answers on the endpoint. Asked over plain HTTP, which takes neither Firefox's only session nor a target. */
export function isReachable(descriptor: BrowserDescriptor, timeoutMs = 2_000): Promise<boolean> {
  if (isPipe(descriptor.endpoint)) return Promise.resolve(isHeld(descriptor.endpoint));
  return new Promise((resolve) => {
    const { hostname, port } = new URL(descriptor.endpoint);
    // Chromium tells its version here; Firefox has no such page and says so, which is an answer too.
    const request = process.getBuiltinModule("node:http").get({ hostname, port, path: "/json/version", agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(true);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
    request.on("close", () => resolve(false));
  });
}

function listFiles(dir: string): string[] {
  return ifPresent(() => readdirSync(dir), "the records of browsers cannot be listed", []);
}

function readDescriptor(file: string): BrowserDescriptor | undefined {
  return ifPresent(() => {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isDescriptor(value) ? value : undefined;
  }, "the record of a browser is damaged; the browser is not adopted");
}

const fieldTypes: { [K in keyof Required<BrowserDescriptor>]: string } = {
  id: "string",
  kind: "string",
  engine: "string",
  pid: "number",
  startTime: "string",
  endpoint: "string",
  profileDir: "string",
  profile: "string",
  temporary: "boolean",
  headless: "boolean",
  sandbox: "boolean",
  created: "number",
  flags: "object",
  executable: "string",
  version: "string",
  marionettePort: "number",
  keeper: "string",
  gatePort: "number",
  unclaimed: "object",
};
const optionalFields = new Set(["version", "marionettePort", "keeper", "gatePort", "unclaimed"]);

// Written out instead of a zod schema: launching must not wait for zod to load.
function isDescriptor(value: unknown): value is BrowserDescriptor {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Record<string, unknown>;
  const typed = Object.entries(fieldTypes).every(
    ([field, type]) => typeof record[field] === type || (record[field] === undefined && optionalFields.has(field)),
  );
  return (
    typed &&
    Array.isArray(record["flags"]) &&
    browserKinds.some((kind) => kind === record["kind"]) &&
    (record["engine"] === "chromium" || record["engine"] === "firefox") &&
    URL.canParse(String(record["endpoint"]))
  );
}
