import { z } from "zod";
import type { NetworkEntry } from "../../session/networkLog.ts";
import { requestFacts } from "../../session/requestFacts.ts";

export const requestLine = z.object({
  requestId: z.string(),
  method: z.string(),
  url: z.string(),
  /** Null until there is an answer. */
  status: z.number().nullable(),
  type: z.string(),
  ms: z.number().nullable(),
  bytes: z.number().optional(),
  error: z.string().optional(),
  fromCache: z.literal(true).optional(),
  serviceWorker: z.string().optional(),
  sharedWorker: z.string().optional(),
  page: z.string().optional(),
});

export type RequestLine = z.infer<typeof requestLine>;

export function lineOf(entry: NetworkEntry, { withPage }: { withPage: boolean }): RequestLine {
  return {
    ...requestFacts(entry),
    ...(entry.bytes !== undefined && { bytes: entry.bytes }),
    ...(entry.response?.fromCache && { fromCache: true as const }),
    ...(entry.worker && { [entry.worker.startsWith("sw-") ? "serviceWorker" : "sharedWorker"]: entry.worker }),
    ...(withPage && { page: entry.pageId }),
  };
}

export const trafficSummary = z.object({ total: z.number(), byType: z.record(z.string(), z.number()), failed: z.number() });
