import type { z } from "zod";
import type { CommandArgument, ToolCommand, ValueKind } from "../../protocol/toolSurfaces.ts";
import type { ToolDeclaration } from "../toolDeclaration.ts";

type Schema = z.core.JSONSchema.BaseSchema;

export type CommandFacts = Pick<ToolDeclaration, "name" | "summary" | "details" | "needs" | "capability" | "cli"> & { family: string; examples: object[] };

/** A tool as the command line sees it, by the JSON Schema of its input. */
export function commandOf(tool: CommandFacts, schema: Schema): ToolCommand {
  const properties = Object.entries(schema.properties ?? {});
  const args = properties.map(([name, property]) => [name, argumentOf(property as Schema, schema.required?.includes(name) ?? false)]);
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
    args: Object.fromEntries(args) as ToolCommand["args"],
    examples: tool.examples as Record<string, unknown>[],
    ...(properties.some(([name]) => name === "url") && (tool.capability === "navigation" || tool.name === "fetch") && { goesTo: true }),
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
