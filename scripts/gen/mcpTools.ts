import type { McpTool } from "../../src/mcp/toolList.ts";
import type { Tool } from "../../src/tools/defineTool.ts";
import { registry } from "../../src/tools/registry.ts";
import type { GeneratedFiles } from "../gen.ts";
import { jsonSchemaOf } from "./jsonSchema.ts";
import { slimSchema } from "./slimSchema.ts";

/** The tool list of the MCP server as data: that process loads neither the tools nor their schemas' library. */
export function mcpTools(): GeneratedFiles {
  const tools = [...registry.values()].map(mcpTool);
  return { "src/generated/mcpTools.json": `[\n${tools.map((tool) => JSON.stringify(tool)).join(",\n")}\n]\n` };
}

function mcpTool(tool: Tool): McpTool {
  return {
    name: tool.name,
    family: tool.family,
    core: tool.core ?? false,
    description: tool.summary,
    inputSchema: { ...slimSchema(jsonSchemaOf(tool.input, "input").schema), type: "object" },
    annotations: annotationsOf(tool),
  };
}

/** Only what differs from MCP's defaults: a tool is taken to write, to destroy and to reach the open world. */
function annotationsOf({ effect, needs }: Tool): McpTool["annotations"] {
  return {
    ...(effect === "read" && { readOnlyHint: true }),
    ...(effect !== "read" && { destructiveHint: effect === "destructive" }),
    ...(needs === "daemon" && { openWorldHint: false }),
  };
}
