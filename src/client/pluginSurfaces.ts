import { readFileSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { APPROVED_FILE, SURFACES_FILE, storedPlugin, type Approved, type PluginSurfaces } from "../protocol/pluginPlaces.ts";

/**
 * What front ends are to know of the tools of a workspace's plugins: written when a person installed them, as the generated files are for our own.
 * Whether one can be used now is the daemon's to say. Where there are none it costs one look for a file.
 */
export function pluginSurfaces({ dir }: Pick<Home, "dir">, workspace: string, only?: { namespace: string }): PluginSurfaces {
  const approved = read<Approved>(path.join(dir, APPROVED_FILE))?.[workspace] ?? {};
  const wanted = Object.values(approved).filter(({ namespace }) => only === undefined || namespace === only.namespace);
  const found = wanted.flatMap(({ contentSha256 }) => read<PluginSurfaces>(path.join(dir, storedPlugin(contentSha256), SURFACES_FILE)) ?? []);
  return { commands: found.flatMap(({ commands }) => commands), mcp: found.flatMap(({ mcp }) => mcp) };
}

const read = <T>(file: string): T | undefined => ifPresent(() => JSON.parse(readFileSync(file, "utf8")) as T, "what is known of plugins cannot be read");
