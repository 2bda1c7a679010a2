import { z } from "zod";
import type { SocketEntry } from "./socketLog.ts";

/** A frame of a WebSocket or of server-sent events, in ws_read and in what an action set off. */
export const frameFactsShape = z.object({
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

export type FrameFacts = z.infer<typeof frameFactsShape>;

/** A frame as results show it. */
export const frameFacts = ({ wsId, url, dir, kind, opcode, event, payload, binary, truncated, size, ts }: SocketEntry): FrameFacts => ({
  ...(wsId && { wsId }),
  url,
  dir,
  kind,
  ...(opcode !== undefined && { opcode }),
  ...(event !== undefined && { event }),
  payload,
  ...(binary && { binary }),
  ...(truncated && { truncated, size }),
  ts: Math.round(ts),
});
