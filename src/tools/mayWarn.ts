import { z } from "zod";

/** Dispatch puts its warnings into whatever is an object: so every such answer declares them. */
export function mayWarn(output: z.core.$ZodType): z.core.$ZodType {
  if (output instanceof z.ZodUnion) return z.union(output.options.map(mayWarn));
  if (!(output instanceof z.ZodObject) || "warnings" in output.shape) return output;
  return output.extend({ warnings: z.array(z.string()).optional() });
}
