import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";
import { capabilities } from "../policy/capability.ts";
import { DroverError } from "../protocol/errors.ts";
import type { ApprovedPlugin } from "../protocol/pluginPlaces.ts";
import { ApprovedPlugins } from "./approvedPlugins.ts";
import { checkPlugins, type Candidate } from "./checkPlugins.ts";
import { contentsOf, digestOfContents } from "./contents.ts";
import { isPackageName, parsed, readPackage, type PluginPackage } from "./manifest.ts";
import { NodePackages } from "./nodePackages.ts";
import { PluginFiles, type Declared } from "./pluginFiles.ts";
import { PluginProcess } from "./pluginProcess.ts";
import { pluginTypes } from "./pluginTypes.ts";
import { checkTools, surfacesOf, toolRecordsSchema, type ToolRecord } from "./toolRecord.ts";

/** What was done to one plugin. */
export interface Change {
  name: string;
  action: "installed" | "upgraded" | "unchanged" | "removed";
  version?: string;
  contentSha256?: string;
  package?: PluginPackage;
  tools?: string[];
}

/**
 * How plugins come into a workspace and leave it: by a person's hand only, in a process of that person's. Everything is looked at before
 * code of the plugin runs for the first time, in its own process, to say which tools it has.
 */
export class PluginLife {
  readonly #files: PluginFiles;
  readonly #approved: ApprovedPlugins;
  readonly #say: (line: string) => void;
  #packages: NodePackages | undefined;

  constructor(home: Home, workspace: string, say: (line: string) => void) {
    this.#files = new PluginFiles(workspace);
    this.#approved = new ApprovedPlugins(home);
    this.#say = say;
  }

  get files(): PluginFiles {
    return this.#files;
  }

  /** `file:./folder`, `name` or `name@range`. */
  async install(spec: string, cwd: string): Promise<Change> {
    const source = sourceOf(spec, cwd, this.#files.workspace);
    const name = source.name ?? readPackage(this.#folderOf(source.source)).name;
    const before = this.#files.declared();
    if (source.source.startsWith("file:")) this.#refuseClash(readPackage(this.#folderOf(source.source)), before);
    const change = await this.#bring(name, source.source);
    try {
      this.#refuseClash(change.package!, before);
      this.#files.writeDeclared({ ...before, [name]: { source: source.source, declaredAt: before[name]?.declaredAt ?? new Date().toISOString() } });
      await this.#letIn(change, source.source);
    } catch (thrown) {
      this.#files.writeDeclared(before);
      if (!before[name]) await this.#manager().remove(name);
      throw thrown;
    }
    return { ...change, action: before[name] ? "upgraded" : "installed" };
  }

  async remove(name: string): Promise<Change> {
    const declared = this.#files.declared();
    const known = this.#named(name, declared);
    const needed = this.#dependents(known, declared);
    if (needed.length > 0) throw new DroverError("refused", `${needed.join(", ")} depends on ${known}`, { hint: `Remove ${needed.length === 1 ? "it" : "them"} first.` });
    await this.#manager().remove(known);
    this.#forget(known);
    return { name: known, action: "removed" };
  }

  /** To the newest version that the declaration allows, or to what is in its folder now. */
  async upgrade(only?: string): Promise<Change[]> {
    const declared = this.#files.declared();
    const names = only === undefined ? Object.keys(declared) : [this.#named(only, declared)];
    const changes: Change[] = [];
    for (const name of names) {
      const { source } = declared[name]!;
      const before = this.#files.lock()[name];
      const change = await this.#bring(name, source);
      this.#refuseClash(change.package!, declared);
      await this.#letIn(change, source);
      changes.push({ ...change, action: before?.contentSha256 === change.contentSha256 ? "unchanged" : "upgraded" });
    }
    return changes;
  }

  /** Makes what is installed what `plugins.json` and the pins say, and lets it in on this machine. */
  async sync(): Promise<Change[]> {
    const declared = this.#files.declared();
    const changes: Change[] = [];
    for (const [name, { source }] of Object.entries(declared)) changes.push(await this.#syncOne(name, source));
    for (const name of new Set([...this.#files.installed(), ...Object.keys(this.#files.lock()), ...Object.keys(this.#approved.in(this.#files.workspace))])) {
      if (declared[name]) continue;
      await this.#manager().remove(name);
      this.#forget(name);
      changes.push({ name, action: "removed" });
    }
    this.#writeTypes();
    return changes;
  }

  async #syncOne(name: string, source: string): Promise<Change> {
    const pinned = this.#files.lock()[name];
    const there = existsSync(this.#files.packageFolder(name)) ? this.#found(name) : undefined;
    const isPinned = there !== undefined && pinned?.contentSha256 === there.contentSha256;
    const change = isPinned ? there : await this.#bring(name, pinned && !source.startsWith("file:") ? pinned.version : source);
    if (pinned && pinned.contentSha256 !== change.contentSha256)
      throw new DroverError("refused", `${name} is not what plugins-lock.json pins: its files differ`, {
        hint: `\`drover plugin upgrade ${name}\` takes it as it is now, if you trust it.`,
        fields: { expected: pinned.contentSha256, found: change.contentSha256 },
      });
    await this.#letIn(change, source);
    return { ...change, action: isPinned ? "unchanged" : "installed" };
  }

  /** Has the package manager copy it, and reads what it is. Nothing of it runs. */
  async #bring(name: string, source: string): Promise<Change> {
    this.#say(`Getting ${name} …`);
    // Package managers take a folder that has its version already for the same one.
    if (source.startsWith("file:")) rmSync(this.#files.packageFolder(name), { recursive: true, force: true });
    await this.#manager().add(source.startsWith("file:") ? `file:${this.#folderOf(source)}` : `${name}@${source}`);
    return this.#found(name);
  }

  #found(name: string): Change {
    const found = readPackage(this.#files.packageFolder(name));
    if (found.name !== name) throw new DroverError("bad-input", `the package that came for ${name} calls itself ${found.name}`);
    const contentSha256 = digestOfContents(this.#files.modules, contentsOf(this.#files.modules, name));
    return { name, action: "installed", version: found.version, contentSha256, package: found };
  }

  /** Keeps its code where nobody else writes, asks it for its tools, and writes the pin. */
  async #letIn(change: Change, source: string): Promise<void> {
    const { name, contentSha256 = "", package: found } = change;
    if (!found) return;
    if (!this.#approved.holds(contentSha256)) await this.#describe(found, contentSha256);
    const { workspace } = this.#files;
    const approval: ApprovedPlugin = { version: found.version, contentSha256, namespace: found.manifest.namespace, approvedAt: new Date().toISOString() };
    this.#files.writeLock({ ...this.#files.lock(), [name]: { version: found.version, contentSha256, source } });
    this.#approved.write(workspace, { ...this.#approved.in(workspace), [name]: approval });
    change.tools = this.#approved.tools(contentSha256).map((tool) => tool.name);
    this.#writeTypes();
  }

  async #describe(found: PluginPackage, contentSha256: string): Promise<void> {
    const { name, entry, manifest } = found;
    const folder = this.#approved.keep(contentSha256, this.#files.modules, contentsOf(this.#files.modules, name));
    const lines: string[] = [];
    const code = new PluginProcess({ name, folder, entry: path.join("node_modules", name, entry) }, (line) => lines.push(line));
    try {
      const tools: ToolRecord[] = parsed(toolRecordsSchema, await code.describe(), `the tools of ${name}`);
      checkTools(tools, name, manifest);
      this.#approved.describe(contentSha256, tools, surfacesOf(tools, manifest.namespace));
    } catch (thrown) {
      rmSync(folder, { recursive: true, force: true });
      for (const line of lines.slice(0, 10)) this.#say(line);
      throw thrown;
    } finally {
      code.end();
    }
  }

  /** A namespace that is taken, or a circle, would put out others than itself. */
  #refuseClash(found: PluginPackage, declared: Declared): void {
    const others = Object.keys(declared).filter((name) => name !== found.name);
    const candidates: Candidate[] = [{ name: found.name, found }, ...others.map((name) => ({ name, found: this.#readable(name) }))];
    const verdict = checkPlugins(candidates, new Set(capabilities)).find(({ name }) => name === found.name);
    if (verdict?.status === "disabled-by-namespace-conflict" || verdict?.status === "disabled-by-cycle")
      throw new DroverError("refused", `${found.name} cannot be installed: ${verdict.reason}`, { fields: { status: verdict.status } });
    if (verdict?.status === "disabled-by-dep-missing") this.#say(`! ${found.name} will not be loaded yet: ${verdict.reason}`);
  }

  #readable(name: string): Candidate["found"] {
    try {
      return readPackage(this.#files.packageFolder(name));
    } catch (thrown) {
      return { problem: (thrown as Error).message };
    }
  }

  #dependents(name: string, declared: Declared): string[] {
    return Object.keys(declared).filter((other) => {
      const found = this.#readable(other);
      return other !== name && !("problem" in found) && found.manifest.dependsOn.some(({ plugin }) => plugin === name);
    });
  }

  #named(name: string, declared: Declared): string {
    const known = declared[name] ? name : Object.keys(declared).find((each) => this.#approved.in(this.#files.workspace)[each]?.namespace === name);
    if (known === undefined) throw new DroverError("not-found", `no plugin "${name}" is declared in ${this.#files.declaredFile}`, { hint: "`drover plugin list` shows those that are." });
    return known;
  }

  #forget(name: string): void {
    const { workspace } = this.#files;
    const without = <T>({ [name]: _, ...rest }: Record<string, T>): Record<string, T> => rest;
    this.#files.writeDeclared(without(this.#files.declared()));
    this.#files.writeLock(without(this.#files.lock()));
    this.#approved.write(workspace, without(this.#approved.in(workspace)));
    this.#writeTypes();
  }

  #writeTypes(): void {
    const tools = Object.values(this.#approved.in(this.#files.workspace)).flatMap(({ contentSha256 }) => (this.#approved.holds(contentSha256) ? this.#approved.tools(contentSha256) : []));
    pluginTypes(this.#files.typesFile, tools);
  }

  #manager(): NodePackages {
    this.#packages ??= new NodePackages(this.#files.folder);
    return this.#packages;
  }

  #folderOf(source: string): string {
    return path.resolve(this.#files.workspace, source.slice("file:".length));
  }
}

/** Where a plugin comes from, as `plugins.json` keeps it: a folder from the workspace, or a range of versions. */
function sourceOf(spec: string, cwd: string, workspace: string): { name?: string; source: string } {
  const local = spec.startsWith("file:") ? spec.slice("file:".length) : /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|[A-Za-z]:[/\\])/.test(spec) ? spec : undefined;
  if (local !== undefined) {
    const folder = path.resolve(cwd, local);
    const near = path.relative(workspace, folder);
    return { source: `file:${near.startsWith("..") || path.isAbsolute(near) ? folder : `./${near.replaceAll("\\", "/")}`}` };
  }
  const at = spec.indexOf("@", 1);
  const [name, range] = at < 0 ? [spec, "latest"] : [spec.slice(0, at), spec.slice(at + 1)];
  if (!isPackageName(name) || range === "" || /[:/\\\s]/.test(range)) throw new DroverError("bad-input", `"${spec}" is neither a package (name, name@version) nor a folder (file:./folder)`);
  return { name, source: range };
}
