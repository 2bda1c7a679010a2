import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { attempt } from "../diagnosis/mayFail.ts";
import { DroverError } from "../protocol/errors.ts";
import { boundBy, loosened, type BoundKey } from "./bounds.ts";
import { configFromEnv, configPatchSchema, defaultConfig, mergeConfig, type Config, type ConfigChange, type ConfigPatch } from "./config.ts";
import type { Home } from "./home.ts";

const fileSchema = z.strictObject({
  user: configPatchSchema.default({}),
  /** By project folder. */
  projects: z.record(z.string(), configPatchSchema).default({}),
});

type ConfigFile = z.infer<typeof fileSchema>;

/** As the stamp of a file that is not there. */
const ABSENT = "";

const emptyFile = (): ConfigFile => ({ user: {}, projects: {} });

export type PersistentScope = "user" | "project";
export const configScopes = ["defaults", "env", "user", "project", "session", "resolved"] as const;
export type ConfigScope = (typeof configScopes)[number];

/** Who is asking: a caller's folder and environment decide two of the layers, its session a third. */
export interface ConfigViewer {
  cwd: string;
  env: Record<string, string | undefined>;
  session?: ConfigPatch;
}

/** `config.json`: machine-managed, read anew when it has changed so that a change takes effect for the next session. */
export class ConfigStore {
  readonly #file: string;
  #read: { stamp: string; file: ConfigFile } | undefined;
  /** The last answer: each command of a shell asks the same. */
  #resolved: { asked: string; file: ConfigFile; config: Config } | undefined;

  constructor(home: Home) {
    this.#file = home.configFile;
  }

  layer(scope: ConfigScope, viewer: ConfigViewer): ConfigPatch {
    if (scope === "defaults") return defaultConfig;
    if (scope === "env") return configFromEnv(viewer.env).patch;
    if (scope === "session") return viewer.session ?? {};
    if (scope === "resolved") return this.resolve(viewer);
    const file = this.#current();
    return scope === "user" ? file.user : (file.projects[projectOf(viewer.cwd)] ?? {});
  }

  /** Built-in defaults < environment < user < project < session, within the bounds of the environment. `mending`: as if the file were not there when it cannot be read. */
  resolve(viewer: ConfigViewer, { mending = false } = {}): Config {
    const file = mending && !this.#readable() ? emptyFile() : this.#asWritten();
    const project = projectOf(viewer.cwd);
    const asked = JSON.stringify([viewer.env, viewer.session, project]);
    if (this.#resolved?.asked !== asked || this.#resolved.file !== file)
      this.#resolved = { asked, file, config: Object.freeze(resolved(viewer, file.user, file.projects[project] ?? {})) };
    return this.#resolved.config;
  }

  /** Which bound a change would loosen, for anybody whom the layer concerns; undefined when none. No change: the layer is reset. */
  loosenedBy(scope: PersistentScope, viewer: ConfigViewer, change?: ConfigChange): BoundKey | undefined {
    const { user, projects } = this.#current();
    const project = projects[projectOf(viewer.cwd)] ?? {};
    const layers = { user, project };
    const after = { ...layers, [scope]: change ? changed(layers[scope], change) : {} };
    const seenBy = (env: ConfigViewer["env"], isHere: boolean) => {
      const look = ({ user: own, project: here }: typeof layers) => resolved({ cwd: viewer.cwd, env }, own, isHere ? here : {});
      return loosened(look(layers), look(after));
    };
    return [viewer.env, {}].flatMap((env) => [seenBy(env, true), seenBy(env, false)]).find((key) => key !== undefined);
  }

  set(scope: PersistentScope, change: ConfigChange, viewer: ConfigViewer): ConfigPatch {
    const after = changed(this.layer(scope, viewer), change);
    this.#write(scope, after, viewer);
    return after;
  }

  reset(scope: PersistentScope, viewer: ConfigViewer): void {
    this.#write(scope, undefined, viewer);
  }

  /** The caller's to change. */
  #current(): ConfigFile {
    return structuredClone(this.#asWritten());
  }

  /** The same one until the file is another. */
  #asWritten(): ConfigFile {
    const stat = statSync(this.#file, { throwIfNoEntry: false });
    const stamp = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : ABSENT;
    if (this.#read?.stamp !== stamp) this.#read = { stamp, file: stat ? this.#parse() : emptyFile() };
    return this.#read.file;
  }

  #parse(): ConfigFile {
    const text = readFileSync(this.#file, "utf8");
    try {
      return fileSchema.parse(JSON.parse(text));
    } catch (cause) {
      const why = cause instanceof z.ZodError ? `: ${cause.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")}` : "";
      throw new DroverError("bad-input", `${this.#file} is not a valid configuration${why}`, {
        cause,
        hint: "It is written by set_config; `drover reset-config user` starts it afresh, or mend it by hand.",
      });
    }
  }

  #write(scope: PersistentScope, patch: ConfigPatch | undefined, viewer: ConfigViewer): void {
    const file = scope === "user" && patch === undefined && !this.#readable() ? emptyFile() : this.#current();
    if (scope === "user") file.user = patch ?? {};
    else if (patch) file.projects[projectOf(viewer.cwd)] = patch;
    else delete file.projects[projectOf(viewer.cwd)];
    const temporary = `${this.#file}.${process.pid}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, this.#file);
  }

  #readable(): boolean {
    return attempt(() => this.#current(), "the configuration cannot be read, and is about to be reset") !== undefined;
  }
}

function changed(before: ConfigPatch, change: ConfigChange): ConfigPatch {
  const merged = {
    ...before,
    ...change,
    ...(change.unstable && { unstable: { ...before.unstable, ...change.unstable } }),
    ...(change.endpoints && { endpoints: withoutNulls({ ...before.endpoints, ...change.endpoints }) }),
  };
  return withoutNulls(merged) as ConfigPatch;
}

const withoutNulls = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** What bounds somebody in the environment bounds whatever the layers above it say. */
function resolved({ env, session = {} }: ConfigViewer, user: ConfigPatch, project: ConfigPatch): Config {
  const { patch } = configFromEnv(env);
  return boundBy(mergeConfig(defaultConfig, patch, user, project, session), patch);
}

const projectMarks = [".git", "package.json", "playwright.config.ts", "playwright.config.js", "pyproject.toml", "Cargo.toml", "go.mod"];
const projects = new Map<string, string>();

/** The folder whose settings count: the nearest one with a project's marks, else the folder itself. */
export function projectOf(cwd: string): string {
  const project = projects.get(cwd) ?? findProject(cwd);
  projects.set(cwd, project);
  return project;
}

function findProject(cwd: string): string {
  for (let dir = path.resolve(cwd); ; dir = path.dirname(dir)) {
    if (projectMarks.some((mark) => existsSync(path.join(dir, mark)))) return dir;
    if (path.dirname(dir) === dir) return path.resolve(cwd);
  }
}
