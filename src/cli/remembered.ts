import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../diagnosis/mayFail.ts";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { fileNameOf } from "../text/fileName.ts";
import type { Home } from "../config/home.ts";

/** What the last commands in a context used; taken again where a command leaves it out. */
export interface Remembered {
  url?: string;
  selector?: string;
  output?: string;
}

const fileOf = (home: Home, session: string): string => path.join(home.dir, "contexts", `${fileNameOf(session)}.json`);

export function recall(home: Home, session: string): Remembered {
  return ifPresent(() => JSON.parse(readFileSync(fileOf(home, session), "utf8")) as Remembered, "what was remembered of a session is damaged", {});
}

/** Convenience only: a home that cannot be written must not fail a command that has already worked. */
export function remember(home: Home, session: string, changes: Remembered): void {
  const before = recall(home, session);
  // A selector of one page says nothing about the next.
  const kept = changes.url !== undefined && changes.url !== before.url ? { output: before.output } : before;
  const after = { ...kept, ...changes };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  attempt(() => {
    const file = fileOf(home, session);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, JSON.stringify(after), { mode: 0o600 });
    renameSync(draft, file);
  }, "nothing is lost but the convenience");
}
