import path from "node:path";
import { workspaceFolder } from "../../config/home.ts";
import { PluginLife, type Change } from "../../plugins/life.ts";
import { newPlugin } from "../../plugins/newPlugin.ts";
import type { PluginDetails, PluginEntry } from "../../tools/pluginEntry.ts";
import { alignedRows } from "../alignedRows.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { columns } from "../help.ts";
import { note } from "../terminal.ts";
import { wrongUsage } from "../values.ts";

type Verb = (call: Invocation, life: PluginLife, words: string[]) => Promise<number>;

const needed = (words: string[], what: string): string => {
  const [word] = words;
  if (word === undefined) throw wrongUsage(`plugin needs ${what}`, "`drover plugin --help` shows how it is used.");
  return word;
};

/** What a person lets in by installing it. */
function grants({ package: found, tools = [], contentSha256 = "" }: Change): string {
  if (!found) return "";
  const { capabilities, pageCode, dependsOn } = found.manifest;
  return [
    `  may use      ${capabilities.join(", ") || "no capability"}${pageCode ? ", and runs code of its own in pages" : ""}`,
    ...(dependsOn.length > 0 ? [`  depends on   ${dependsOn.map(({ plugin, version }) => `${plugin} ${version}`).join(", ")}`] : []),
    `  tools        ${tools.join(", ") || "none"}`,
    `  pinned       sha256 ${contentSha256.slice(0, 16)}…`,
  ].join("\n");
}

const line = (change: Change): string => `${change.name}${change.version ? ` ${change.version}` : ""}: ${change.action}`;

function show(call: Invocation, changes: Change[]): number {
  const told = changes.map(({ package: found, ...rest }) => ({ ...rest, ...(found && { namespace: found.manifest.namespace, capabilities: found.manifest.capabilities, pageCode: found.manifest.pageCode }) }));
  const text = changes.map((change) => [line(change), ...(change.action === "installed" || change.action === "upgraded" ? [grants(change)] : [])].join("\n"));
  return call.show({ ok: true, changes: told }, text.length > 0 ? text.join("\n") : "No plugins are declared here.");
}

const list: Verb = async (call) => {
  const { plugins } = await call.call<{ plugins: PluginEntry[] }>("plugins_list", {});
  const rows = plugins.map(({ name, version = "", trust, status, namespace = "" }) => [name, version, namespace, trust, status]);
  const reasons = plugins.flatMap(({ name, reason }) => (reason ? [`${name}: ${reason}`] : []));
  return call.show({ ok: true, plugins }, plugins.length === 0 ? "No plugins are declared here. `drover plugin install` adds one." : [alignedRows(["plugin", "version", "namespace", "trust", "status"], rows, call.people), ...reasons].join("\n"));
};

const info: Verb = async (call, _, words) => {
  const found = await call.call<PluginDetails>("plugins_info", { name: needed(words, "a plugin's name") });
  const { name, version = "", status, reason, trust, capabilities, pageCode, dependencies, source, contentSha256, description, tools, failures } = found;
  const rows: [string, string][] = [
    ["status", reason ? `${status}: ${reason}` : status],
    ["from", `${source} (${trust})`],
    ["may use", `${capabilities.join(", ") || "no capability"}${pageCode ? ", and runs code of its own in pages" : ""}`],
    ...(dependencies.length > 0 ? [["depends on", dependencies.join(", ")] as [string, string]] : []),
    ...(contentSha256 ? [["pinned", `sha256 ${contentSha256}`] as [string, string]] : []),
    ...(failures ? [["failures", `${failures.count}, the last: ${failures.last}`] as [string, string]] : []),
    ...tools.map((tool): [string, string] => [String(tool["name"]), String(tool["summary"])]),
  ];
  return call.show(found, [`${name} ${version}`, ...(description ? [description] : []), "", columns(rows, call.people)].join("\n"));
};

const verbs: Record<string, Verb> = {
  install: async (call, life, words) => show(call, [await life.install(needed(words, "a package or file:folder"), process.cwd())]),
  remove: async (call, life, words) => show(call, [await life.remove(needed(words, "a plugin's name"))]),
  upgrade: async (call, life, [name]) => show(call, await life.upgrade(name)),
  sync: async (call, life) => show(call, await life.sync()),
  list,
  info,
  new: async (call, _, words) => {
    const made = newPlugin(needed(words, "a name for it"), words[1], process.cwd());
    const shown = path.relative(process.cwd(), made.folder) || ".";
    return call.show({ ok: true, ...made }, [`${made.name} is in ${shown}: ${made.files.join(", ")}`, "", `  drover plugin install file:./${shown}`, `  drover ${made.tool}`].join("\n"));
  },
};

export async function plugin(verb: string, call: Invocation): Promise<number> {
  const life = new PluginLife(call.home, workspaceFolder(call.home), (text) => note(text));
  return verbs[verb]!(call, life, call.words.slice(1));
}
