import { jsonSchemaOf } from "../../src/tools/surfaces/jsonSchema.ts";
import { mcpToolOf } from "../../src/tools/surfaces/mcpToolOf.ts";
import { registry } from "../../src/tools/registry.ts";
import type { GeneratedFiles } from "../gen.ts";

/** The tool list of the MCP server as data: that process loads neither the tools nor their schemas' library. */
export function mcpTools(): GeneratedFiles {
  const tools = [...registry.values()].map((tool) => mcpToolOf(tool, jsonSchemaOf(tool.input, "input").schema));
  return { "src/generated/mcpTools.json": `[\n${tools.map((tool) => JSON.stringify(tool)).join(",\n")}\n]\n` };
}
