import type { PluginTrust } from "../tools/pluginEntry.ts";

/** Whose a plugin is, by where it came from and its name. */
export function trustOf(name: string, source: string): PluginTrust {
  if (source.startsWith("file:")) return "local";
  return name.startsWith("@drover/plugin-") ? "first-party" : "community";
}
