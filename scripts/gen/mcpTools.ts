import { isDeepStrictEqual } from "node:util";
import type { McpTool } from "../../src/protocol/toolSurfaces.ts";
import { jsonSchemaOf, type JsonSchema } from "../../src/tools/surfaces/jsonSchema.ts";
import { mcpToolOf } from "../../src/tools/surfaces/mcpToolOf.ts";
import { registry } from "../../src/tools/registry.ts";
import type { GeneratedFiles } from "../gen.ts";

/** The tool list of the MCP server as data: that process loads neither the tools nor their schemas' library. */
export function mcpTools(): GeneratedFiles {
  const tools = [...registry.values()].filter(({ forPeople }) => !forPeople).map((tool) => mcpToolOf(tool, jsonSchemaOf(tool.input, "input").schema));
  const explained = tools.filter(({ core }) => core).flatMap((tool) => Object.entries(argumentsOf(tool)));
  const listed = tools.map((tool) => (tool.core ? tool : withoutRepeating(tool, explained)));
  return { "src/generated/mcpTools.json": `[\n${listed.map((tool) => JSON.stringify(tool)).join(",\n")}\n]\n` };
}

const argumentsOf = ({ inputSchema }: McpTool): Record<string, JsonSchema> => (inputSchema["properties"] ?? {}) as Record<string, JsonSchema>;

/** What a tool that agents see unasked says of an argument it need not hear from every other one that takes the same. */
function withoutRepeating(tool: McpTool, explained: [string, JsonSchema][]): McpTool {
  const brief = Object.entries(argumentsOf(tool)).map(([name, schema]) => {
    const { description: _, ...rest } = schema;
    return [name, explained.some(([known, same]) => known === name && isDeepStrictEqual(same, schema)) ? rest : schema];
  });
  return brief.length === 0 ? tool : { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(brief) } };
}
