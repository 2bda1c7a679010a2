import { z } from "zod";

export type JsonSchema = { [keyword: string]: unknown };

/** A schema that was given a name (`.meta({ id: "ActionResult" })`) is a type of its own; the rest is written in place. */
const isTypeName = (name: string) => /^[A-Z]\w*$/.test(name);

const REFERENCE = "#/$defs/";

export interface ResolvedSchema {
  schema: JsonSchema;
  /** The named schemas it refers to, by name. Empty when they were to be written in place too. */
  named: Record<string, JsonSchema>;
}

/** A zod schema as JSON Schema without references, but for named ones if wanted. What contains itself ends in "anything". */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output", { keepNamed = false } = {}): ResolvedSchema {
  const { $defs = {}, $schema: _, ...root } = z.toJSONSchema(schema, { io, reused: "inline" }) as JsonSchema;
  const definitions = $defs as Record<string, JsonSchema>;
  const named = keepNamed
    ? Object.fromEntries(Object.keys(definitions).filter(isTypeName).map((name) => [name, resolve(definitions[name], [name])]))
    : {};
  return { schema: resolve(root, []) as JsonSchema, named: named as Record<string, JsonSchema> };

  function resolve(value: unknown, open: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((each) => resolve(each, open));
    if (typeof value !== "object" || value === null) return value;
    const { $ref: reference, ...rest } = value as JsonSchema;
    if (typeof reference !== "string")
      return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (isOwnName(key, each) ? [] : [[key, resolve(each, open)]])));
    const name = reference.replace(REFERENCE, "");
    if (keepNamed && isTypeName(name)) return { $ref: reference, ...rest };
    if (reference === "#" || open.includes(name)) return {};
    const definition = definitions[name];
    if (!definition) throw new Error(`${reference} leads nowhere`);
    return { ...(resolve(definition, [...open, name]) as JsonSchema), ...rest };
  }
}

/** zod repeats a schema's name inside it; a property called "id" has a schema there and no text. */
const isOwnName = (key: string, value: unknown) => key === "id" && typeof value === "string";

export const nameInReference = (reference: string) => reference.replace(REFERENCE, "");
