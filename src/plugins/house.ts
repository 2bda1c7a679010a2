import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";
import { asDroverError, DroverError } from "../protocol/errors.ts";
import type { ApprovedPlugin } from "../protocol/pluginPlaces.ts";
import type { Tool } from "../tools/defineTool.ts";
import { isOfPlugin, type PluginCatalogue } from "../tools/pluginCatalogue.ts";
import type { PluginDetails, PluginEntry, PluginVertical, PluginViewer } from "../tools/pluginEntry.ts";
import { ApprovedPlugins } from "./approvedPlugins.ts";
import { checkPlugins, type Candidate, type Verdict } from "./checkPlugins.ts";
import { contentsOf, digestOfContents, stampOfContents } from "./contents.ts";
import { readPackage, type PluginPackage } from "./manifest.ts";
import { PluginFiles, type Declared, type Lock } from "./pluginFiles.ts";
import { PluginProcess } from "./pluginProcess.ts";
import { pluginTool } from "./pluginTool.ts";
import { trustOf } from "./trustOf.ts";

export interface HouseParts {
  home: Home;
  log: (line: string) => void;
  mask(value: unknown): unknown;
}

/** What a look at a workspace has found. */
interface Look {
  verdicts: Verdict[];
  digests: Map<string, string>;
  declared: Declared;
}

/** How long a call goes by the last look while nobody has installed anything. What runs is the approved copy in any case. */
const LOOK_LASTS_MS = 1_000;

interface Pins {
  approved: Record<string, ApprovedPlugin>;
  lock: Lock;
}

interface Inspected {
  candidate: Candidate;
  contentSha256?: string;
}

/** The plugins of all workspaces: which of them can be used by whom, their tools, and the processes that run them. */
export class PluginHouse implements PluginCatalogue {
  readonly #parts: HouseParts;
  readonly #approved: ApprovedPlugins;
  /** By workspace and the digest of the code. */
  readonly #processes = new Map<string, PluginProcess>();
  readonly #tools = new Map<string, Map<string, Tool>>();
  readonly #digests = new Map<string, { stamp: string; contentSha256: string }>();
  readonly #looks = new Map<string, Look & { at: number; stamp: string }>();
  readonly #enabledAt = new Map<string, string>();

  constructor(parts: HouseParts) {
    this.#parts = parts;
    this.#approved = new ApprovedPlugins(parts.home);
  }

  async toolNamed(name: string, viewer: PluginViewer): Promise<Tool | undefined> {
    if (!isOfPlugin(name)) return undefined;
    const [namespace] = name.split(".");
    const { verdicts, digests } = this.#recentLook(viewer);
    const verdict = verdicts.find((each) => each.package?.manifest.namespace === namespace) ?? this.#onceNamed(namespace, viewer, verdicts);
    if (!verdict) return undefined;
    if (verdict.status !== "loaded")
      throw new DroverError("plugin-disabled", `the plugin ${verdict.name} is not loaded (${verdict.status}): ${verdict.reason}`, {
        hint: "plugins_list tells of all of them; `drover doctor` checks them.",
        fields: { plugin: verdict.name, status: verdict.status },
        failure: { source: "drover" },
      });
    return this.#toolsOf(viewer.workspace, verdict, digests.get(verdict.name)!, verdicts).get(name);
  }

  /** One that cannot be read any more is known by what it was called when it was let in. */
  #onceNamed(namespace: string | undefined, { workspace }: PluginViewer, verdicts: Verdict[]): Verdict | undefined {
    const approved = this.#approved.in(workspace);
    return verdicts.find(({ name }) => approved[name]?.namespace === namespace);
  }

  async toolNames(viewer: PluginViewer): Promise<string[]> {
    const { verdicts, digests } = this.#recentLook(viewer);
    return verdicts.filter(({ status }) => status === "loaded").flatMap((verdict) => [...this.#toolsOf(viewer.workspace, verdict, digests.get(verdict.name)!, verdicts).keys()]);
  }

  async list(viewer: PluginViewer): Promise<PluginEntry[]> {
    const { verdicts, digests, declared } = this.#recentLook(viewer, { anew: true });
    return verdicts.map((verdict) => this.#entry(viewer.workspace, verdict, declared, digests.get(verdict.name)));
  }

  async info(name: string, viewer: PluginViewer): Promise<PluginDetails | undefined> {
    const { verdicts, digests, declared } = this.#recentLook(viewer, { anew: true });
    const verdict = verdicts.find((each) => each.name === name) ?? verdicts.find((each) => each.package?.manifest.namespace === name);
    if (!verdict) return undefined;
    const contentSha256 = digests.get(verdict.name);
    return {
      ...this.#entry(viewer.workspace, verdict, declared, contentSha256),
      ...(verdict.package?.description && { description: verdict.package.description }),
      source: declared[verdict.name]!.source,
      ...(contentSha256 && { contentSha256 }),
      ...(verdict.package && { manifest: { ...verdict.package.manifest } }),
      dependencies: verdict.dependencies,
      tools: contentSha256 && this.#approved.holds(contentSha256) ? this.#approved.tools(contentSha256) : [],
    };
  }

  async verticals(viewer: PluginViewer): Promise<PluginVertical[]> {
    const loaded = this.#recentLook(viewer).verdicts.flatMap(({ status, package: found }) => (status === "loaded" && found ? [found.manifest] : []));
    return loaded.flatMap(({ namespace, verticals }) => verticals.map((each) => ({ ...each, tool: `${namespace}.${each.tool}` })));
  }

  /** Ends what runs. */
  end(): void {
    for (const each of this.#processes.values()) each.end();
  }

  #entry(workspace: string, { name, status, reason, package: found }: Verdict, declared: Declared, contentSha256: string | undefined): PluginEntry {
    const { source, declaredAt } = declared[name]!;
    const runs = contentSha256 === undefined ? undefined : this.#processes.get(`${workspace}\0${contentSha256}`);
    const enabledAt = status === "loaded" && contentSha256 !== undefined ? this.#enabledAt.get(contentSha256) : undefined;
    return {
      name,
      ...(found && { namespace: found.manifest.namespace, version: found.version }),
      trust: trustOf(name, source),
      capabilities: found?.manifest.capabilities ?? [],
      pageCode: found?.manifest.pageCode ?? false,
      dependsOn: found?.manifest.dependsOn ?? [],
      status,
      ...(reason && { reason }),
      declaredAt,
      ...(enabledAt && { enabledAt }),
      running: runs?.running ?? false,
      ...(runs?.failures && { failures: runs.failures }),
    };
  }

  #recentLook(viewer: PluginViewer, { anew = false } = {}): Look {
    const { workspace, capabilities, chosen } = viewer;
    const { declaredFile, lockFile } = new PluginFiles(workspace);
    const key = [workspace, ...capabilities, "", ...(chosen ?? ["*"])].join("\0");
    const stamp = [declaredFile, lockFile, this.#approved.file].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join();
    const known = this.#looks.get(key);
    if (!anew && known && known.stamp === stamp && Date.now() - known.at < LOOK_LASTS_MS) return known;
    const found = { ...this.#look(viewer), at: Date.now(), stamp };
    this.#looks.set(key, found);
    return found;
  }

  /** What a workspace declares, and what becomes of it for this caller. No code of theirs runs. */
  #look({ workspace, capabilities, chosen }: PluginViewer): Look {
    const files = new PluginFiles(workspace);
    const pins: Pins = { approved: this.#approved.in(workspace), lock: files.lock() };
    const declared = existsSync(files.declaredFile) ? files.declared() : {};
    const inspected = Object.keys(declared).map((name) => this.#inspect(name, files, pins, chosen));
    const digests = new Map(inspected.flatMap(({ candidate, contentSha256 }) => (contentSha256 ? [[candidate.name, contentSha256] as const] : [])));
    const verdicts = checkPlugins(inspected.map(({ candidate }) => candidate), capabilities);
    for (const { name, status } of verdicts) {
      const digest = digests.get(name);
      if (status === "loaded" && digest !== undefined && !this.#enabledAt.has(digest)) this.#enabledAt.set(digest, new Date().toISOString());
    }
    return { verdicts, digests, declared };
  }

  #inspect(name: string, files: PluginFiles, pins: Pins, chosen: readonly string[] | undefined): Inspected {
    const problem = (why: string): Inspected => ({ candidate: { name, found: { problem: why } } });
    try {
      if (chosen && !chosen.includes(name)) return problem(`the configuration's "plugins" does not name it`);
      const folder = files.packageFolder(name);
      if (!statSync(folder, { throwIfNoEntry: false })) return problem("it is declared but not installed. Run `drover plugin sync`.");
      const found = readPackage(folder);
      if (found.name !== name) return problem(`the package in its place calls itself ${found.name}`);
      const approved = pins.approved[name];
      const pinned = pins.lock[name];
      if (!approved) return problem("nobody has let it in on this machine yet. Look at it, then run `drover plugin sync`.");
      if (!pinned) return problem("plugins-lock.json does not pin it. Run `drover plugin sync`.");
      const contentSha256 = this.#digest(files, name);
      if (contentSha256 !== approved.contentSha256 || contentSha256 !== pinned.contentSha256)
        return problem("its files are not those that were installed: something has changed them. `drover plugin upgrade` takes them as they are, if that was you; else `drover plugin sync` installs them again.");
      if (!this.#approved.holds(contentSha256)) return problem("Drover's copy of its code is gone. Run `drover plugin sync`.");
      return { candidate: { name, found }, contentSha256 };
    } catch (thrown) {
      return problem(asDroverError(thrown).message);
    }
  }

  /** Read again only when something about the files is different. */
  #digest(files: PluginFiles, name: string): string {
    const contents = contentsOf(files.modules, name);
    const stamp = stampOfContents(files.modules, contents);
    const key = files.packageFolder(name);
    const known = this.#digests.get(key);
    if (known?.stamp === stamp) return known.contentSha256;
    const contentSha256 = digestOfContents(files.modules, contents);
    this.#digests.set(key, { stamp, contentSha256 });
    return contentSha256;
  }

  #toolsOf(workspace: string, verdict: Verdict, contentSha256: string, verdicts: readonly Verdict[]): Map<string, Tool> {
    const found = verdict.package!;
    const reachable = [found, ...verdicts.filter(({ name }) => verdict.dependencies.includes(name)).flatMap((each) => each.package ?? [])];
    const namespaces = reachable.map(({ manifest }) => manifest.namespace);
    const key = `${workspace}\0${contentSha256}\0${namespaces.join()}`;
    const known = this.#tools.get(key);
    if (known) return known;
    const maker = {
      bounds: { name: found.name, capabilities: new Set(found.manifest.capabilities), namespaces: new Set(namespaces) },
      pageCode: found.manifest.pageCode,
      process: () => this.#process(found, workspace, contentSha256),
      mask: this.#parts.mask,
    };
    const tools = new Map(this.#approved.tools(contentSha256).map((record) => [record.name, pluginTool(record, maker)]));
    this.#tools.set(key, tools);
    return tools;
  }

  #process({ name, entry }: PluginPackage, workspace: string, contentSha256: string): PluginProcess {
    const key = `${workspace}\0${contentSha256}`;
    const known = this.#processes.get(key);
    if (known) return known;
    const made = new PluginProcess({ name, folder: this.#approved.folder(contentSha256), entry: path.join("node_modules", name, entry) }, this.#parts.log);
    this.#processes.set(key, made);
    return made;
  }
}
