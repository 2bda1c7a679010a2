import { z } from "zod";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { resultForms } from "../protocol/messages.ts";
import type { AppMessage } from "./wire.ts";

const id = z.number();

/** What the app may say. What a person's hands do is read by the daemon. */
const appMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("call"), id, tool: z.string(), input: z.record(z.string(), z.unknown()), form: z.enum(resultForms).optional(), people: z.object({ columns: z.number(), color: z.boolean() }).optional() }),
  z.object({ type: z.literal("cancel"), id }),
  z.object({ type: z.literal("watch"), view: z.number(), session: z.string(), page: z.string().optional(), width: z.number().min(1).max(10_000), height: z.number().min(1).max(10_000), thumbnail: z.boolean().optional() }),
  z.object({ type: z.literal("unwatch"), view: z.number() }),
  z.object({ type: z.literal("ack"), view: z.number(), frame: z.number() }),
  z.object({ type: z.literal("input"), session: z.string(), page: z.string().optional(), event: z.looseObject({ kind: z.string() }) }),
]);

/** Undefined when it is none. */
export function readAppMessage(text: string): AppMessage | undefined {
  const parsed = appMessage.safeParse(unlessMalformed(() => JSON.parse(text) as unknown));
  return parsed.success ? (parsed.data as AppMessage) : undefined;
}
