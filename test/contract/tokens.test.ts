import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { enableToolsOf } from "../../src/mcp/enableTools.ts";
import { instructions } from "../../src/mcp/instructions.ts";
import { ToolList } from "../../src/mcp/toolList.ts";
import type { McpTool } from "../../src/protocol/toolSurfaces.ts";

/** What a client is sent for `tools/list`, counted as the tokenizer of current models does. */
function listTokens(selection: string): number {
  const list = new ToolList(selection);
  const shown = [...list.listed(), enableToolsOf(list)].map(({ name, description, inputSchema, annotations }: McpTool) => ({
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
