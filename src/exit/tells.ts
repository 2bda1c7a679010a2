import { z } from "zod";

/**
 * What a result, an event or a file tells of. `page`: what a page shows or keeps, in its own words. `traffic`: what was captured on
 * its way to or from pages. `own`: only what Drover knows of itself and what its caller said.
 */
const telling = ["page", "traffic", "own"] as const;

export type Tells = (typeof telling)[number];

/** Pages wrote it: an agent reads it as data and never as instructions. */
export const isUntrusted = (tells: Tells): boolean => tells !== "own";

const captured = z.registry<{ captured: true }>();

/** Marks a part of an output that was captured from traffic, in a result that tells of a page. */
export const capturedPart = <Schema extends z.ZodType>(schema: Schema): Schema => {
  captured.add(schema, { captured: true });
  return schema;
};

/** Where captured traffic lies in a value: all of it, in some fields, in each item. Undefined: nowhere. */
export type CapturedWhere = "all" | { fields: Map<string, CapturedWhere> } | { items: CapturedWhere };

/** Reads the marks of an output's schema. */
export function capturedIn(schema: z.core.$ZodType): CapturedWhere | undefined {
  if (captured.has(schema as z.ZodType)) return "all";
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return capturedIn(schema._zod.def.innerType);
  if (schema instanceof z.ZodArray) {
    const items = capturedIn(schema._zod.def.element);
    return items && { items };
  }
  if (schema instanceof z.ZodUnion) return together(schema._zod.def.options.map(capturedIn));
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(schema._zod.def.shape).flatMap(([name, part]) => {
    const where = capturedIn(part);
    return where ? [[name, where] as const] : [];
  });
  return fields.length > 0 ? { fields: new Map(fields) } : undefined;
}

/** What any of the alternatives marks is marked. */
function together(alternatives: (CapturedWhere | undefined)[]): CapturedWhere | undefined {
  const marked = alternatives.filter((where) => where !== undefined);
  if (marked.length <= 1) return marked[0];
  const fields = new Map<string, CapturedWhere>();
  for (const where of marked) {
    if (where === "all" || "items" in where) return where;
    for (const [name, part] of where.fields) fields.set(name, part);
  }
  return { fields };
}
