import { nameInReference, type JsonSchema } from "./jsonSchema.ts";

/** A JSON Schema as TypeScript text. What it cannot express it refuses: a type that lies is worse than none. */
export function typeOfSchema(schema: JsonSchema | boolean, indent = ""): string {
  if (typeof schema === "boolean") return schema ? "unknown" : "never";
  if (typeof schema["$ref"] === "string") return nameInReference(schema["$ref"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) return unique(choices.map((choice) => typeOfSchema(choice as JsonSchema, indent))).join(" | ");
  if (Array.isArray(schema["allOf"]))
    return schema["allOf"].map((part) => bracketed(typeOfSchema(part as JsonSchema, indent))).join(" & ");
  const { type } = schema;
  if (Array.isArray(type)) return type.map((each) => typeOfSchema({ ...schema, type: each as unknown }, indent)).join(" | ");
  if (type === "object") return objectType(schema, indent);
  if (type === "array") return arrayType(schema, indent);
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === undefined && Object.keys(schema).every((keyword) => ["description", "default", "$schema", "title"].includes(keyword)))
    return "unknown";
  throw new Error(`typeOfSchema: cannot express ${JSON.stringify(schema)}`);
}

function objectType(schema: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const required = new Set(schema["required"] as string[] | undefined);
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const rest = schema["additionalProperties"];
  const lines = properties.map(
    ([name, property]) =>
      `${docComment(property["description"], inner)}${inner}${propertyName(name)}${required.has(name) ? "" : "?"}: ${typeOfSchema(property, inner)};\n`,
  );
  if (rest !== undefined && rest !== false) {
    // Beside named members an index must admit their types too.
    const value = properties.length > 0 ? "unknown" : typeOfSchema(rest as JsonSchema | boolean, inner);
    lines.push(`${inner}[key: string]: ${value};\n`);
  }
  return lines.length === 0 ? "Record<never, never>" : `{\n${lines.join("")}${indent}}`;
}

function arrayType(schema: JsonSchema, indent: string): string {
  const items = schema["items"] as JsonSchema | undefined;
  const leading = schema["prefixItems"];
  if (Array.isArray(leading)) {
    const members = leading.map((item) => typeOfSchema(item as JsonSchema, indent));
    return `[${[...members, ...(items ? [`...${bracketed(typeOfSchema(items, indent))}[]`] : [])].join(", ")}]`;
  }
  return items ? `${bracketed(typeOfSchema(items, indent))}[]` : "unknown[]";
}

/** Text as a TSDoc comment above a member; nothing when there is none. */
export function docComment(text: unknown, indent: string): string {
  if (typeof text !== "string" || text === "") return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const bracketed = (type: string) => (/[|&]/.test(type) && !/^[{[]/.test(type) ? `(${type})` : type);
const unique = (items: string[]) => [...new Set(items)];
