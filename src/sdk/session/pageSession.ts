import { setTimeout as pause } from "node:timers/promises";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import { findEngine } from "../../browser/findEngine.ts";
import type { Cookie, CookieParam, EngineFrame, EngineName, EnginePage } from "../../engine/port.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { checkUrls, setCookies } from "../../session/state/cookies.ts";
import { parseUrl } from "../../tools/navigate/parseUrl.ts";
import { goTo } from "./goTo.ts";
import { PageStorage } from "./pageStorage.ts";
import { borrowBrowser } from "./sharedBrowsers.ts";
import { expressionOf, targetInfo, type TargetInfo } from "./targets.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const MAX_FETCH_BYTES = 32 * 1024 * 1024;

export interface AttachOptions {
  /** Found out when it is not given. */
  engine?: EngineName;
  /** The first page whose URL this regular expression matches, anywhere; without it the browser's first page. */
  target?: string | RegExp;
}

export interface NavigateOptions {
  /** How far the page must have come. Default "load". */
  waitUntil?: "commit" | "domcontentloaded" | "load";
  timeoutMs?: number;
}

export interface PictureOptions {
  fullPage?: boolean;
  format?: "png" | "jpeg";
  /** 1 to 100, for JPEG. */
  quality?: number;
  /** "css" gives one pixel per CSS pixel, "device" (the default) the display's resolution. */
  scale?: "css" | "device";
}

export interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  credentials?: "include" | "same-origin" | "omit";
  redirect?: "follow" | "manual" | "error";
  timeoutMs?: number;
}

export interface FetchResult {
  status: number;
  statusText: string;
  /** Where redirects led. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  text(): string;
  json(): unknown;
}

/** What is given must hold at the same time. */
export interface WaitOptions {
  /** Visible: CSS, or one of Drover's own forms (`text=`, `role=button[name="Save"]`, `xpath=`). */
  selector?: string;
  /** Visible in the page or one of its frames. */
  text?: string;
  /** A part of the URL, or a regular expression for it. */
  url?: string | RegExp;
  /** JavaScript whose value is truthy. */
  expression?: string;
  state?: "domcontentloaded" | "load";
  timeoutMs?: number;
}

/**
 * A handle to one page of a running browser: a CDP target of Chrome, Edge, Brave or Chromium, or a browsing context of
 * Firefox. Close it when done: Firefox allows one client at a time.
 *
 * ```ts
 * const page = await PageSession.attach("http://127.0.0.1:9222", { target: /example\.com/ });
 * console.log(await page.evaluate("document.title"));
 * await page.close();
 * ```
 */
export class PageSession implements AsyncDisposable {
  readonly engine: EngineName;
  readonly localStorage: PageStorage;
  readonly sessionStorage: PageStorage;
  readonly #page: EnginePage;
  readonly #letGo: () => Promise<void>;
  #closed = false;

  private constructor(page: EnginePage, letGo: () => Promise<void>) {
    this.engine = page.engine;
    this.localStorage = new PageStorage(page, "local");
    this.sessionStorage = new PageStorage(page, "session");
    this.#page = page;
    this.#letGo = letGo;
  }

  /** `endpoint` is a port, `http://127.0.0.1:9222` or a WebSocket URL, on this machine. */
  static attach(endpoint: string, options?: AttachOptions): Promise<PageSession>;
  /** The same with its options in a row; `target` as in `AttachOptions`. */
  static attach(endpoint: string, engine: EngineName | undefined, target?: string | RegExp): Promise<PageSession>;
  static async attach(endpoint: string, given: AttachOptions | EngineName = {}, pattern?: string | RegExp): Promise<PageSession> {
    const { engine, target } = typeof given === "string" ? { engine: given, target: pattern } : { target: pattern, ...given };
    const fits = expressionOf(target);
    const { browser, giveBack } = await borrowBrowser(await findEngine(endpoint, engine));
    const pages = browser.pages();
    const page = pages.find(({ url }) => fits?.test(url) ?? true);
    if (page) return new PageSession(page, giveBack);
    await giveBack();
    throw noSuchPage(endpoint, fits, pages.map(targetInfo));
  }

  /** The page as `listTargets` shows it. */
  get target(): TargetInfo {
    return targetInfo(this.#page);
  }

  get url(): string {
    return this.#page.url;
  }

  /** Runs JavaScript in the page and gives its value as JSON. Promises are awaited, a function is called. */
  async evaluate<T = unknown>(expression: string): Promise<T> {
    return (await this.#usable().mainFrame.evaluate(expression)) as T;
  }

  /** Goes to a URL. Fails with `navigation-failed` when the browser cannot load it, with `timeout` when it takes too long. */
  async navigate(url: string, { waitUntil = "load", timeoutMs = DEFAULT_TIMEOUT_MS }: NavigateOptions = {}): Promise<{ url: string }> {
    const page = this.#usable();
    checkOneOf("waitUntil", waitUntil, ["commit", "domcontentloaded", "load"]);
    await goTo(page, parseUrl(url, page.url).href, waitUntil, timeoutMs);
    return { url: page.url };
  }

  /** A picture of the viewport, or of the whole page (`true`), in base64. */
  async screenshot(given: PictureOptions | boolean = {}): Promise<string> {
    const options = typeof given === "boolean" ? { fullPage: given } : given;
    const { format = "png", scale = "device", quality }: PictureOptions = options;
    checkOneOf("format", format, ["png", "jpeg"]);
    checkOneOf("scale", scale, ["css", "device"]);
    if (quality !== undefined && !(quality >= 1 && quality <= 100)) throw new DroverError("bad-input", `quality goes from 1 to 100, not ${quality}`);
    const picture = await this.#usable().screenshot({ ...options, format, scale });
    return picture.toString("base64");
  }

  /** The cookies that the browser would send to `urls`; by default, to the page's own address. */
  async cookies(urls: string[] = [this.url]): Promise<Cookie[]> {
    return this.#usable().context.cookies(checkUrls(urls));
  }

  /** Each needs a `url`, or a `domain` and a `path`. */
  async setCookies(...cookies: CookieParam[]): Promise<void> {
    for (const { name, url, domain, path } of cookies)
      if (!url && !(domain && path))
        throw new DroverError("bad-input", `cookie "${name}" has neither a url nor a domain and a path`, { hint: "Pass url, or domain and path." });
    await setCookies(this.#usable().context, cookies);
  }

  async deleteCookies(match: { name: string; domain?: string; path?: string; url?: string }): Promise<void> {
    if (match.url !== undefined) checkUrls([match.url]);
    await this.#usable().context.deleteCookies(match);
  }

  /** Requests a URL from inside the page, with its cookies and under its rules. An HTTP error is an answer, not a failure. */
  async fetch(url: string, options: FetchOptions = {}): Promise<FetchResult> {
    const page = this.#usable();
    const { body, credentials = "include", redirect = "follow", timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const answer = await page.mainFrame.ask("pageFetch", {
      url: (URL.canParse(url, page.url) ? new URL(url, page.url) : parseUrl(url, page.url)).href,
      method: options.method?.toUpperCase() ?? (body === undefined ? "GET" : "POST"),
      headers: options.headers ?? {},
      ...(body !== undefined && { body: Buffer.from(body).toString("base64") }),
      credentials,
      redirect,
      maxBytes: MAX_FETCH_BYTES,
      timeoutMs,
    });
    if (answer.truncated) throw new DroverError("too-large", `the answer of ${url} is larger than ${MAX_FETCH_BYTES} bytes`);
    const bytes = Buffer.from(answer.body, "base64");
    const { status, statusText, url: reached, headers } = answer;
    return { status, statusText, url: reached, headers, body: bytes, text: () => bytes.toString(), json: () => JSON.parse(bytes.toString()) };
  }

  /** Waits until all that is given holds; over navigations. Fails with `timeout`, naming what was missing. */
  async wait({ timeoutMs = DEFAULT_TIMEOUT_MS, ...awaited }: WaitOptions): Promise<void> {
    const page = this.#usable();
    const conditions = conditionsOf(page, awaited);
    if (conditions.length === 0)
      throw new DroverError("bad-input", "wait needs something to wait for", { hint: "Pass selector, text, url, expression or state." });
    const end = Date.now() + timeoutMs;
    for (;;) {
      const met = await Promise.all(conditions.map(({ holds }) => holds().catch(ignoreGone)));
      if (met.every(Boolean)) return;
      if (page.closed) throw new DroverError("page-closed", "the page was closed during the wait");
      if (Date.now() >= end) {
        const missing = conditions.filter((_, index) => !met[index]).map(({ what }) => what);
        throw new DroverError("timeout", `waited ${timeoutMs} ms for ${missing.join(" and ")}`, { failure: { source: "app" } });
      }
      await pause(POLL_MS);
    }
  }

  /** Lets go of the page, which stays open. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#letGo();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #usable(): EnginePage {
    if (this.#closed) throw new DroverError("page-closed", "this page session was closed");
    if (this.#page.closed) throw new DroverError("page-closed", "the page was closed");
    return this.#page;
  }
}

function noSuchPage(endpoint: string, fits: RegExp | undefined, pages: TargetInfo[]): DroverError {
  const open = pages.map(({ url }) => url).join(", ") || "none";
  return new DroverError("not-found", fits ? `no page at ${endpoint} has a URL that matches ${fits}; open pages: ${open}` : `the browser at ${endpoint} has no page`, {
    hint: "listTargets shows the pages there are.",
    fields: { targets: pages },
  });
}

/** A program in JavaScript has no types that would keep it from this. */
function checkOneOf<T extends string>(name: string, given: T, known: readonly T[]): void {
  if (!known.includes(given)) throw new DroverError("bad-input", `${name} is one of ${known.join(", ")}, not "${given}"`);
}

interface Condition {
  what: string;
  holds(): Promise<boolean>;
}

function conditionsOf(page: EnginePage, { selector, text, url, expression, state }: Omit<WaitOptions, "timeoutMs">): Condition[] {
  const look = (frame: EngineFrame, what: object) => frame.ask("waitFor", { ...what, waitMs: 1 });
  const conditions: Condition[] = [];
  if (selector !== undefined) conditions.push({ what: `selector ${selector}`, holds: () => look(page.mainFrame, { target: { selector } }) });
  if (text !== undefined)
    conditions.push({
      what: `text "${text}"`,
      holds: async () => (await Promise.all(page.frames().map((frame) => look(frame, { text }).catch(ignoreGone)))).includes(true),
    });
  if (url !== undefined) conditions.push({ what: `url ${String(url)}`, holds: async () => page.url.includes(String(url)) || matches(url, page.url) });
  if (expression !== undefined) conditions.push({ what: `JavaScript ${expression}`, holds: async () => Boolean(await page.mainFrame.evaluate(expression)) });
  if (state !== undefined) checkOneOf("state", state, ["domcontentloaded", "load"]);
  if (state !== undefined) conditions.push({ what: `load state ${state}`, holds: () => hasLoaded(page, state) });
  return conditions;
}

/** Text that is no regular expression matches nothing; as a part of the URL it was looked for already. */
function matches(expression: string | RegExp, url: string): boolean {
  return unlessMalformed(() => new RegExp(expression).test(url), false);
}

async function hasLoaded(page: EnginePage, state: "domcontentloaded" | "load"): Promise<boolean> {
  const readyState = await page.mainFrame.evaluate("document.readyState");
  return readyState === "complete" || (state === "domcontentloaded" && readyState === "interactive");
}

/** A page that navigates while it is waited for is looked at again. */
function ignoreGone(thrown: unknown): false {
  if (isDroverError(thrown) && (thrown.code === "context-gone" || thrown.code === "frame-gone")) return false;
  throw thrown;
}
