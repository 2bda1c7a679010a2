import { z } from "zod";
import type { ClientMessage } from "../protocol/messages.ts";
import { clientKinds, resultForms } from "../protocol/messages.ts";
import { personInputSchema } from "./handInput.ts";

export const sampleAnswer = z.union([z.object({ text: z.string(), model: z.string() }), z.object({ problem: z.string() })]);

const helloSchema = z.object({
  type: z.literal("hello"),
  protocol: z.number(),
  version: z.string(),
  client: z.enum(clientKinds),
  pid: z.number(),
  cwd: z.string(),
  id: z.string().optional(),
  member: z.string().min(1).max(200).optional(),
  capabilities: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  holds: z.array(z.string()).optional(),
  port: z.number().optional(),
});

const messageSchema = z.discriminatedUnion("type", [
  helloSchema,
  z.object({
    type: z.literal("call"),
    id: z.number(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    form: z.enum(resultForms).optional(),
    people: z.object({ columns: z.number(), color: z.boolean() }).optional(),
    asks: z.boolean().optional(),
    samples: z.boolean().optional(),
  }),
  z.object({ type: z.literal("reply"), id: z.number(), question: z.string(), value: z.unknown().optional() }),
  z.object({ type: z.literal("cancel"), id: z.number() }),
  z.object({ type: z.literal("secret"), id: z.number(), value: z.string().optional() }),
  z.object({
    type: z.literal("subscribe"),
    id: z.number(),
    topics: z.array(z.string()),
    session: z.string().optional(),
    filter: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({
    type: z.literal("watch"),
    view: z.number(),
    session: z.string(),
    page: z.string().optional(),
    width: z.number().min(1).max(10_000),
    height: z.number().min(1).max(10_000),
    thumbnail: z.boolean().optional(),
  }),
  z.object({ type: z.literal("unwatch"), view: z.number() }),
  z.object({ type: z.literal("ack"), view: z.number(), frame: z.number() }),
  z.object({ type: z.literal("input"), session: z.string(), page: z.string().optional(), event: personInputSchema }),
  z.object({ type: z.literal("converse"), channel: z.number(), session: z.string(), with: z.enum(["page", "devtools"]) }),
  z.object({ type: z.literal("say"), channel: z.number(), message: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal("end"), channel: z.number() }),
  z.object({ type: z.literal("control"), id: z.number(), command: z.enum(["status", "stop", "report"]), force: z.boolean().optional() }),
]) satisfies z.ZodType<ClientMessage>;

/** What came through a socket; undefined when it is no message of the protocol. */
export const understandClient = (received: unknown): ClientMessage | undefined => messageSchema.safeParse(received).data;
