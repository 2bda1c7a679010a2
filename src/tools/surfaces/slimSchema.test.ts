import { expect, test } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "./jsonSchema.ts";
import { slimSchema } from "./slimSchema.ts";

const slim = (schema: z.ZodType) => slimSchema(jsonSchemaOf(schema, "input").schema);

test.each<[string, z.ZodType, object]>([
  ["bounds and patterns are the daemon's to check", z.string().min(1).max(9).regex(/x/), { type: "string" }],
  ["integers lose their enormous limits", z.int(), { type: "integer" }],
  ["listed values say their type", z.enum(["a", "b"]), { enum: ["a", "b"] }],
  ["constants to choose from are a list", z.union([z.literal("a"), z.literal(1)]), { enum: ["a", 1] }],
  ["types to choose from are a list", z.union([z.string(), z.number()]), { type: ["string", "number"] }],
  ["other choices stay", z.union([z.string(), z.object({ a: z.string() })]), { anyOf: [{ type: "string" }, { type: "object", properties: { a: { type: "string" } }, required: ["a"] }] }],
  ["a list or nothing is one schema", z.array(z.string()).nullable(), { type: ["array", "null"], items: { type: "string" } }],
  ["so is one of several values or nothing", z.enum(["a", "b"]).nullable(), { enum: ["a", "b", null] }],
  ["so is a constant or nothing", z.literal("a").nullable(), { enum: ["a", null] }],
  ["what is taken and need not be known is left out", z.object({ a: z.string(), b: z.string().optional().meta({ unlisted: true }) }), { type: "object", properties: { a: { type: "string" } }, required: ["a"] }],
  ["an object without members is just an object", z.object({}), { type: "object" }],
  ["a dictionary says what it holds", z.record(z.string(), z.boolean()), { type: "object", additionalProperties: { type: "boolean" } }],
  ["a dictionary of anything says nothing", z.record(z.string(), z.unknown()), { type: "object" }],
  ["descriptions stay", z.string().describe("why"), { type: "string", description: "why" }],
  ["a property may have a keyword's name", z.object({ title: z.string(), pattern: z.string().optional() }), { type: "object", properties: { title: { type: "string" }, pattern: { type: "string" } }, required: ["title"] }],
])("%s", (_, schema, expected) => {
  expect(slim(schema)).toEqual(expected);
});

test("what another tool tells in full is only named", () => {
  const schema = { type: "object", properties: { predicate: { oneOf: [{ type: "object" }], listedAs: "as verify_predicate takes it" } } };
  expect(slimSchema(schema)).toEqual({ type: "object", properties: { predicate: { description: "as verify_predicate takes it" } } });
});
