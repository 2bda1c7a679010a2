import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findFfmpeg } from "../../../src/browser/findFfmpeg.ts";

const cache = path.resolve(import.meta.dirname, "../../../node_modules/.cache/drover/ffmpeg");
const fetched = path.join(cache, "node_modules/@ffmpeg-installer/linux-x64/ffmpeg");

/** The machine's ffmpeg, or one that is fetched once: 23 MB are too much for everybody's devDependencies. Undefined where none can be had. */
export function ffmpegProgram(): string | undefined {
  const found = findFfmpeg() ?? (existsSync(fetched) ? fetched : undefined);
  if (found !== undefined || process.platform !== "linux" || process.arch !== "x64") return found;
  mkdirSync(cache, { recursive: true });
  writeFileSync(path.join(cache, "package.json"), "{}");
  const got = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", cache, "@ffmpeg-installer/linux-x64@4.1.0"], { stdio: "ignore", timeout: 120_000 });
  return got.status === 0 && existsSync(fetched) ? fetched : undefined;
}
