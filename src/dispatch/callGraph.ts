import { DroverError } from "../protocol/errors.ts";
import type { PluginBounds } from "../tools/pluginEntry.ts";
import type { Call } from "./call.ts";

/**
 * What a plugin calls, also by way of `batch` and its kin, is within what its manifest declares: tools of its own and of plugins that it depends
 * on, and Drover's as far as their capabilities are in its manifest. None changes what bounds it.
 */
export function requireCallGraph(call: Call): void {
  const plugin = callingPlugin(call.parent);
  if (!plugin) return;
  const { name, tool } = call;
  const [namespace = ""] = name.split(".");
  if (tool.plugin && !plugin.namespaces.has(namespace))
    throw violation(plugin, `${plugin.name} called ${name}, which belongs to a plugin that it does not depend on`, `Add ${tool.plugin.name} to "dependsOn" of "drover" in its package.json.`);
  if (tool.plugin) return;
  if (tool.family === "config" && tool.effect !== "read") throw violation(plugin, `${plugin.name} called ${name}: plugins do not change what bounds them`);
  if (tool.capability !== null && !plugin.capabilities.has(tool.capability))
    throw violation(plugin, `${plugin.name} called ${name}, which needs the capability "${tool.capability}"; its manifest does not declare it`, `Add "${tool.capability}" to "capabilities" of "drover" in its package.json.`);
}

function callingPlugin(call: Call | undefined): PluginBounds | undefined {
  for (let outer = call; outer; outer = outer.parent) if (outer.understood?.tool.plugin) return outer.understood.tool.plugin;
  return undefined;
}

const violation = ({ name }: PluginBounds, message: string, hint?: string): DroverError =>
  new DroverError("plugin-call-graph-violation", message, { ...(hint && { hint }), fields: { code: "plugin-call-graph-violation", plugin: name }, failure: { source: "app", plugin: name } });
