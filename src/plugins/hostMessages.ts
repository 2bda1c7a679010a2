import { z } from "zod";

/** What goes between the daemon and the process of a plugin. Whatever comes from there was perhaps written by the plugin itself. */

export type ToHost =
  | { type: "describe" }
  | { type: "run"; call: string; tool: string; input: Record<string, unknown>; session?: string; page?: string; endsAt: number }
  | { type: "answer"; id: number; value?: unknown; error?: HostError }
  | { type: "cancel"; call: string }
  | { type: "ping"; id: number };

const errorSchema = z.object({ code: z.string().max(100).optional(), message: z.string(), hint: z.string().optional(), stack: z.string().optional(), fields: z.record(z.string(), z.unknown()).optional() });

export type HostError = z.infer<typeof errorSchema>;

/** What code of a plugin may ask of the daemon while a call runs. */
const askSchema = z.discriminatedUnion("what", [
  z.object({ what: z.literal("callTool"), tool: z.string(), input: z.record(z.string(), z.unknown()) }),
  z.object({ what: z.literal("evaluate"), code: z.string(), arg: z.unknown().optional(), ref: z.string().optional(), frame: z.string().optional() }),
]);

export type HostAsk = z.infer<typeof askSchema>;

export const fromHostSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("described"), tools: z.unknown().optional() }),
  z.object({ type: z.literal("unusable"), error: errorSchema }),
  z.object({ type: z.literal("ask"), call: z.string(), id: z.number(), ask: askSchema }),
  z.object({ type: z.literal("done"), call: z.string(), value: z.unknown().optional() }),
  z.object({ type: z.literal("threw"), call: z.string(), error: errorSchema }),
  z.object({ type: z.literal("warn"), call: z.string(), message: z.string() }),
  z.object({ type: z.literal("progress"), call: z.string(), message: z.string(), done: z.number().optional(), total: z.number().optional() }),
  z.object({ type: z.literal("pong"), id: z.number() }),
]);

export type FromHost = z.infer<typeof fromHostSchema>;
