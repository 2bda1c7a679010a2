import { createHash } from "node:crypto";
import type { NetworkEntry } from "../networkLog.ts";
import type { ResponseBody } from "../responseBody.ts";
import { headerOf } from "../routes.ts";
import type { HarContent, HarContentPolicy, HarMode } from "./harFormat.ts";

/** A body that is put beside the archive. */
export interface Attachment {
  name: string;
  bytes: Buffer;
}

interface Recorded {
  entry: NetworkEntry;
  /** Undefined when the browser did not give it. */
  body: ResponseBody | undefined;
  postData: string | undefined;
}

interface Style {
  mode: HarMode;
  content: HarContentPolicy;
}

/** One request as the archive has it, and the file that goes with it. */
export function harEntry(recorded: Recorded, { mode, content }: Style): { json: Record<string, unknown>; attachment?: Attachment } {
  const { entry, body, postData } = recorded;
  const { response } = entry;
  const attachment = content === "attach" && body ? attachmentOf(body, response?.mimeType ?? "") : undefined;
  const full = mode === "full";
  const httpVersion = versionName(response?.protocol);
  return {
    json: {
      ...(full && { pageref: pageRef(entry.pageId) }),
      startedDateTime: new Date(entry.startedAt).toISOString(),
      time: full && entry.endedAt !== undefined ? round(entry.endedAt - entry.startedAt) : -1,
      request: {
        method: entry.method,
        url: entry.url.replace(/#.*$/s, ""),
        httpVersion,
        cookies: full ? requestCookies(headerOf(entry.requestHeaders, "cookie")) : [],
        headers: pairs(entry.requestHeaders),
        queryString: full ? queryOf(entry.url) : [],
        headersSize: -1,
        bodySize: full ? Buffer.byteLength(postData ?? "") : -1,
        ...(postData !== undefined && { postData: { mimeType: headerOf(entry.requestHeaders, "content-type") ?? "", text: postData, params: [] } }),
      },
      response: {
        status: response?.status ?? 0,
        statusText: response?.statusText ?? "",
        httpVersion,
        cookies: full ? responseCookies(headerOf(response?.headers ?? {}, "set-cookie")) : [],
        headers: pairs(response?.headers ?? {}),
        content: contentOf(entry, body, content, attachment),
        redirectURL: redirectOf(entry),
        headersSize: -1,
        bodySize: full ? (entry.bytes ?? -1) : -1,
        ...(entry.error && { _failureText: entry.error }),
      },
      cache: {},
      timings: full ? timingsOf(entry) : { send: -1, wait: -1, receive: -1 },
      ...(full && response?.remoteAddress && addressOf(response.remoteAddress)),
      ...(full && { _resourceType: entry.type, ...(response?.fromServiceWorker && { _fetchedViaServiceWorker: true }) }),
    },
    ...(attachment && { attachment }),
  };
}

export const pageRef = (pageId: string): string => `page_${pageId.slice(0, 12)}`;

const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).flatMap(([name, value]) => value.split("\n").map((line) => ({ name, value: line })));

function contentOf(entry: NetworkEntry, body: ResponseBody | undefined, policy: HarContentPolicy, attachment: Attachment | undefined): HarContent {
  const size = body ? Buffer.byteLength(body.body, body.base64Encoded ? "base64" : "utf8") : (entry.bodyBytes ?? 0);
  const base = { size, mimeType: entry.response?.mimeType || "x-unknown" };
  if (policy === "omit") return base;
  if (attachment) return { ...base, _file: attachment.name };
  if (body) return { ...base, text: body.body, ...(body.base64Encoded && { encoding: "base64" }) };
  return size > 0 ? { ...base, comment: "the browser did not keep this body, or it was too large to record" } : base;
}

const extensions: Record<string, string> = {
  "application/json": "json",
  "application/javascript": "js",
  "text/javascript": "js",
  "text/html": "html",
  "text/css": "css",
  "text/plain": "txt",
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/svg+xml": "svg",
};

function attachmentOf({ body, base64Encoded }: ResponseBody, mimeType: string): Attachment {
  const bytes = Buffer.from(body, base64Encoded ? "base64" : "utf8");
  return { name: `${createHash("sha1").update(bytes).digest("hex")}.${extensions[mimeType] ?? "dat"}`, bytes };
}

function redirectOf({ response, url }: NetworkEntry): string {
  const location = headerOf(response?.headers ?? {}, "location");
  return location && URL.canParse(location, url) ? new URL(location, url).href : "";
}

const queryOf = (url: string) => (URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []);

const requestCookies = (header: string | undefined) =>
  (header ?? "").split(/;\s*/).filter(Boolean).map(cookiePair);

const responseCookies = (header: string | undefined) =>
  (header ?? "").split("\n").filter(Boolean).map((line) => {
    const [first = "", ...attributes] = line.split(/;\s*/);
    const flag = (name: string) => attributes.some((each) => each.toLowerCase() === name);
    const value = (name: string) => attributes.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const expires = value("expires");
    return {
      ...cookiePair(first),
      ...(value("path") && { path: value("path") }),
      ...(value("domain") && { domain: value("domain") }),
      ...(expires && !Number.isNaN(Date.parse(expires)) && { expires: new Date(expires).toISOString() }),
      httpOnly: flag("httponly"),
      secure: flag("secure"),
    };
  });

function cookiePair(text: string): { name: string; value: string } {
  const equals = text.indexOf("=");
  return equals < 0 ? { name: "", value: text } : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

function timingsOf({ response, endedAt, startedAt }: NetworkEntry): Record<string, number> {
  const { dns = -1, connect = -1, ssl = -1, send = 0, wait = 0 } = response?.timing ?? {};
  const known = [dns, connect, send, wait].filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0);
  const receive = endedAt === undefined ? 0 : Math.max(0, endedAt - (response?.ts ?? endedAt));
  const blocked = endedAt === undefined ? -1 : Math.max(0, endedAt - startedAt - known - receive);
  return Object.fromEntries(
    Object.entries({ blocked, dns, connect, ssl, send: Math.max(0, send), wait: Math.max(0, wait), receive }).map(([phase, ms]) => [phase, round(ms)]),
  );
}

const round = (ms: number) => Math.round(ms * 1000) / 1000;

const versionName = (protocol: string | undefined): string =>
  ({ h2: "HTTP/2.0", h3: "HTTP/3.0", "http/1.1": "HTTP/1.1", "http/1.0": "HTTP/1.0" })[protocol ?? ""] ?? protocol ?? "";

function addressOf(remote: string): { serverIPAddress: string; _serverPort?: number } {
  const parts = /^(.*):(\d+)$/.exec(remote);
  return parts ? { serverIPAddress: parts[1]!, _serverPort: Number(parts[2]) } : { serverIPAddress: remote };
}
