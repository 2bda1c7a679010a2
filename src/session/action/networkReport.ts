import type { EnginePage } from "../../engine/port.ts";
import type { NetworkEntry } from "../networkLog.ts";
import { responseShape } from "./responseShape.ts";
import { urlPattern } from "./urlPattern.ts";

export interface NetworkReport {
  summary: { total: number; byType: Record<string, number>; failed: number };
  requests: { requestId: string; method: string; url: string; status: number | null; type: string; ms: number | null; error?: string }[];
  mutations?: Mutation[];
}

export interface Mutation {
  method: string;
  urlPattern: string;
  status: number;
  ok: boolean;
  durationMs: number;
  responseShape?: string[];
}

const MAX_REQUESTS = 10;
const MAX_MUTATIONS = 10;
const MAX_BODY = 256 * 1024;

/** Pictures, fonts, styles, media and beacons are counted together and not listed. */
const listed: Record<string, string> = {
  document: "Document",
  xhr: "XHR",
  fetch: "Fetch",
  script: "Script",
  websocket: "WebSocket",
  eventsource: "EventSource",
};

const groups: Record<string, string> = { xhr: "xhr", fetch: "xhr", document: "document", script: "script", websocket: "websocket", eventsource: "eventsource" };

const writes = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Request counts by kind, and the requests worth reading. */
export function summarize(entries: readonly NetworkEntry[]): NetworkReport {
  const byType: Record<string, number> = {};
  let failed = 0;
  for (const entry of entries) {
    const group = groups[entry.type] ?? "other";
    byType[group] = (byType[group] ?? 0) + 1;
    if (hasFailed(entry)) failed++;
  }
  const shown = entries.filter((entry) => entry.type in listed && (entry.type !== "script" || hasFailed(entry)));
  return {
    summary: { total: entries.length, byType, failed },
    requests: mostTelling(shown).map((entry) => ({
      requestId: entry.requestId,
      method: entry.method,
      url: entry.url,
      status: entry.response?.status ?? null,
      type: listed[entry.type] ?? entry.type,
      ms: entry.endedAt === undefined ? null : Math.max(0, Math.round(entry.endedAt - entry.startedAt)),
      ...(entry.error && { error: entry.error }),
    })),
  };
}

const hasFailed = (entry: NetworkEntry) => (entry.error !== undefined && !entry.canceled) || (entry.response?.status ?? 0) >= 400;

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

const isSuccess = ({ response }: NetworkEntry) => response !== undefined && response.status >= 200 && response.status < 300;

async function shapeOf(page: EnginePage, entry: NetworkEntry): Promise<string[] | undefined> {
  if (!/\bjson\b/i.test(entry.response?.mimeType ?? "") || (entry.bytes ?? 0) > MAX_BODY) return undefined;
  // The renderer drops bodies when the page navigates: then the shape is simply not known.
  const answer = await page.responseBody(entry.engineId).catch(() => undefined);
  if (!answer || answer.base64Encoded || answer.body.length > MAX_BODY) return undefined;
  return responseShape(answer.body);
}
