import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { MAX_POST_DATA, type NetworkEntry } from "../../session/networkLog.ts";
import { requestFacts } from "../../session/requestFacts.ts";
import type { Session } from "../../session/session.ts";
import type { TextStyle } from "../defineTool.ts";
import { escaped } from "../../text/escape.ts";
import { paint } from "../text/paint.ts";

const headers = z.record(z.string(), z.string());

export const requestDetail = z.object({
  requestId: z.string(),
  method: z.string(),
  url: z.string(),
  type: z.string(),
  page: z.string(),
  startedAt: z.string(),
  status: z.number().nullable(),
  statusText: z.string().optional(),
  mimeType: z.string().optional(),
  protocol: z.string().optional(),
  remoteAddress: z.string().optional(),
  from: z.enum(["disk cache", "service worker"]).optional(),
  initiator: z.string().optional(),
  error: z.string().optional(),
  /** Milliseconds; absent where the browser does not tell. */
  timing: z.object({
    total: z.number().nullable(),
    dns: z.number().optional(),
    connect: z.number().optional(),
    ssl: z.number().optional(),
    send: z.number().optional(),
    wait: z.number().optional(),
    receive: z.number().optional(),
  }),
  bytes: z.number().optional(),
  bodyBytes: z.number().optional(),
  requestHeaders: headers,
  responseHeaders: headers.optional(),
  postData: z.string().optional(),
  /** The beginning of a response that is text. */
  body: z.string().optional(),
  bodyTruncated: z.literal(true).optional(),
});

export type RequestDetail = z.infer<typeof requestDetail>;

const secretHeader = /^(?:(?:proxy-)?authorization|cookie|set-cookie|x-(?:api|auth|access|csrf|xsrf|amz-security).*|.*(?:token|secret|session|api-?key).*)$/i;

function shownHeaders(all: Record<string, string>, secretsToo: boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, secretsToo || !secretHeader.test(name) ? value : "…"]));
}

/** Everything about one request. Cookies, credentials and what was sent only for those who may read bodies. */
export function detailOf(entry: NetworkEntry, secretsToo: boolean): RequestDetail {
  const { response } = entry;
  const { requestId, method, url, type, status, ms, error } = requestFacts(entry);
  return {
    requestId,
    method,
    url,
    type,
    page: entry.pageId,
    startedAt: new Date(entry.startedAt).toISOString(),
    status,
    ...(response?.statusText && { statusText: response.statusText }),
    ...(response?.mimeType && { mimeType: response.mimeType }),
    ...(response?.protocol && { protocol: response.protocol }),
    ...(response?.remoteAddress && { remoteAddress: response.remoteAddress }),
    ...(response?.fromCache && { from: "disk cache" as const }),
    ...(response?.fromServiceWorker && { from: "service worker" as const }),
    ...(entry.initiator && { initiator: entry.initiator }),
    ...(error && { error }),
    timing: timingOf(entry, ms),
    ...(entry.bytes !== undefined && { bytes: entry.bytes }),
    ...(entry.bodyBytes !== undefined && { bodyBytes: entry.bodyBytes }),
    requestHeaders: shownHeaders(entry.requestHeaders, secretsToo),
    ...(response && { responseHeaders: shownHeaders(response.headers, secretsToo) }),
    ...(secretsToo && entry.postData !== undefined && { postData: entry.postData }),
  };
}

function timingOf(entry: NetworkEntry, total: number | null): RequestDetail["timing"] {
  const known = Object.entries(entry.response?.timing ?? {}).filter(([, ms]) => ms >= 0);
  const receive = entry.endedAt !== undefined && entry.response ? Math.max(0, entry.endedAt - entry.response.ts) : undefined;
  return {
    total,
    ...Object.fromEntries(known.map(([phase, ms]) => [phase, Math.round(ms * 10) / 10])),
    ...(receive !== undefined && { receive: Math.round(receive * 10) / 10 }),
  };
}

const MAX_BODY = 4096;
/** A longer one is not even asked for: network_body is there for it. */
const MAX_ASKED = 1024 * 1024;

/** What was sent, for those who may read bodies, when the browser did not tell it with the request. */
export async function sentOf(session: Session, entry: NetworkEntry): Promise<Pick<RequestDetail, "postData">> {
  if (entry.postData !== undefined || !entry.hasPostData) return {};
  const page = session.pages().find(({ id }) => id === entry.pageId);
  const postData = await page?.engine.requestPostData?.(entry.engineId);
  return postData === undefined ? {} : { postData: postData.slice(0, MAX_POST_DATA) };
}

/** What the detail shows of the response's body, for those who may read bodies. */
export async function bodyOf(session: Session, entry: NetworkEntry): Promise<Pick<RequestDetail, "body" | "bodyTruncated">> {
  if (entry.endedAt === undefined || entry.error !== undefined || !entry.bodyBytes || entry.bodyBytes > MAX_ASKED) return {};
  const answer = await mayFail(session.parts.network.responseBody(entry), "a response's body may be gone with its page");
  if (!answer || answer.base64Encoded) return {};
  return answer.body.length > MAX_BODY ? { body: answer.body.slice(0, MAX_BODY), bodyTruncated: true } : { body: answer.body };
}

/** One request as a page of text. */
export function detailText(detail: RequestDetail, { color }: TextStyle): string {
  const heading = (text: string) => paint(text, "bold", color);
  const outcome = detail.status === null ? (detail.error ?? "no answer yet") : `${detail.status} ${detail.statusText ?? ""}`.trim();
  const facts: [string, unknown][] = [
    ["type", [detail.type, detail.mimeType].filter(Boolean).join(", ")],
    ["started", detail.startedAt],
    ["from", detail.from],
    ["protocol", detail.protocol],
    ["remote", detail.remoteAddress],
    ["initiator", detail.initiator],
    ["size", detail.bodyBytes === undefined ? undefined : `${detail.bodyBytes} bytes, ${detail.bytes ?? 0} over the wire`],
    ["time", Object.entries(detail.timing).map(([phase, ms]) => `${phase} ${ms ?? "?"} ms`).join(", ")],
  ];
  const section = (title: string, all: Record<string, string> | undefined) =>
    all ? ["", heading(title), ...Object.entries(all).map(([name, value]) => `  ${paint(escaped(name), "cyan", color)}: ${escaped(value)}`)] : [];
  return [
    heading(escaped(`${detail.method} ${detail.url}`)),
    `  ${escaped(outcome)}`,
    ...facts.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(9)} ${escaped(String(value))}`),
    ...section("Request headers", detail.requestHeaders),
    ...section("Response headers", detail.responseHeaders),
    ...(detail.postData === undefined ? [] : ["", heading("Sent"), ...body(detail.postData)]),
    ...(detail.body === undefined ? [] : ["", heading("Received"), ...body(detail.body)]),
    ...(detail.bodyTruncated ? [paint(`… \`drover network-body ${escaped(detail.requestId)}\` prints more`, "dim", color)] : []),
  ].join("\n");
}

/** Each line of it says that it is one. */
const body = (text: string): string[] => text.split(/\r?\n/).map((line) => `  | ${escaped(line)}`);
