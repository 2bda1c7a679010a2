import type { Config } from "../config/config.ts";
import type { Home } from "../config/home.ts";
import type { Capability } from "../policy/capability.ts";
import type { PluginViewer } from "../tools/pluginEntry.ts";
import type { Caller } from "./call.ts";
import { workspaceOf } from "./workspaceOf.ts";

/** Whose plugins a call may use. */
export const pluginViewerOf = (caller: Caller, capabilities: ReadonlySet<Capability>, { plugins }: Config, home: Home): PluginViewer => ({
  workspace: workspaceOf(caller, home).folder,
  capabilities,
  chosen: plugins,
});
