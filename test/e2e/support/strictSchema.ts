import { z } from "zod";

type Schema = z.core.$ZodType;

/** The same schema, refusing fields that it does not declare wherever it lists them. */
export function strictly(schema: Schema): Schema {
  const known = strict.get(schema);
  if (known) return known;
  const made = strictOf(schema);
  strict.set(schema, made);
  return made;
}

const strict = new WeakMap<Schema, Schema>();

function strictOf(schema: Schema): Schema {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, strictly(field)]));
    const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
    return isOpen ? z.looseObject(shape) : z.strictObject(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(strictly(schema.element));
  if (schema instanceof z.ZodOptional) return z.optional(strictly(schema.unwrap()));
  if (schema instanceof z.ZodNullable) return z.nullable(strictly(schema.unwrap()));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(strictly));
  if (schema instanceof z.ZodRecord) return z.record(schema.keyType, strictly(schema.valueType));
  if (schema instanceof z.ZodTuple) return z.tuple(schema.def.items.map(strictly) as [Schema, ...Schema[]]);
  if (schema instanceof z.ZodLazy) return z.lazy(() => strictly(schema.unwrap()));
  return schema;
}
