import { z } from "zod";
import { capabilities, type Capability } from "../policy/capability.ts";
import { confirmHooks } from "../policy/confirmHooks.ts";
import { DroverError } from "../protocol/errors.ts";
import type { PluginSurfaces } from "../protocol/pluginPlaces.ts";
import { commandOf } from "../tools/surfaces/commandOf.ts";
import { mcpToolOf } from "../tools/surfaces/mcpToolOf.ts";
import type { PluginManifest } from "./manifest.ts";

const support = z.union([z.literal("full"), z.strictObject({ partial: z.string() }), z.strictObject({ none: z.string() })]);
const jsonSchema = z.looseObject({ type: z.string().optional(), properties: z.record(z.string(), z.looseObject({})).optional(), required: z.array(z.string()).optional() });

/** A plugin's tool as data: what its process tells of it once, when it is installed. */
const toolRecordSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/, "a tool is called namespace.name, in a-z, 0-9 and _"),
  capability: z.enum(capabilities).nullable(),
  effect: z.enum(["read", "write", "destructive"]),
  needs: z.enum(["page", "session", "daemon"]),
  /** Never "own": what a plugin says is not what Drover knows of itself. */
  tells: z.enum(["page", "traffic"], 'say what its results tell of: tells: "page" or "traffic"'),
  summary: z.string().min(1).max(400),
  details: z.string().max(20_000).optional(),
  input: jsonSchema,
  output: jsonSchema,
  engines: z.strictObject({ chromium: support, firefox: support }),
  examples: z.array(z.looseObject({})).min(1, "a tool needs an example"),
  cli: z.strictObject({ positional: z.array(z.string()).optional() }).optional(),
  core: z.boolean().optional(),
  batch: z.boolean().optional(),
  concurrent: z.union([z.boolean(), z.literal("behind")]).optional(),
  confirm: z.partialRecord(z.enum(confirmHooks), z.string()).optional(),
  deadline: z.union([z.enum(["action", "navigation", "none"]), z.number().positive()]).optional(),
  textField: z.string().optional(),
});

export const toolRecordsSchema = z.array(toolRecordSchema).max(200);

export type ToolRecord = z.infer<typeof toolRecordSchema>;

/** A manifest is what the person was shown: tools that go beyond it are refused, all of them. */
export function checkTools(tools: readonly ToolRecord[], plugin: string, { namespace, capabilities: declared, verticals }: PluginManifest): void {
  const seen = new Set<string>();
  for (const { name, capability } of tools) {
    const [prefix] = name.split(".");
    if (prefix !== namespace) throw lie(`${plugin} declares the tool ${name}, which is not in its namespace "${namespace}"`);
    if (seen.has(name)) throw lie(`${plugin} declares the tool ${name} twice`);
    seen.add(name);
    if (capability !== null && !(declared as Capability[]).includes(capability))
      throw lie(`the tool ${name} needs the capability "${capability}", which the manifest of ${plugin} does not declare`, `Add "${capability}" to "capabilities" of "drover" in its package.json.`);
  }
  const extractors = new Set<string>();
  for (const vertical of verticals) {
    if (extractors.has(vertical.name)) throw lie(`${plugin} declares the extractor ${vertical.name} twice`);
    extractors.add(vertical.name);
    const asked = tools.find(({ name }) => name === `${namespace}.${vertical.tool}`);
    if (!asked) throw lie(`the extractor ${vertical.name} of ${plugin} is the tool ${namespace}.${vertical.tool}, which there is none of`);
    const { properties = {}, required = [] } = asked.input;
    if (!("url" in properties) || required.some((name) => name !== "url")) throw lie(`the extractor ${vertical.name} of ${plugin} calls ${asked.name} with url and nothing else`, `Let its input take url, and nothing more that it must have.`);
  }
}

const lie = (message: string, hint?: string): DroverError => new DroverError("plugin-failed", message, { ...(hint && { hint }) });

/** What front ends are to know of the tools. */
export function surfacesOf(tools: readonly ToolRecord[], namespace: string): PluginSurfaces {
  return {
    commands: tools.map((tool) => commandOf({ ...tool, family: namespace }, tool.input as Parameters<typeof commandOf>[1])),
    mcp: tools.map((tool) => mcpToolOf({ ...tool, family: namespace }, tool.input)),
  };
}
