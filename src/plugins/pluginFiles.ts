import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeWholeSync } from "../files/wholeFile.ts";
import { isPackageName, parsed, readJson } from "./manifest.ts";

const packageName = z.string().refine(isPackageName, "not the name of a package");

/** `plugins.json`: which plugins a workspace is to have. A person writes it, mostly with `drover plugin`. */
const declaredSchema = z.object({
  plugins: z.record(packageName, z.object({ source: z.string().min(1), declaredAt: z.string() })).default({}),
});

/** `plugins-lock.json`: what exactly was installed. */
const lockSchema = z.object({
  plugins: z.record(packageName, z.object({ version: z.string(), contentSha256: z.string(), source: z.string() })).default({}),
});

export type Declared = z.infer<typeof declaredSchema>["plugins"];
export type Lock = z.infer<typeof lockSchema>["plugins"];

/** The files of a workspace that are about plugins. */
export class PluginFiles {
  readonly workspace: string;
  readonly declaredFile: string;
  readonly lockFile: string;
  /** Where the package manager works. */
  readonly folder: string;
  readonly typesFile: string;

  constructor(workspace: string) {
    this.workspace = workspace;
    this.declaredFile = path.join(workspace, "plugins.json");
    this.lockFile = path.join(workspace, "plugins-lock.json");
    this.folder = path.join(workspace, "plugins");
    this.typesFile = path.join(this.folder, "drover-plugins.d.ts");
  }

  get modules(): string {
    return path.join(this.folder, "node_modules");
  }

  packageFolder(name: string): string {
    return path.join(this.modules, name);
  }

  declared(): Declared {
    return existsSync(this.declaredFile) ? parsed(declaredSchema, readJson(this.declaredFile), this.declaredFile).plugins : {};
  }

  lock(): Lock {
    return existsSync(this.lockFile) ? parsed(lockSchema, readJson(this.lockFile), this.lockFile).plugins : {};
  }

  writeDeclared(plugins: Declared): void {
    writeWholeSync(this.declaredFile, document({ plugins: sorted(plugins) }));
  }

  writeLock(plugins: Lock): void {
    writeWholeSync(this.lockFile, document({ plugins: sorted(plugins) }));
  }

  /** What was installed as asked for: package.json of the folder that the package manager works in. */
  installed(): string[] {
    const file = path.join(this.folder, "package.json");
    if (!existsSync(file)) return [];
    const { dependencies = {} } = parsed(z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() }), JSON.parse(readFileSync(file, "utf8")), file);
    return Object.keys(dependencies);
  }
}

const document = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

const sorted = <T>(record: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
