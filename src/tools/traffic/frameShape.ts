import { z } from "zod";

/** A frame of a WebSocket or of server-sent events, in ws_read and in what an action set off. */
export const frame = z.object({
  wsId: z.string().optional(),
  url: z.string(),
  dir: z.enum(["sent", "recv"]),
  kind: z.enum(["ws", "sse"]),
  opcode: z.number().optional(),
  event: z.string().optional(),
  payload: z.string(),
  binary: z.literal(true).optional(),
  truncated: z.literal(true).optional(),
  size: z.number().optional(),
  ts: z.number(),
});
