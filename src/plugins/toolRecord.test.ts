import { expect, test } from "vitest";
import type { PluginManifest } from "./manifest.ts";
import { checkTools, surfacesOf, toolRecordsSchema } from "./toolRecord.ts";

const manifest: PluginManifest = { apiVersion: 1, namespace: "shop", capabilities: ["read"], pageCode: false, verticals: [], dependsOn: [] };
const declared = {
  name: "shop.read_basket",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Read the basket.",
  input: { type: "object", properties: { limit: { type: "integer", description: "how many", maximum: 5 } }, required: ["limit"] },
  output: { type: "object" },
  engines: { chromium: "full", firefox: { none: "not tried" } },
  examples: [{ limit: 1 }],
};

test.each([
  ["a name without a namespace", { name: "basket" }],
  ["no word on what it tells of", { tells: undefined }],
  ["Drover's own word", { tells: "own" }],
  ["a capability that there is not", { capability: "root" }],
  ["no example", { examples: [] }],
  ["a field that is not declared", { findSession: true }],
])("a tool with %s is refused", (_, change) => {
  expect(toolRecordsSchema.safeParse([{ ...declared, ...change }]).success).toBe(false);
});

test.each([
  [{ name: "other.read" }, "not in its namespace"],
  [{ capability: "eval" as const }, 'needs the capability "eval"'],
])("tools that go beyond the manifest are refused: %o", (change, why) => {
  expect(() => checkTools(toolRecordsSchema.parse([{ ...declared, ...change }]), "drover-plugin-shop", manifest)).toThrow(why);
});

const vertical = { name: "shop", about: "Goods of a shop.", hosts: ["shop.example"], tool: "goods" };
const goods = { ...declared, name: "shop.goods", input: { type: "object", properties: { url: { type: "string" } }, required: ["url"] } };

test.each([
  ["a tool that there is none of", [declared], [vertical], "which there is none of"],
  ["a tool that takes no url", [declared], [{ ...vertical, tool: "read_basket" }], "calls shop.read_basket with url and nothing else"],
  ["a tool that must have more", [{ ...goods, input: { ...goods.input, properties: { url: {}, size: {} }, required: ["url", "size"] } }], [vertical], "with url and nothing else"],
  ["one name twice", [goods], [vertical, vertical], "twice"],
])("an extractor is refused that is %s", (_, tools, verticals, why) => {
  expect(() => checkTools(toolRecordsSchema.parse(tools), "drover-plugin-shop", { ...manifest, verticals })).toThrow(why);
});

test("an extractor is one of the plugin's own tools", () => {
  expect(() => checkTools(toolRecordsSchema.parse([goods]), "drover-plugin-shop", { ...manifest, verticals: [vertical] })).not.toThrow();
});

test("front ends know a tool as they know ours", () => {
  const { commands, mcp } = surfacesOf(toolRecordsSchema.parse([declared]), "shop");
  expect(commands[0]).toMatchObject({ tool: "shop.read_basket", family: "shop", args: { limit: { kinds: ["number"], required: true, help: "how many" } } });
  expect(mcp[0]).toEqual({ name: "shop.read_basket", family: "shop", core: false, description: "Read the basket.", inputSchema: { type: "object", properties: { limit: { type: "integer", description: "how many" } }, required: ["limit"] }, annotations: { readOnlyHint: true } });
});
