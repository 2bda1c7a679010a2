import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A program that answers as `pass show -- <entry>` does. */
export function startKeeper(entries: Record<string, string>): Disposable & { bin: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-keeper-"));
  const bin = path.join(folder, "pass");
  writeFileSync(
    bin,
    `#!${process.execPath}\nconst entry = ${JSON.stringify(entries)}[process.argv[4]];\nif (entry === undefined) { console.error("Error: " + process.argv[4] + " is not in the password store."); process.exit(1); }\nprocess.stdout.write(entry);\n`,
  );
  chmodSync(bin, 0o755);
  return { bin, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
