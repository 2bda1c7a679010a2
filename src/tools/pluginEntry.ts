import type { Capability } from "../policy/capability.ts";

/** What became of a declared plugin. */
export const pluginStatuses = [
  "loaded",
  "disabled-by-capability-mismatch",
  "disabled-by-cycle",
  "disabled-by-dep-missing",
  "disabled-by-namespace-conflict",
  "load-error",
] as const;

export type PluginStatus = (typeof pluginStatuses)[number];

export const pluginTrusts = ["first-party", "community", "local"] as const;

export type PluginTrust = (typeof pluginTrusts)[number];

/** Who asks: plugins are those of the caller's workspace, and count as far as the caller may do what they do. */
export interface PluginViewer {
  workspace: string;
  capabilities: ReadonlySet<Capability>;
  /** Names of those that may be used (`plugins` of the configuration); undefined: all of them. */
  chosen: readonly string[] | undefined;
}

/** What a plugin's calls of other tools are held to. */
export interface PluginBounds {
  name: string;
  capabilities: ReadonlySet<Capability>;
  /** Its own and those of the plugins that it depends on, and they in turn. */
  namespaces: ReadonlySet<string>;
}

/** Addresses that a tool of a plugin knows. */
export interface PluginVertical {
  name: string;
  about: string;
  hosts: string[];
  paths?: string[] | undefined;
  /** With its namespace. */
  tool: string;
}

/** A plugin as `plugins_list` tells of it. */
export interface PluginEntry {
  name: string;
  namespace?: string;
  version?: string;
  trust: PluginTrust;
  capabilities: Capability[];
  pageCode: boolean;
  dependsOn: { plugin: string; version: string }[];
  status: PluginStatus;
  /** Why it is not loaded, and what to do. */
  reason?: string;
  declaredAt: string;
  enabledAt?: string;
  /** Its process runs now. */
  running: boolean;
  /** How often its process ended without being told to, and the last time's why. */
  failures?: { count: number; last: string };
}

export interface PluginDetails extends PluginEntry {
  description?: string;
  source: string;
  contentSha256?: string;
  manifest?: Record<string, unknown>;
  /** Those that it depends on, and they in turn. */
  dependencies: string[];
  tools: Record<string, unknown>[];
}
