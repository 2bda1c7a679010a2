import { EventEmitter } from "node:events";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { type CookieMatch, cookieMatches, cookiesFor } from "../cookieMatch.ts";
import { EMPTY_DOCUMENT, requireOpened } from "../hiddenPage.ts";
import type { Cookie, CookieParam, EngineContext, EnginePage, HiddenPage, KnownPage } from "../port.ts";
import type { FirefoxBrowser } from "./browser.ts";
import { fromBidi, toBidi } from "./cookies.ts";
import { FirefoxExtensions } from "./extensions.ts";
import type { FirefoxPage } from "./page.ts";
import { recognise } from "./recognise.ts";

type Prepare = (page: EnginePage) => Promise<void> | void;

export const DEFAULT_USER_CONTEXT = "default";

/** A user context ("container"): cookies and storage of its own. Firefox keeps it and its id until it ends. */
export class FirefoxContext implements EngineContext {
  readonly id: string | undefined;
  readonly browser: FirefoxBrowser;
  readonly events = new EventEmitter<{ page: [page: EnginePage] }>();
  readonly extensions: FirefoxExtensions | undefined;
  readonly #pages = new Map<string, FirefoxPage>();
  readonly #prepare = new Set<Prepare>();
  /** What was granted everywhere; BiDi grants to one origin at a time. */
  readonly #grants = new Map<string, Set<string>>();

  constructor(browser: FirefoxBrowser, id: string | undefined) {
    this.browser = browser;
    this.id = id;
    this.extensions = id === undefined ? new FirefoxExtensions(browser) : undefined;
    this.events.setMaxListeners(0);
  }

  get userContext(): string {
    return this.id ?? DEFAULT_USER_CONTEXT;
  }

  pages(): FirefoxPage[] {
    return [...this.#pages.values()];
  }

  async newPage(url = "about:blank"): Promise<FirefoxPage> {
    const page = await this.browser.openPage(this);
    if (url !== "about:blank") await page.navigate(url);
    return page;
  }

  async hiddenPage(): Promise<HiddenPage> {
    const page = await this.browser.openHiddenPage(this);
    await page.intercept((request) => void request.fulfil(EMPTY_DOCUMENT));
    return {
      visit: async (url) => {
        requireOpened(url, await page.navigate(url));
        return page.mainFrame;
      },
      letOut: async ({ userAgent, locale }) => {
        await Promise.all([userAgent !== null && page.emulation.userAgent(userAgent), locale !== null && page.emulation.locale(locale)]);
        await page.intercept(undefined);
      },
      close: () => page.close(),
    };
  }

  onNewPage(prepare: Prepare): () => void {
    this.#prepare.add(prepare);
    return () => this.#prepare.delete(prepare);
  }

  /** Called by the browser for each tab of this context. */
  async adopt(page: FirefoxPage): Promise<void> {
    if (!this.browser.foreign) void mayFail(page.watchSockets(), "a page may go away while its sockets are tapped");
    for (const prepare of this.#prepare) await prepare(page);
    if (page.closed) return;
    this.#pages.set(page.id, page);
    this.events.emit("page", page);
    page.opener?.events.emit("popup", page);
  }

  removed(page: FirefoxPage): void {
    this.#pages.delete(page.id);
    page.gone();
  }

  /** Tabs have new ids in each session: gives those that an earlier daemon knew their old ids back. */
  recognise(known: readonly KnownPage[], options: { sole: boolean }): void {
    for (const [page, id] of recognise(this.pages(), known, options)) {
      this.#pages.delete(page.id);
      page.id = id;
      this.#pages.set(id, page);
    }
  }

  async cookies(urls?: string[]): Promise<Cookie[]> {
    const answer = await this.browser.connection.send("storage.getCookies", { partition: this.#partition() });
    const all = answer.cookies.map(fromBidi);
    return cookiesFor(all, urls);
  }

  async setCookies(cookies: CookieParam[]): Promise<void> {
    await Promise.all(
      cookies.map((cookie) =>
        this.browser.connection.send("storage.setCookie", { cookie: toBidi(cookie), partition: this.#partition() }),
      ),
    );
  }

  async deleteCookies(match: CookieMatch): Promise<void> {
    const doomed = (await this.cookies()).filter((cookie) => cookieMatches(cookie, match));
    await Promise.all(
      doomed.map(({ name, domain, path }) =>
        this.browser.connection.send("storage.deleteCookies", { filter: { name, domain, path }, partition: this.#partition() }),
      ),
    );
  }

  async clearCookies(): Promise<void> {
    await this.browser.connection.send("storage.deleteCookies", { partition: this.#partition() });
  }

  async setDownloads(dir: string | null): Promise<void> {
    const without = this.browser.foreign ? null : ({ type: "denied" } as const);
    await this.browser.connection.send("browser.setDownloadBehavior", {
      downloadBehavior: dir === null ? without : { type: "allowed", destinationFolder: dir },
      userContexts: [this.userContext],
    });
  }

  async grantPermissions(permissions: string[], origin?: string): Promise<void> {
    const key = origin ?? "";
    const granted = this.#grants.get(key) ?? new Set();
    this.#grants.set(key, granted);
    for (const permission of permissions) granted.add(permission);
    const origins = origin ? [origin] : this.pages().map((page) => webOrigin(page.url)).filter((each) => each !== undefined);
    await Promise.all(origins.map((each) => this.#permit(permissions, each, "granted")));
  }

  /** A page is about to load a document of that address: what was granted everywhere is granted there. */
  visiting(url: string): void {
    const everywhere = this.#grants.get("");
    const origin = webOrigin(url);
    if (!everywhere || !origin) return;
    const known = this.#grants.get(origin) ?? new Set();
    const missing = [...everywhere].filter((permission) => !known.has(permission));
    this.#grants.set(origin, new Set([...known, ...missing]));
    void mayFail(this.#permit(missing, origin, "granted"), "a context may go away while it is granted permissions");
  }

  allowPermission(permission: string, origin?: string): Promise<void> {
    return this.grantPermissions([permission], origin);
  }

  async resetPermissions(): Promise<void> {
    const granted = [...this.#grants].filter(([origin]) => origin !== "");
    this.#grants.clear();
    await Promise.all(granted.map(([origin, permissions]) => this.#permit([...permissions], origin, "prompt")));
  }

  async close(): Promise<void> {
    if (this.id === undefined) {
      await Promise.all(this.pages().map((page) => page.close()));
      return;
    }
    await this.browser.removeContext(this.id);
  }

  async #permit(permissions: string[], origin: string, state: "granted" | "prompt"): Promise<void> {
    await Promise.all(
      permissions.map((name) =>
        this.browser.connection.send("permissions.setPermission", { descriptor: { name }, state, origin, userContext: this.userContext }),
      ),
    );
  }

  #partition(): { type: "storageKey"; userContext: string } {
    return { type: "storageKey", userContext: this.userContext };
  }
}

function webOrigin(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? undefined : origin;
}
