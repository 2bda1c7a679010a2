import { z } from "zod";
import { deviceSchema } from "./emulation/device.ts";
import { harOptionsSchema } from "./har/harFormat.ts";

const MAX_DELAY_MS = 120_000;

/** A response that is given in the network's place. */
export const cannedResponse = z.object({
  status: z.int().min(200).max(599).optional(),
  body: z.string().optional(),
  contentType: z.string().min(1).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.int().min(0).max(MAX_DELAY_MS).optional(),
});

const route = z.object({
  urlPattern: z.string(),
  method: z.string().optional(),
  /** Given one after the other, or the first one for ever. */
  responses: z.array(cannedResponse),
  endless: z.boolean(),
  served: z.number(),
});

const conditions = z.object({
  offline: z.boolean(),
  latencyMs: z.number(),
  downloadBps: z.number(),
  uploadBps: z.number(),
  packetLoss: z.number().optional(),
});

export const capturedDownload = z.object({
  id: z.string(),
  suggestedFilename: z.string(),
  /** The page's own name for it, where that could not be used. */
  rawSuggestedFilename: z.string().optional(),
  mimeType: z.string().optional(),
  sizeBytes: z.number(),
  path: z.string(),
});

/** What a session was told to go on doing. It still does when its browser or its daemon had to be replaced. */
export const standingSchema = z.object({
  routes: z.array(route),
  socketRules: z.array(z.tuple([z.string(), z.union([z.enum(["drop", "echo"]), z.object({ data: z.string() })])])),
  serviceWorkerRules: z.array(z.tuple([z.string(), cannedResponse])),
  network: conditions.optional(),
  cpuRate: z.number().optional(),
  device: deviceSchema.optional(),
  /** Where the pages' clock was stopped. */
  clockMs: z.number().optional(),
  seed: z.number().optional(),
  downloads: z.object({ folder: z.string().optional(), captured: z.array(capturedDownload) }),
  recording: harOptionsSchema.optional(),
});

export type CannedResponse = z.infer<typeof cannedResponse>;
export type Route = z.infer<typeof route>;
export type CapturedDownload = z.infer<typeof capturedDownload>;
export type Standing = z.infer<typeof standingSchema>;
