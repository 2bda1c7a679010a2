import type { McpTool } from "../../protocol/toolSurfaces.ts";
import type { ToolDeclaration } from "../toolDeclaration.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { slimSchema } from "./slimSchema.ts";

export type McpFacts = Pick<ToolDeclaration, "name" | "summary" | "effect" | "needs" | "core" | "app"> & { family: string };

/** A tool as the MCP server lists it, by the JSON Schema of its input. */
export function mcpToolOf(tool: McpFacts, schema: JsonSchema): McpTool {
  return {
    name: tool.name,
    family: tool.family,
    core: tool.core ?? false,
    ...(tool.app && { app: true }),
    description: tool.summary,
    inputSchema: { ...slimSchema(schema), type: "object" },
    annotations: annotationsOf(tool),
  };
}

/** Only what differs from MCP's defaults: a tool is taken to write, to destroy and to reach the open world. */
function annotationsOf({ effect, needs }: McpFacts): McpTool["annotations"] {
  return {
    ...(effect === "read" && { readOnlyHint: true }),
    ...(effect !== "read" && { destructiveHint: effect === "destructive" }),
    ...(needs === "daemon" && { openWorldHint: false }),
  };
}
