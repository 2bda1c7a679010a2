import type { Tool } from "./defineTool.ts";
import type { PluginDetails, PluginEntry, PluginVertical, PluginViewer } from "./pluginEntry.ts";

/** The plugins of everybody's workspaces, as the rest of the daemon knows them. */
export interface PluginCatalogue {
  /** Refuses a tool of a plugin that is there but not loaded. */
  toolNamed(name: string, viewer: PluginViewer): Promise<Tool | undefined>;
  toolNames(viewer: PluginViewer): Promise<string[]>;
  list(viewer: PluginViewer): Promise<PluginEntry[]>;
  /** By the package's name or its namespace. */
  info(name: string, viewer: PluginViewer): Promise<PluginDetails | undefined>;
  /** Of all that are loaded. */
  verticals(viewer: PluginViewer): Promise<PluginVertical[]>;
}

/** Where nobody can add any. */
export const noPlugins: PluginCatalogue = { toolNamed: async () => undefined, toolNames: async () => [], list: async () => [], info: async () => undefined, verticals: async () => [] };

/** Only tools of plugins have a namespace. */
export const isOfPlugin = (tool: string): boolean => tool.includes(".");
