import { z } from "zod";
import type { CookieJar } from "tough-cookie";
import { mayFail } from "../../../diagnosis/mayFail.ts";
import { isFramingHeader } from "../../../policy/browsersOwnHeader.ts";
import { headersShape } from "../../../policy/headerShape.ts";
import { idOf } from "../../../policy/ownership.ts";
import { DroverError, isDroverError } from "../../../protocol/errors.ts";
import { guardedRules, OPENING, requirePublic } from "../../../session/judgedAddress.ts";
import type { Session } from "../../../session/session.ts";
import type { DaemonContext } from "../../context.ts";
import { documentStatus } from "../documentStatus.ts";
import { jarOf, newJar } from "../httpJars.ts";
import { Robots } from "../http/robots.ts";
import { webRequest, type WebRequest } from "../http/webRequest.ts";
import { innerCall } from "../innerCall.ts";
import { isGuarded, judgeUnguarded, unguardedText } from "../judgeAddress.ts";
import { readPage } from "../readPage.ts";
import { browserBackends, webSession } from "../webSession.ts";
import { contentOf, type GotPage } from "./gotPage.ts";

export const modes = ["fast", "browser", "fingerprint"] as const;

/** How something is got; the same for `web_scrape` and `web_extract`. */
export const gettingInput = {
  mode: z.enum(modes).optional().describe("fast: HTTP; browser: new tab of the session; fingerprint: the browser's own fetch, no page"),
  sessionId: z.string().min(1).max(200).optional().describe("whose cookies"),
  headers: headersShape.optional().describe("fast"),
  proxy: z.string().min(1).optional().describe("fast, or when the session is made"),
  browserBackend: z.enum(browserBackends).optional().describe("when the session is made"),
  ignoreRobots: z.boolean().optional().describe("fast asks robots.txt first"),
  timeoutSeconds: z.number().positive().max(600).optional().describe("each; 30"),
};

export type GettingWish = z.output<z.ZodObject<typeof gettingInput>>;

export interface Getting extends GettingWish {
  maxBytes: number;
  /** Waits as long as a host wants between two requests. */
  delay?: (seconds: number) => Promise<void>;
}

export const MAX_BYTES = 20 * 1024 * 1024;
const SECONDS = 30;
/** Whose tabs and cookies are used where nobody says. */
const USUAL_SESSION = "web";

const robots = new Robots();

/** Gets what is at an address, gives it to `use`, and lets go of what it took. */
export async function withPage<T>(context: DaemonContext, url: URL, wish: Getting, use: (page: GotPage) => Promise<T>): Promise<T> {
  const { mode = "fast", timeoutSeconds = SECONDS } = wish;
  const late = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = AbortSignal.any([context.signal, late]);
  const useWhatCame = (got: GotPage): Promise<T> => {
    if (got.cut !== undefined) context.warn(`${got.url} is not whole: ${got.cut}. This is what came of it.`);
    return use(got);
  };
  try {
    if (mode === "fast") return await useWhatCame(await fast(context, url, wish, signal));
    const session = await sessionFor(context, wish);
    return mode === "browser" ? await inTab(context, session, url, { wish, signal, use: useWhatCame }) : await useWhatCame(await byBrowser(context, session, url, { wish, signal }));
  } catch (thrown) {
    if (late.aborted && !context.signal.aborted && !isDroverError(thrown)) throw new DroverError("timeout", `${url.href} did not answer within ${timeoutSeconds} s`, { cause: thrown, failure: { source: "unknown" }, hint: "Allow more with timeoutSeconds, or try again." });
    throw thrown;
  }
}

export function addressOf(given: string): URL {
  const text = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new DroverError("bad-input", `"${given}" is not an address of the web`, { hint: "http:// and https:// only." });
  return url;
}

async function fast(context: DaemonContext, url: URL, { sessionId, headers, proxy, ignoreRobots, maxBytes, delay }: Getting, signal: AbortSignal): Promise<GotPage> {
  const framing = Object.keys(headers ?? {}).find(isFramingHeader);
  if (framing !== undefined) throw new DroverError("bad-input", `${framing} is a header that Drover sets itself`, { hint: "Leave it out: it says whom a request goes to and where it ends." });
  const owner = idOf(context.client.owner);
  const jar = await (sessionId === undefined ? newJar() : jarOf(owner, sessionId));
  const rules = { ...guardedRules(context.bounds), ...(proxy !== undefined && { proxy }) };
  context.admission.asks(rules);
  const request: Omit<WebRequest, "maxBytes"> = { rules, jar, signal };
  const mayGo = async (to: URL) => {
    const seconds = ignoreRobots ? 0 : await robots.allow(to, { ...request, jar: await robotJar() });
    if (seconds > 0) await delay?.(seconds);
  };
  await mayGo(url);
  const answer = await webRequest(url, { ...request, ...(headers && { headers }), maxBytes, memory: JSON.stringify([owner, sessionId ?? ""]), mayGo });
  const contentType = answer.headers["content-type"] ?? "";
  return {
    url: answer.url,
    status: answer.status,
    contentType,
    bytes: answer.body.length,
    ...(answer.cut !== undefined && { cut: answer.cut }),
    ...(answer.redirects.length > 0 && { redirects: answer.redirects }),
    ...(answer.notModified && { notModified: true }),
    content: contentOf(answer.body, contentType, { url: answer.url, signal: context.signal, doubt: (line) => context.warn(line) }),
  };
}

let noCookies: Promise<CookieJar> | undefined;

const robotJar = (): Promise<CookieJar> => (noCookies ??= newJar());

export async function sessionFor(context: DaemonContext, { sessionId = USUAL_SESSION, proxy, browserBackend }: GettingWish): Promise<Session> {
  const id = await webSession(context, { sessionId, mayBeginAnew: true, ...(proxy !== undefined && { proxy }), ...(browserBackend && { browserBackend }) });
  const session = await context.enter(id);
  if (!isGuarded(session)) context.warn(unguardedText(id));
  return session;
}

interface InBrowser {
  wish: Getting;
  signal: AbortSignal;
}

/** In a tab of its own, which goes when it has been read. */
async function inTab<T>(context: DaemonContext, session: Session, url: URL, { wish, signal, use }: InBrowser & { use(page: GotPage): Promise<T> }): Promise<T> {
  await judgeUnguarded(context, session, url.href);
  const page = await session.openPage();
  try {
    const going = innerCall(context, "navigate", { session: session.id, page: page.id, url: url.href, mode: "none", timeoutMs: (wish.timeoutSeconds ?? SECONDS) * 1000 });
    const hasPage = await going.then(() => page.url !== "about:blank", showsNone);
    await judgeUnguarded(context, session, page.url);
    if (!hasPage) return await use(await byBrowser(context, session, url, { wish, signal }));
    const status = documentStatus(page);
    return await use({ url: page.url, ...(status !== undefined && { status }), contentType: "", bytes: 0, content: { kind: "page", live: page, read: (arg) => readPage(page, arg), html: async () => (await readPage(page, { format: "html", dom: true })).dom ?? "" } });
  } finally {
    await mayFail(page.engine.close(), "a tab that is gone already needs no closing");
  }
}

/** A download opens no page, nor does Chromium show one whose server asks for a password: what the server answers with can be had all the same. */
function showsNone(thrown: unknown): false {
  if (isDroverError(thrown) && thrown.failure?.["kind"] === "credentials") return false;
  throw thrown;
}

/** As the browser asks: with its own headers, its own TLS and the context's cookies, and without a page. */
async function byBrowser(context: DaemonContext, session: Session, url: URL, { wish: { maxBytes, timeoutSeconds = SECONDS }, signal }: InBrowser): Promise<GotPage> {
  await requirePublic(url, guardedRules(context.bounds));
  const since = Date.now();
  const hidden = await session.context.hiddenPage();
  try {
    const frame = await hidden.visit(url.href);
    await hidden.letOut(session.parts.device.state);
    const answer = await frame
      .ask("pageFetch", { url: url.href, method: "GET", headers: {}, credentials: "include", redirect: "follow", maxBytes, timeoutMs: timeoutSeconds * 1000 })
      .then(({ status, headers, body, url: at, truncated }) => ({ status, at, truncated, contentType: headers["content-type"] ?? "", body: Buffer.from(body, "base64") }))
      .catch(async (thrown: unknown) => {
        // A redirect to another origin is nothing that a document may follow; the browser itself does.
        if (!isDroverError(thrown) || thrown.code !== "fetch-failed") throw thrown;
        const body = await (hidden.loadResource ? hidden.loadResource(url.href, maxBytes) : Promise.reject(thrown)).catch((failed: unknown) => {
          throw unfetched(failed, url, session.parts.guard.lastUnmade(since));
        });
        return { status: undefined, at: url.href, truncated: false, contentType: "", body };
      });
    await judgeUnguarded(context, session, answer.at);
    return {
      url: answer.at,
      ...(answer.status !== undefined && { status: answer.status }),
      contentType: answer.contentType,
      bytes: answer.body.length,
      ...(answer.truncated && { cut: `it is longer than ${maxBytes} bytes` }),
      content: contentOf(answer.body, answer.contentType, { url: answer.at, signal, doubt: (line) => context.warn(line) }),
    };
  } finally {
    await mayFail(hidden.close(), "a hidden page that is gone already needs no closing");
  }
}

function unfetched(thrown: unknown, url: URL, unmade: ReturnType<Session["parts"]["guard"]["lastUnmade"]>): unknown {
  if (!isDroverError(thrown) || thrown.code === "too-large") return thrown;
  if (unmade?.because === "rules") return new DroverError("refused", `${url.href} was not fetched: the connection to ${unmade.place} was refused: ${unmade.reason}`, { cause: thrown, failure: { source: "drover" }, hint: OPENING });
  return new DroverError("fetch-failed", unmade ? `${url.href} could not be fetched by the browser: ${unmade.reason}` : thrown.message, {
    cause: thrown,
    failure: { source: "unknown" },
    hint: "mode=fast tells more of how its server answers. Where it leads to another origin, Firefox follows only in a page: mode=browser.",
  });
}
