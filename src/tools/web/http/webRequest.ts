import http, { type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { CookieJar } from "tough-cookie";
import { isErrno } from "../../../diagnosis/ifPresent.ts";
import { DroverError, isDroverError } from "../../../protocol/errors.ts";
import { VERSION } from "../../../protocol/version.ts";
import { AnswerMemory } from "./answerMemory.ts";
import { ACCEPTED_ENCODINGS, boundedBody } from "./boundedBody.ts";
import { agentFor, type Rules } from "./guardedAgents.ts";

const USER_AGENT = `Mozilla/5.0 (compatible; Drover/${VERSION})`;
export const ROBOT_NAME = "Drover";

export interface WebRequest {
  rules: Rules;
  jar: CookieJar;
  /** Whose remembered answers may be asked about; undefined asks for everything anew. */
  memory?: string;
  /** For the origin that is asked first: of them, another one that it leads to gets what says nothing of who asks. */
  headers?: Record<string, string>;
  maxBytes: number;
  signal: AbortSignal;
  /** Judges each place that a redirect leads to before it is asked. */
  mayGo?: (url: URL) => Promise<void>;
}

export interface WebAnswer {
  /** Where the redirects ended. */
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Why the body is not the whole. */
  cut?: string;
  redirects: string[];
  /** The server said that what was remembered still holds. */
  notModified: boolean;
}

const MAX_REDIRECTS = 20;
const redirecting = new Set([301, 302, 303, 307, 308]);
const answers = new AnswerMemory();

/** Asks a server without a browser, as one would: redirects hop by hop, each of them guarded, with the cookies of a jar. */
export async function webRequest(given: URL, request: WebRequest): Promise<WebAnswer> {
  const trail: string[] = [];
  const seen = new Set<string>();
  let url = given;
  for (;;) {
    const cookies = await request.jar.getCookieString(url.href);
    const place = `${url.href} ${cookies}`;
    if (seen.has(place) || trail.length > MAX_REDIRECTS) throw loops(given, trail, url);
    seen.add(place);
    const remembered = request.memory === undefined ? undefined : answers.find(request.memory, url.href);
    const response = await ask(url, headersOf(goesWith(request.headers ?? {}, given, url), cookies, remembered?.headers), request);
    for (const line of response.headers["set-cookie"] ?? []) await request.jar.setCookie(line, url.href, { ignoreError: true, loose: true });
    const next = leadsTo(response, url);
    if (next) {
      response.resume();
      trail.push(url.href);
      url = next;
      await request.mayGo?.(url);
      continue;
    }
    if (response.statusCode === 304 && remembered) {
      response.resume();
      return { ...remembered, url: url.href, redirects: trail, notModified: true };
    }
    const { body, cut } = await boundedBody(response, { url, maxBytes: request.maxBytes, signal: request.signal });
    const answer = { url: url.href, status: response.statusCode ?? 0, headers: plainHeaders(response), body };
    if (request.memory !== undefined && cut === undefined) answers.keep(request.memory, url.href, answer);
    return { ...answer, ...(cut !== undefined && { cut }), redirects: trail, notModified: false };
  }
}

async function ask(url: URL, headers: Record<string, string>, { rules, signal }: WebRequest): Promise<IncomingMessage> {
  for (;;) {
    const sent = http.request(url, { agent: agentFor(url, rules), headers, signal });
    try {
      sent.end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      sent.on("error", (error) => response.destroy(error));
      return response;
    } catch (thrown) {
      // The server may have closed a connection that was kept open just when it was used again: then it never saw the request.
      if (!(sent.reusedSocket && isErrno(thrown, "ECONNRESET", "EPIPE"))) throw failed(url, thrown, signal);
    }
  }
}

const aboutNobody = /^(accept|accept-language|user-agent)$/i;

/** A key that was written for one server is not shown to the next one, unless that is the same one made secure. */
function goesWith(headers: Record<string, string>, from: URL, to: URL): Record<string, string> {
  const isSame = to.origin === from.origin || (to.hostname === from.hostname && from.protocol === "http:" && to.protocol === "https:" && from.port === "" && to.port === "");
  return isSame ? headers : Object.fromEntries(Object.entries(headers).filter(([name]) => aboutNobody.test(name)));
}

function headersOf(headers: Record<string, string>, cookies: string, known: Record<string, string> | undefined): Record<string, string> {
  return {
    "user-agent": USER_AGENT,
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-language": "en;q=0.8,*;q=0.5",
    "accept-encoding": ACCEPTED_ENCODINGS,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ...(cookies && { cookie: cookies }),
    ...(known?.["etag"] && { "if-none-match": known["etag"] }),
    ...(known?.["last-modified"] && { "if-modified-since": known["last-modified"] }),
  };
}

function leadsTo({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (!redirecting.has(statusCode) || location === undefined) return undefined;
  // Servers write addresses in their own bytes, which Node hands over as Latin-1.
  const address = Buffer.from(location, "latin1").toString("utf8");
  const next = URL.canParse(address, from.href) ? new URL(address, from) : undefined;
  if (!next || !/^https?:$/.test(next.protocol)) throw new DroverError("fetch-failed", `${from.href} leads to ${location}, which is not an address of the web`, { failure: { source: "app" }, hint: "Only http:// and https:// are followed." });
  next.hash ||= from.hash;
  return next;
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined || name === "set-cookie" ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]])));

function loops(from: URL, trail: readonly string[], again: URL): DroverError {
  const isLoop = trail.includes(again.href);
  return new DroverError("fetch-failed", isLoop ? `${from.href} leads in a circle: ${again.href} comes again after ${trail.length} redirects` : `${from.href} leads on and on: more than ${MAX_REDIRECTS} redirects`, {
    failure: { source: "app", redirects: trail.slice(0, 5) },
    hint: "The server may want a cookie that only a browser gets: mode=browser, or a sessionId whose cookies were exported.",
  });
}

/** In words what Node says in codes. */
const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "its server closed the connection without an answer",
  EPIPE: "its server closed the connection without an answer",
  EPROTO: "its server does not speak TLS there",
  ETIMEDOUT: "its server does not answer",
  EHOSTUNREACH: "there is no way to its server",
  ENETUNREACH: "there is no way to its server",
};

function failed(url: URL, thrown: unknown, signal: AbortSignal): unknown {
  if (isDroverError(thrown)) return thrown;
  if (signal.aborted) return signal.reason;
  const cause = thrown as NodeJS.ErrnoException & { errors?: Error[] };
  const { code = "" } = cause;
  const said = cause.message || cause.errors?.map(({ message }) => message).join("; ") || code;
  // The parser of HTTP names each of its complaints.
  const reason = code.startsWith("HPE_") ? `its server does not speak HTTP there (${said})` : reasons[code] === undefined ? said : `${reasons[code]} (${said})`;
  return new DroverError("fetch-failed", `${url.href} could not be fetched: ${reason}`, { cause, failure: { source: "unknown" }, hint: "Check the address; mode=browser asks as a browser does." });
}
