import { z } from "zod";

/** A value that a schema accepts or nearly does, with the given text wherever a text may be. */
export function valueOf(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject) {
    const own = Object.entries(schema._zod.def.shape).map(([name, part]) => [name, valueOf(part, text)]);
    const more = schema._zod.def.catchall ? [["beyond", text]] : [];
    return Object.fromEntries([...own, ...more]);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return valueOf(schema._zod.def.innerType, text);
  if (schema instanceof z.ZodLazy) return valueOf(schema._zod.def.getter(), text);
  if (schema instanceof z.ZodArray) return [valueOf(schema._zod.def.element, text)];
  if (schema instanceof z.ZodTuple) return schema._zod.def.items.map((item) => valueOf(item, text));
  if (schema instanceof z.ZodRecord) return { [text]: valueOf(schema._zod.def.valueType, text) };
  if (schema instanceof z.ZodUnion) return valueOf(schema._zod.def.options.at(-1)!, text);
  if (schema instanceof z.ZodIntersection) return Object.assign(valueOf(schema._zod.def.left, text) as object, valueOf(schema._zod.def.right, text));
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 1;
  return text;
}
