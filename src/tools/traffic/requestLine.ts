import { z } from "zod";
import type { NetworkEntry } from "../../session/networkLog.ts";
import { requestFacts, requestFactsShape } from "../../session/requestFacts.ts";

export const requestLine = requestFactsShape.extend({
  bytes: z.number().optional(),
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
