import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { writeWholeSync } from "../files/wholeFile.ts";
import { DroverError } from "../protocol/errors.ts";

/** Of what a package manager printed, for an error. */
const MAX_PRINTED = 600;

interface Manager {
  program: string;
  /** No scripts of the packages, no peers (Drover itself is one), and copies instead of links to local folders. */
  add(spec: string): string[];
  remove(name: string): string[];
}

const managers: Manager[] = [
  {
    program: "npm",
    add: (spec) => ["install", spec, "--ignore-scripts", "--install-links", "--legacy-peer-deps", "--save-exact", "--omit=dev", "--no-audit", "--no-fund"],
    remove: (name) => ["uninstall", name, "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"],
  },
  {
    program: "pnpm",
    add: (spec) => ["add", spec, "--ignore-scripts", "--save-exact", "--prod", "--ignore-workspace", "--config.node-linker=hoisted", "--config.auto-install-peers=false", "--config.package-import-method=copy"],
    remove: (name) => ["remove", name, "--ignore-workspace", "--config.node-linker=hoisted"],
  },
];

/** The package manager at hand. What it installs is only copied: nothing of it runs. */
export class NodePackages {
  readonly #folder: string;
  readonly #manager: Manager;

  constructor(folder: string, env: NodeJS.ProcessEnv = process.env) {
    this.#folder = folder;
    const found = managers.find(({ program }) => isOnPath(program, env));
    if (!found) throw new DroverError("not-found", "neither npm nor pnpm is on the PATH", { hint: "Install Node.js with npm." });
    this.#manager = found;
  }

  async add(spec: string): Promise<void> {
    const manifest = path.join(this.#folder, "package.json");
    if (!existsSync(manifest)) writeWholeSync(manifest, `${JSON.stringify({ name: "drover-workspace-plugins", private: true }, undefined, 2)}\n`);
    await this.#run(this.#manager.add(spec), spec);
  }

  async remove(name: string): Promise<void> {
    if (existsSync(path.join(this.#folder, "package.json"))) await this.#run(this.#manager.remove(name), name);
  }

  #run(args: string[], what: string): Promise<void> {
    const { program } = this.#manager;
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd: this.#folder, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000)));
      child.once("error", reject);
      child.once("close", (code) => {
        if (code === 0) return resolve();
        const lines = printed.split("\n").filter((line) => /\S/.test(line) && !/A complete log|npm warn/i.test(line));
        reject(new DroverError("fetch-failed", `${program} could not get ${what}: ${lines.join(" ").slice(0, MAX_PRINTED)}`, { hint: "See whether the name and version are right and the registry can be reached." }));
      });
    });
  }
}

const isOnPath = (program: string, env: NodeJS.ProcessEnv): boolean =>
  (env["PATH"] ?? "").split(path.delimiter).some((folder) => folder !== "" && [program, `${program}.cmd`].some((name) => existsSync(path.join(folder, name))));
