import type { Outcome } from "../protocol/messages.ts";
import { toolFamilies, type McpTool, type ToolList } from "./toolList.ts";

/** The one tool that is the server's own: it changes what this server lists, which no daemon knows of. */
export const enableTools: McpTool = {
  name: "enable_tools",
  family: "mcp",
  core: true,
  description: "List more tools, by family.",
  inputSchema: {
    type: "object",
    properties: { families: { type: "array", items: { enum: [...toolFamilies, "all"] } } },
    required: ["families"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

export function runEnableTools(list: ToolList, input: Record<string, unknown>): Outcome {
  const { families } = input;
  const wanted = Array.isArray(families) ? families.map(String) : typeof families === "string" ? [families] : [];
  const added = list.enable(wanted);
  const tools = Object.fromEntries(added.map(({ name, description }) => [name, description]));
  return { ok: true, data: { ok: true, added: tools, ...(wanted.length === 0 && { families: toolFamilies }) } };
}
