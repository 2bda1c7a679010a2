import { z } from "zod";
import type { CallRecord } from "../../protocol/events.ts";

export const callSchema = z.object({
  id: z.string(),
  parent: z.string().optional(),
  client: z.string(),
  tool: z.string(),
  subject: z.string().optional(),
  session: z.string().optional(),
  ts: z.number(),
  ms: z.number(),
  ok: z.boolean(),
  error: z.string().optional(),
}) satisfies z.ZodType<CallRecord>;
