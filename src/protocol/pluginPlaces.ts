import type { McpTool, ToolCommand } from "./toolSurfaces.ts";

/** A plugin that a person has let in on this machine: front ends read it to know the plugin's tools without asking a daemon. */
export interface ApprovedPlugin {
  version: string;
  contentSha256: string;
  namespace: string;
  approvedAt: string;
}

/** `plugins/approved.json` in Drover's home: by workspace, then by the package's name. */
export type Approved = Record<string, Record<string, ApprovedPlugin>>;

/** `surfaces.json` beside a plugin's code. */
export interface PluginSurfaces {
  commands: ToolCommand[];
  mcp: McpTool[];
}

/** Below Drover's home, which only its owner can write to. */
export const APPROVED_FILE = "plugins/approved.json";
export const SURFACES_FILE = "surfaces.json";

/** Where a plugin's approved code is kept: under what it is, so that what runs is what was approved. */
export const storedPlugin = (contentSha256: string): string => `plugins/${contentSha256.slice(0, 32)}`;
