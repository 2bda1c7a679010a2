import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EnginePage } from "../../engine/port.ts";
import type { NetworkEntry } from "../networkLog.ts";
import { hasFailed, isNoise, requestFacts, requestFactsShape, summaryOf, trafficSummaryShape } from "../requestFacts.ts";
import { frameFacts, frameFactsShape } from "../frameFacts.ts";
import type { SocketEntry } from "../socketLog.ts";
import { responseShape } from "./responseShape.ts";
import { urlPattern } from "./urlPattern.ts";

const mutationShape = z.object({
  method: z.string(),
  urlPattern: z.string(),
  status: z.number(),
  ok: z.boolean(),
  durationMs: z.number(),
  responseShape: z.array(z.string()).optional(),
});

export const networkReportShape = z.object({
  summary: trafficSummaryShape,
  requests: z.array(requestFactsShape),
  mutations: z.array(mutationShape).optional(),
  /** Of WebSockets and server-sent events. */
  wsFrames: z.array(frameFactsShape).optional(),
});

export type NetworkReport = z.infer<typeof networkReportShape>;
export type Mutation = z.infer<typeof mutationShape>;

const MAX_REQUESTS = 10;
const MAX_MUTATIONS = 10;
const MAX_BODY = 256 * 1024;

const writes = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Request counts by kind, the requests worth reading, and frames of sockets. */
export function summarize(entries: readonly NetworkEntry[], frames: readonly SocketEntry[] = []): NetworkReport {
  const shown = entries.filter((entry) => !isNoise(entry) && entry.type !== "other" && (entry.type !== "script" || hasFailed(entry)));
  return {
    summary: summaryOf(entries),
    requests: mostTelling(shown).map(requestFacts),
    ...(frames.length > 0 && { wsFrames: frames.map(frameFacts) }),
  };
}

/** When there are too many, writes and failures stay. */
function mostTelling(entries: NetworkEntry[]): NetworkEntry[] {
  if (entries.length <= MAX_REQUESTS) return entries;
  const weight = (entry: NetworkEntry) => Number(hasFailed(entry)) * 2 + Number(writes.has(entry.method));
  const kept = new Set(entries.toSorted((a, b) => weight(b) - weight(a)).slice(0, MAX_REQUESTS));
  return entries.filter((entry) => kept.has(entry));
}

/** Successful writes with the top-level keys of what they answered; never values. */
export async function mutationsOf(page: EnginePage, entries: readonly NetworkEntry[]): Promise<Mutation[]> {
  const done = entries.filter((entry) => writes.has(entry.method) && isSuccess(entry) && entry.type !== "ping" && entry.endedAt !== undefined);
  return Promise.all(
    done.slice(0, MAX_MUTATIONS).map(async (entry) => {
      const status = entry.response?.status ?? 0;
      const shape = await shapeOf(page, entry);
      return {
        method: entry.method,
        urlPattern: urlPattern(entry.url),
        status,
        ok: true,
        durationMs: Math.max(0, Math.round((entry.endedAt ?? entry.startedAt) - entry.startedAt)),
        ...(shape && { responseShape: shape }),
      };
    }),
  );
}

/** What the server said to the page that an action led to, when it said no. */
export function refusedPage(entries: readonly NetworkEntry[], { changed, to = "" }: { changed: boolean; to?: string | undefined }): string | undefined {
  const [address] = to.split("#");
  const status = changed ? entries.findLast(({ type, url }) => type === "document" && url.split("#")[0] === address)?.response?.status : undefined;
  return status !== undefined && status >= 400 ? `The server answered ${status} for this page.` : undefined;
}

const isSuccess = ({ response }: NetworkEntry) => response !== undefined && response.status >= 200 && response.status < 300;

async function shapeOf(page: EnginePage, entry: NetworkEntry): Promise<string[] | undefined> {
  if (!/\bjson\b/i.test(entry.response?.mimeType ?? "") || (entry.bytes ?? 0) > MAX_BODY) return undefined;
  // The renderer drops bodies when the page navigates: then the shape is simply not known.
  const answer = await mayFail(page.responseBody(entry.engineId), "a response's body may be gone with its page");
  if (!answer || answer.base64Encoded || answer.body.length > MAX_BODY) return undefined;
  return responseShape(answer.body);
}
