import { readFileSync, readdirSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { Home } from "../config/home.ts";

const MAX_LOG_BYTES = 1 << 20;

/** Cuts the logs that have grown too long. Browsers append to them, so that what they say next begins the file anew. */
export function trimBrowserLogs(home: Home): void {
  for (const name of readdirSync(home.browsers)) {
    const file = path.join(home.browsers, name);
    if (name.endsWith(".log") && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) truncateSync(file);
  }
}

export function lastLines(file: string, count = 8): string {
  return ifPresent(() => readFileSync(file, "utf8").trimEnd().split("\n").slice(-count).join("\n"), "the log of a browser cannot be read", "");
}
