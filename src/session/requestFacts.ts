import { z } from "zod";
import type { NetworkEntry } from "./networkLog.ts";

const names: Record<string, string> = {
  xhr: "XHR",
  eventsource: "EventSource",
  websocket: "WebSocket",
  texttrack: "TextTrack",
  cspviolationreport: "CSPViolationReport",
};

/** DevTools' word for a kind of request. */
const typeName = (type: string): string => names[type] ?? type.charAt(0).toUpperCase() + type.slice(1);

/** Counted under their own name; everything else is `other`. */
const counted: Record<string, string> = {
  xhr: "xhr",
  fetch: "xhr",
  document: "document",
  script: "script",
  websocket: "websocket",
  eventsource: "eventsource",
};

const beacon =
  /(?:google-analytics\.com|analytics\.google\.com|googletagmanager\.com|doubleclick\.net|segment\.(?:io|com)|mixpanel\.com|amplitude\.com|hotjar\.com|fullstory\.com|facebook\.com\/tr|clarity\.ms|sentry\.io|bugsnag\.com|nr-data\.net|datadoghq\.(?:com|eu))|\/(?:beacon|collect|__utm\.gif)(?:[/?]|$)/;

/** Pictures, fonts, styles, media and beacons say little about what the page did: they are counted and not listed. */
export const isNoise = ({ type, url }: NetworkEntry): boolean => !(type in counted || type === "other") || beacon.test(url);

export const hasFailed = ({ error, canceled, response }: NetworkEntry): boolean =>
  (error !== undefined && !canceled) || (response?.status ?? 0) >= 400;

/** A request, as every result that lists some tells of it. */
export const requestFactsShape = z.object({
  requestId: z.string(),
  method: z.string(),
  url: z.string(),
  /** Null until there is an answer. */
  status: z.number().nullable(),
  type: z.string(),
  /** Null until it has ended. */
  ms: z.number().nullable(),
  error: z.string().optional(),
});

export type RequestFacts = z.infer<typeof requestFactsShape>;

export const requestFacts = (entry: NetworkEntry): RequestFacts => ({
  requestId: entry.requestId,
  method: entry.method,
  url: entry.url,
  status: entry.response?.status ?? null,
  type: typeName(entry.type),
  ms: entry.endedAt === undefined ? null : Math.max(0, Math.round(entry.endedAt - entry.startedAt)),
  ...(entry.error && { error: entry.error }),
});

export const trafficSummaryShape = z.object({ total: z.number(), byType: z.record(z.string(), z.number()), failed: z.number() });

export type TrafficSummary = z.infer<typeof trafficSummaryShape>;

export function summaryOf(entries: readonly NetworkEntry[]): TrafficSummary {
  const byType: Record<string, number> = {};
  for (const entry of entries) {
    const group = (!isNoise(entry) && counted[entry.type]) || "other";
    byType[group] = (byType[group] ?? 0) + 1;
  }
  return { total: entries.length, byType, failed: entries.filter(hasFailed).length };
}
