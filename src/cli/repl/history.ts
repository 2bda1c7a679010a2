import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../../diagnosis/mayFail.ts";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import type { Home } from "../../config/home.ts";

const MAX_LINES = 1000;

const fileOf = (home: Home) => path.join(home.dir, "repl-history");

/** Newest first, as readline wants it. */
export function loadHistory(home: Home): string[] {
  return ifPresent(() => readFileSync(fileOf(home), "utf8").split("\n").filter(Boolean).toReversed(), "the history of the REPL cannot be read", []);
}

/** Typed text may hold secrets: readable by its owner only. */
export function saveHistory(home: Home, newestFirst: string[]): void {
  const lines = newestFirst.slice(0, MAX_LINES).toReversed();
  attempt(() => {
    mkdirSync(home.dir, { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(home), lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  }, "a history that cannot be kept is no reason to fail");
}
