import type { z } from "zod";
import { jsonSchemaOf, type JsonSchema } from "../../src/tools/surfaces/jsonSchema.ts";

/** Every field that a schema names, by its path: "candidates[].bbox.x"; "*" stands for a key that the data chooses. */
export const fieldPaths = (schema: z.ZodType): string[] => [...new Set(pathsIn(jsonSchemaOf(schema, "output").schema, ""))];

function pathsIn(schema: JsonSchema, at: string): string[] {
  const { properties = {}, items, prefixItems = [], additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    prefixItems?: JsonSchema[];
    additionalProperties?: JsonSchema | boolean;
    anyOf?: JsonSchema[];
    oneOf?: JsonSchema[];
    allOf?: JsonSchema[];
  };
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [join(at, key), ...pathsIn(inner, join(at, key))]),
    ...[items, ...prefixItems].flatMap((inner) => (inner ? pathsIn(inner, `${at}[]`) : [])),
    ...(typeof additionalProperties === "object" ? pathsIn(additionalProperties, join(at, "*")) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => pathsIn(inner, at)),
  ];
}

const join = (at: string, key: string): string => (at === "" ? key : `${at}.${key}`);
