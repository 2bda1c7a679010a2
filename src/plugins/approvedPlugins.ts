import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { makeFolder } from "../config/makeFolder.ts";
import type { Home } from "../config/home.ts";
import { writeWholeSync } from "../files/wholeFile.ts";
import { APPROVED_FILE, SURFACES_FILE, storedPlugin, type Approved, type ApprovedPlugin, type PluginSurfaces } from "../protocol/pluginPlaces.ts";
import { parsed, readJson } from "./manifest.ts";
import { toolRecordsSchema, type ToolRecord } from "./toolRecord.ts";

const approvedSchema = z.record(
  z.string(),
  z.record(z.string(), z.object({ version: z.string(), contentSha256: z.string().regex(/^[0-9a-f]{64}$/), namespace: z.string(), approvedAt: z.string() })),
) satisfies z.ZodType<Approved>;

/**
 * What a person has let in on this machine. It is in Drover's home, where no tool writes: a workspace that came from elsewhere, or that
 * an agent has written to, can declare plugins, but brings none of its own accord.
 */
export class ApprovedPlugins {
  readonly #dir: string;

  constructor({ dir }: Pick<Home, "dir">) {
    this.#dir = dir;
  }

  get file(): string {
    return path.join(this.#dir, APPROVED_FILE);
  }

  in(workspace: string): Record<string, ApprovedPlugin> {
    return this.#all()[workspace] ?? {};
  }

  write(workspace: string, plugins: Record<string, ApprovedPlugin>): void {
    const { [workspace]: _, ...others } = this.#all();
    const all = Object.keys(plugins).length > 0 ? { ...others, [workspace]: plugins } : others;
    makeFolder(path.dirname(this.file));
    writeWholeSync(this.file, `${JSON.stringify(all, undefined, 2)}\n`);
    this.#sweep(all);
  }

  folder(contentSha256: string): string {
    return path.join(this.#dir, storedPlugin(contentSha256));
  }

  holds(contentSha256: string): boolean {
    return existsSync(path.join(this.folder(contentSha256), SURFACES_FILE));
  }

  /** Copies the code to where nobody else writes; it counts when its surfaces are written too. */
  keep(contentSha256: string, modules: string, files: readonly string[]): string {
    const folder = this.folder(contentSha256);
    const draft = `${folder}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    for (const file of files) {
      const to = path.join(draft, "node_modules", file);
      mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
      copyFileSync(path.join(modules, file), to);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return folder;
  }

  describe(contentSha256: string, tools: ToolRecord[], surfaces: PluginSurfaces): void {
    const folder = this.folder(contentSha256);
    writeWholeSync(path.join(folder, "tools.json"), JSON.stringify(tools));
    writeWholeSync(path.join(folder, SURFACES_FILE), JSON.stringify(surfaces));
  }

  tools(contentSha256: string): ToolRecord[] {
    const file = path.join(this.folder(contentSha256), "tools.json");
    return parsed(toolRecordsSchema, readJson(file), file);
  }

  #all(): Approved {
    return existsSync(this.file) ? parsed(approvedSchema, readJson(this.file), this.file) : {};
  }

  /** What no workspace uses goes, but for what was made just now: it may be about to be written down. */
  #sweep(all: Approved): void {
    const used = new Set(Object.values(all).flatMap((plugins) => Object.values(plugins).map(({ contentSha256 }) => path.basename(storedPlugin(contentSha256)))));
    const parent = path.dirname(this.file);
    for (const name of readdirSync(parent)) {
      const place = path.join(parent, name);
      if (/^[0-9a-f]{32}/.test(name) && !used.has(name) && Date.now() - statSync(place).mtimeMs > FRESH_MS) rmSync(place, { recursive: true, force: true });
    }
  }
}

const FRESH_MS = 600_000;
