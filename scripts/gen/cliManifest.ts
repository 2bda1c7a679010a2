import { z } from "zod";
import type { CommandArgument, Manifest, ToolCommand, ValueKind } from "../../src/cli/manifest.ts";
import type { Tool } from "../../src/tools/defineTool.ts";
import { registry } from "../../src/tools/registry.ts";
import type { GeneratedFiles } from "../gen.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** What the command line knows of each tool, so that it starts without zod and without the tools. */
export function cliManifest(): GeneratedFiles {
  const manifest: Manifest = Object.fromEntries([...registry.values()].filter(({ cli }) => cli?.instead === undefined).map((tool) => [tool.name, commandOf(tool)]));
  refuseDoubles(manifest);
  const lines = Object.entries(manifest).map(([name, command]) => `${JSON.stringify(name)}: ${JSON.stringify(command)}`);
  return { "src/generated/cli.json": `{\n${lines.join(",\n")}\n}\n` };
}

function commandOf(tool: Tool): ToolCommand {
  const schema = z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" });
  const args = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    argumentOf(property as Schema, schema.required?.includes(name) ?? false),
  ]);
  const positional = tool.cli?.positional;
  return {
    tool: tool.name,
    family: tool.family,
    summary: tool.summary,
    ...(tool.details && { details: tool.details }),
    needs: tool.needs,
    ...(positional && { positional }),
    ...(tool.cli?.aliases && { aliases: tool.cli.aliases }),
    ...(tool.cli?.exact && { exact: true }),
    args: Object.fromEntries(args),
    examples: tool.examples as Record<string, unknown>[],
    ...("url" in tool.input.shape && (tool.capability === "navigation" || tool.name === "fetch") && { goesTo: true }),
    ...(tool.family === "act" && positional?.[0] === "target" && { wantsTarget: true }),
  };
}

function argumentOf(schema: Schema, required: boolean): CommandArgument {
  const many = schema.type === "array";
  const inner = many ? (schema.items as Schema | undefined) ?? {} : schema;
  const kinds = kindsOf(inner);
  const choices = choicesOf(inner);
  return {
    kinds,
    ...(many && { many }),
    ...(required && { required }),
    ...(choices.length > 0 && { choices }),
    ...(schema.description && { help: schema.description }),
  };
}

const alternatives = (schema: Schema): Schema[] => (schema.anyOf ?? schema.oneOf ?? []) as Schema[];

function kindsOf(schema: Schema): ValueKind[] {
  const inner = alternatives(schema);
  if (inner.length > 0) return [...new Set(inner.flatMap(kindsOf))];
  if (schema.enum) return [...new Set(schema.enum.map((value) => scalarKind(typeof value)))];
  if (schema.const !== undefined) return [scalarKind(typeof schema.const)];
  if (schema.type === "object" && isSize(schema)) return ["size"];
  return (Array.isArray(schema.type) ? schema.type : [schema.type]).map((type) => scalarKind(String(type)));
}

function scalarKind(type: string): ValueKind {
  if (type === "string" || type === "boolean" || type === "number") return type;
  return type === "integer" ? "number" : "json";
}

const isSize = ({ properties }: Schema): boolean => Object.keys(properties ?? {}).sort().join() === "height,width";

function choicesOf(schema: Schema): string[] {
  const inner = alternatives(schema);
  if (inner.length > 0) return inner.flatMap(choicesOf);
  if (schema.enum) return schema.enum.map(String);
  return schema.const === undefined ? [] : [String(schema.const)];
}

function refuseDoubles(manifest: Manifest): void {
  const owners = new Map<string, string>();
  for (const { tool, aliases = [] } of Object.values(manifest))
    for (const name of [tool, ...aliases].map((each) => each.replaceAll("_", "-"))) {
      const owner = owners.get(name);
      if (owner) throw new Error(`the command "${name}" belongs to both ${owner} and ${tool}`);
      owners.set(name, tool);
    }
}
