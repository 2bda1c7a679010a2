import { expect, test } from "vitest";
import type { PluginManifest } from "./manifest.ts";
import { checkTools, surfacesOf, toolRecordsSchema } from "./toolRecord.ts";

const manifest: PluginManifest = { apiVersion: 1, namespace: "shop", capabilities: ["read"], pageCode: false, dependsOn: [] };
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

test("front ends know a tool as they know ours", () => {
  const { commands, mcp } = surfacesOf(toolRecordsSchema.parse([declared]), "shop");
  expect(commands[0]).toMatchObject({ tool: "shop.read_basket", family: "shop", args: { limit: { kinds: ["number"], required: true, help: "how many" } } });
  expect(mcp[0]).toEqual({ name: "shop.read_basket", family: "shop", core: false, description: "Read the basket.", inputSchema: { type: "object", properties: { limit: { type: "integer", description: "how many" } }, required: ["limit"] }, annotations: { readOnlyHint: true } });
});
