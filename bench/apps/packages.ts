import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../workplace.ts";

/** Applications that nobody here wrote. They are got from npm when the bench needs them, and depend on nothing of ours. */
const versions: Record<string, string> = {
  "node-red": "4.1.15",
  "monaco-editor": "0.57.0",
  "ag-grid-community": "36.2.0",
  quill: "2.0.3",
  "@shoelace-style/shoelace": "2.20.1",
  konva: "10.9.0",
};

const folder = path.join(repository, "bench", ".apps");

export const packageFolder = (name: string): string => path.join(folder, "node_modules", name);

const isThere = ([name, version]: [string, string]): boolean => {
  const file = path.join(packageFolder(name), "package.json");
  return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { version?: string }).version === version;
};

export function fetchPackages(): void {
  if (Object.entries(versions).every(isThere)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: versions }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"], { cwd: folder, stdio: "inherit" });
}
