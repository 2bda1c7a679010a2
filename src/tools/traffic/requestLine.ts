import { z } from "zod";
import type { NetworkEntry } from "../../session/networkLog.ts";

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
  page: z.string().optional(),
});

export type RequestLine = z.infer<typeof requestLine>;

const names: Record<string, string> = {
  xhr: "XHR",
  eventsource: "EventSource",
  websocket: "WebSocket",
  texttrack: "TextTrack",
  cspviolationreport: "CSPViolationReport",
};

/** DevTools' word for a kind of request. */
export const typeName = (type: string): string => names[type] ?? type.charAt(0).toUpperCase() + type.slice(1);

/** Counted under their own name; everything else is `other`. */
const counted: Record<string, string> = {
  xhr: "xhr",
  fetch: "xhr",
  document: "document",
  script: "script",
  websocket: "websocket",
  eventsource: "eventsource",
};

const noise = new Set(["image", "font", "stylesheet", "media", "ping", "texttrack", "manifest", "prefetch", "cspviolationreport", "preflight"]);

const beacon =
  /(?:google-analytics\.com|analytics\.google\.com|googletagmanager\.com|doubleclick\.net|segment\.(?:io|com)|mixpanel\.com|amplitude\.com|hotjar\.com|fullstory\.com|facebook\.com\/tr|clarity\.ms|sentry\.io|bugsnag\.com|nr-data\.net|datadoghq\.(?:com|eu))|\/(?:beacon|collect|__utm\.gif)(?:[/?]|$)/;

/** Pictures, fonts, styles, media and beacons say little about what the page did. */
export const isNoise = ({ type, url }: NetworkEntry): boolean => noise.has(type) || beacon.test(url);

export const hasFailed = ({ error, canceled, response }: NetworkEntry): boolean =>
  (error !== undefined && !canceled) || (response?.status ?? 0) >= 400;

export const durationOf = ({ startedAt, endedAt }: NetworkEntry): number | null =>
  endedAt === undefined ? null : Math.max(0, Math.round(endedAt - startedAt));

export function lineOf(entry: NetworkEntry, { withPage }: { withPage: boolean }): RequestLine {
  return {
    requestId: entry.requestId,
    method: entry.method,
    url: entry.url,
    status: entry.response?.status ?? null,
    type: typeName(entry.type),
    ms: durationOf(entry),
    ...(entry.bytes !== undefined && { bytes: entry.bytes }),
    ...(entry.error && { error: entry.error }),
    ...(entry.response?.fromCache && { fromCache: true as const }),
    ...(entry.serviceWorker && { serviceWorker: entry.serviceWorker }),
    ...(withPage && { page: entry.pageId }),
  };
}

export const trafficSummary = z.object({ total: z.number(), byType: z.record(z.string(), z.number()), failed: z.number() });

export function summaryOf(entries: readonly NetworkEntry[]): z.infer<typeof trafficSummary> {
  const byType: Record<string, number> = {};
  for (const entry of entries) {
    const group = (!isNoise(entry) && counted[entry.type]) || "other";
    byType[group] = (byType[group] ?? 0) + 1;
  }
  return { total: entries.length, byType, failed: entries.filter(hasFailed).length };
}
