import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/** Laid out as npm would, so that bundlers find one package from another. */
const cache = path.resolve(import.meta.dirname, "../../../node_modules/.cache/drover/packages");

const folderOf = (name: string): string => path.join(cache, "node_modules", name);

/** Fetches packages once, without what they depend on and without running anything of theirs. Returns why they cannot be had here; undefined where they are. */
export function whyNoPackages(versions: Record<string, string>): string | undefined {
  const missing = Object.entries(versions).filter(([name, version]) => !existsSync(path.join(folderOf(name), `.fetched-${version}`)));
  if (missing.length === 0) return undefined;
  const work = path.join(cache, `fetching-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    const packed = spawnSync("npm", ["pack", "--json", "--ignore-scripts", ...missing.map((each) => each.join("@"))], { cwd: work, encoding: "utf8", timeout: 120_000 });
    if (packed.status !== 0) return "npm's packages cannot be had here";
    const told = JSON.parse(packed.stdout) as { name: string; version: string; filename: string }[];
    for (const { name, version, filename } of told) {
      // An older npm writes the name with its scope, the file without.
      const unpacked = spawnSync("tar", ["-xzf", filename.replace("@", "").replace("/", "-")], { cwd: work });
      if (unpacked.status !== 0) return "npm's packages cannot be unpacked here";
      rmSync(folderOf(name), { recursive: true, force: true });
      mkdirSync(path.dirname(folderOf(name)), { recursive: true });
      renameSync(path.join(work, "package"), folderOf(name));
      mkdirSync(path.join(folderOf(name), `.fetched-${version}`));
    }
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Where a fetched package is. */
export const packageFolder = folderOf;

export const packageFolders = path.join(cache, "node_modules");
