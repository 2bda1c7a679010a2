import type { JsonSchema } from "./jsonSchema.ts";

/** The daemon checks these and says what was wrong; in every conversation they would only cost tokens. */
const checkedElsewhere = new Set([
  "$schema",
  "title",
  "default",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "propertyNames",
]);

/** What an agent must see of a schema to call the tool, and not a keyword more. */
export function slimSchema(schema: JsonSchema): JsonSchema {
  // What another tool's schema tells in full is only named here.
  if (typeof schema["listedAs"] === "string") return { description: schema["listedAs"] };
  const slim: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (checkedElsewhere.has(keyword)) continue;
    if (keyword === "properties" || keyword === "$defs") slim[keyword] = mapValues(value as Record<string, JsonSchema>);
    else if (keyword === "items" || keyword === "not") slim[keyword] = slimSchema(value as JsonSchema);
    else if (keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf" || keyword === "prefixItems")
      slim[keyword] = (value as JsonSchema[]).map(slimSchema);
    else if (keyword === "additionalProperties") {
      if (isSchema(value) && Object.keys(value).length > 0) slim[keyword] = slimSchema(value);
    } else slim[keyword] = value;
  }
  return withoutEmpty(collapse(slim));
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;

const mapValues = (schemas: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(schemas).flatMap(([name, schema]) => (isUnlisted(schema) ? [] : [[name, slimSchema(schema)]])));

/** Taken when somebody knows it; agents need not read of it. */
const isUnlisted = ({ unlisted }: JsonSchema): boolean => unlisted === true;

/** A list of values already says their type, a choice between constants is a list of values, between plain types a list of types. */
function collapse(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (Array.isArray(schema["enum"]) || "const" in schema) return rest;
  const { anyOf, ...around } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf as JsonSchema[];
  const values = choices.flatMap(({ const: only, enum: many, ...others }) =>
    Object.keys(others).length > 0 ? [undefined] : Array.isArray(many) ? (many as unknown[]) : [only],
  );
  if (!values.includes(undefined)) return { ...around, enum: values };
  const orNothing = nullable(choices);
  if (orNothing) return { ...orNothing, ...around };
  const types = choices.map(({ type, ...others }) => (Object.keys(others).length === 0 ? type : undefined));
  return types.includes(undefined) ? schema : { ...around, type: types.flat() };
}

/** Something or `null`, written as one. */
function nullable(choices: JsonSchema[]): JsonSchema | undefined {
  const something = choices.find(({ type }) => type !== "null");
  if (choices.length !== 2 || !something || !choices.some(({ type }) => type === "null")) return undefined;
  if (Array.isArray(something["enum"])) return { ...something, enum: [...(something["enum"] as unknown[]), null] };
  if ("const" in something) return { enum: [something["const"], null] };
  return typeof something["type"] === "string" ? { ...something, type: [something["type"], "null"] } : undefined;
}

function withoutEmpty(schema: JsonSchema): JsonSchema {
  const empty = (value: unknown) => isSchema(value) && Object.keys(value).length === 0;
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) => !((keyword === "properties" || keyword === "required") && empty(value))),
  );
}
