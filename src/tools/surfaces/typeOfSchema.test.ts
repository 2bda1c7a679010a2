import { expect, test } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "./jsonSchema.ts";
import { docComment, typeOfSchema } from "./typeOfSchema.ts";

const typeOf = (schema: z.ZodType) => typeOfSchema(jsonSchemaOf(schema, "output", { keepNamed: true }).schema).replace(/\s+/g, " ");

test.each<[string, z.ZodType]>([
  ["string", z.string().min(1)],
  ["number", z.int().positive()],
  ['"a" | "b"', z.enum(["a", "b"])],
  ["true", z.literal(true)],
  ["string | null", z.string().nullable()],
  ['("a" | "b")[]', z.array(z.enum(["a", "b"]))],
  ["[number, string]", z.tuple([z.number(), z.string()])],
  ["{ a: string; b?: number; }", z.object({ a: z.string(), b: z.number().optional() })],
  ["{ a: string; [key: string]: unknown; }", z.looseObject({ a: z.string() })],
  ["{ [key: string]: number; }", z.record(z.string(), z.number())],
  ["Record<never, never>", z.object({})],
  ["unknown", z.unknown()],
  ["Named", z.object({ a: z.string() }).meta({ id: "Named" })],
  ["{ id: string; }", z.object({ id: z.string() })],
])("%s", (type, schema) => {
  expect(typeOf(schema)).toBe(type);
});

test("what contains itself ends in unknown", () => {
  interface Tree {
    children: Tree[];
  }
  const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree) }));
  expect(typeOf(tree)).toContain("children: unknown[]");
});

test("a comment cannot end early", () => {
  expect(docComment("a */ b", "")).toBe("/** a *\\/ b */\n");
});
