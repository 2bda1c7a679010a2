import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface PluginSource {
  name: string;
  namespace: string;
  version?: string;
  capabilities?: string[];
  pageCode?: boolean;
  entry?: string;
  verticals?: Record<string, unknown>[];
  dependsOn?: { plugin: string; version?: string }[];
  apiVersion?: number;
  scripts?: Record<string, string>;
  /** The tools, as JavaScript. */
  tools?: string;
}

/** A plugin as its author would have it in a folder. */
export function pluginFolder(parent: string, { name, version = "1.0.0", scripts, tools = tool(), ...manifest }: PluginSource): string {
  const folder = path.join(parent, name);
  mkdirSync(folder, { recursive: true });
  const drover = { apiVersion: 1, capabilities: ["read"], ...manifest };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name, version, type: "module", main: "index.js", ...(scripts && { scripts }), drover }));
  writeFileSync(path.join(folder, "index.js"), `import { definePlugin, defineTool, ToolError, z } from "drover/plugin";\nexport default definePlugin({ tools: [${tools.replaceAll("NAMESPACE", manifest.namespace)}] });\n`);
  return folder;
}

/** One tool, as JavaScript. */
export const tool = ({ name = "hello", capability = '"read"', needs = "daemon", tells = '"page"', input = "z.object({})", run = "async () => ({ ok: true, value: 1 })" } = {}): string => `defineTool({
  name: "NAMESPACE.${name}", capability: ${capability}, effect: "read", needs: "${needs}", tells: ${tells}, summary: "Does ${name}.",
  input: ${input}, output: z.object({ ok: z.literal(true), value: z.unknown() }), engines: { chromium: "full", firefox: "full" }, examples: [{}], batch: true,
  run: ${run} })`;
