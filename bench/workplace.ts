import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = import.meta.dirname;

/** Where bench's own package.json installs the peers. */
export const peers = path.join(folder, "node_modules");
export const repository = path.dirname(folder);
export const droverCli = path.join(process.env["DROVER_BENCH_DIST"] ?? path.join(repository, "dist"), "drover.cjs");

/** What every browser gets, whichever tool starts it: no sandbox for root, nothing that talks behind our back. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  "--no-default-browser-check",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

const chromiumPlaces = [
  process.env["DROVER_BENCH_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

function installedChromium(): string {
  const found = chromiumPlaces.find((place) => place !== undefined && existsSync(place));
  if (!found) throw new Error("No Chromium found. Name one in DROVER_BENCH_CHROMIUM.");
  return found;
}

/** One bench run's temporary folder, with the one Chromium that every tool starts. */
export class Workplace implements Disposable {
  readonly dir = mkdtempSync(path.join(os.tmpdir(), "drover-bench-"));
  readonly chromium = path.join(this.dir, "chromium");
  readonly installed = installedChromium();

  constructor() {
    const flags = chromiumFlags.map((flag) => `'${flag}'`).join(" ");
    writeFileSync(this.chromium, `#!/bin/sh\nexec '${this.installed}' ${flags} "$@"\n`);
    chmodSync(this.chromium, 0o755);
  }

  /** A fresh folder for one tool's state. */
  folder(name: string): string {
    return mkdtempSync(path.join(this.dir, `${name}-`));
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
