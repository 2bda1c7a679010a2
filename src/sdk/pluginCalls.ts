import type { PluginTools } from "./index.ts";

/** A tool of a plugin whose types are not known here. */
export type PluginToolName = `${string}.${string}`;

export type PluginInput<Name extends keyof PluginTools> = PluginTools[Name] extends { input: infer Input } ? Input : never;
export type PluginOutput<Name extends keyof PluginTools> = PluginTools[Name] extends { output: infer Output } ? Output : never;
