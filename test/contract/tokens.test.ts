import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { enableTools } from "../../src/mcp/enableTools.ts";
import { instructions } from "../../src/mcp/instructions.ts";
import { ToolList, type McpTool } from "../../src/mcp/toolList.ts";

/** What a client is sent for `tools/list`, counted as the tokenizer of current models does. */
function listTokens(selection: string): number {
  const shown = [...new ToolList(selection).listed(), enableTools].map(({ name, description, inputSchema, annotations }: McpTool) => ({
    name,
    description,
    inputSchema,
    annotations,
  }));
  return encode(JSON.stringify({ tools: shown })).length;
}

test("the tools listed by default cost at most 4,000 tokens", () => {
  expect(listTokens("core")).toBeLessThanOrEqual(4_000);
});

test("all tools together cost at most 25,000 tokens", () => {
  expect(listTokens("all")).toBeLessThanOrEqual(25_000);
});

test("the instructions cost less than a tool or two", () => {
  expect(encode(instructions).length).toBeLessThanOrEqual(200);
});
