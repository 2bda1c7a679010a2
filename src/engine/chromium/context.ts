import { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { type CookieMatch, cookieMatches, cookiesFor } from "../cookieMatch.ts";
import type { Cookie, CookieParam, EngineContext, EnginePage } from "../port.ts";
import type { ChromiumBrowser } from "./browser.ts";
import type { CdpSession } from "./connection.ts";
import { awaitCookieWrites } from "./cookieWrites.ts";
import { ChromiumExtensions } from "./extensions.ts";
import { ChromiumHiddenPage } from "./hiddenPage.ts";
import type { ChromiumPage } from "./page.ts";
import { ChromiumServiceWorkers } from "./serviceWorkers.ts";
import { ChromiumSharedWorkers } from "./sharedWorkers.ts";
import { tapKey } from "../tap.ts";

type Prepare = (page: EnginePage) => Promise<void> | void;

export class ChromiumContext implements EngineContext {
  readonly id: string | undefined;
  readonly browser: ChromiumBrowser;
  readonly events = new EventEmitter<{ page: [page: EnginePage] }>();
  readonly serviceWorkers = new ChromiumServiceWorkers(() => this.pages().find((page) => !page.crashed)?.session);
  readonly sharedWorkers: ChromiumSharedWorkers;
  readonly extensions: ChromiumExtensions | undefined;
  readonly #pages = new Map<string, ChromiumPage>();
  readonly #prepare = new Set<Prepare>();
  /** Pages that newPage waits for: created, attached and prepared. */
  readonly #awaited = new Map<string, (page: ChromiumPage) => void>();

  constructor(browser: ChromiumBrowser, id: string | undefined) {
    this.browser = browser;
    this.id = id;
    this.extensions = id === undefined ? new ChromiumExtensions(browser) : undefined;
    this.sharedWorkers = new ChromiumSharedWorkers({
      key: tapKey("worker", `${browser.endpoint} ${id ?? ""}`),
      parents: () =>
        this.pages().flatMap((page) => page.frames().flatMap(({ session, pageContext }) => (pageContext ? [{ session, contextId: pageContext }] : []))),
    });
    this.events.setMaxListeners(0);
  }

  pages(): ChromiumPage[] {
    return [...this.#pages.values()];
  }

  async newPage(url = "about:blank"): Promise<ChromiumPage> {
    const { targetId } = await this.browser.made("tab", this.browser.session.send("Target.createTarget", { url: "about:blank", ...this.#scope() }));
    const page =
      this.#pages.get(targetId) ??
      (await new Promise<ChromiumPage>((resolve) => this.#awaited.set(targetId, resolve)));
    if (url !== "about:blank") await page.navigate(url);
    return page;
  }

  async hiddenPage(): Promise<ChromiumHiddenPage> {
    const { session, close } = await this.hiddenTarget();
    return new ChromiumHiddenPage(session, close);
  }

  async hiddenTarget(): Promise<{ session: CdpSession; close: () => Promise<void> }> {
    // Over a pipe, a browser without any window makes no hidden page.
    const window = this.browser.pages().length === 0 ? await this.newPage() : undefined;
    const { targetId } = await this.browser.made("hidden tab", this.browser.session.send("Target.createTarget", { url: "about:blank", hidden: true, ...this.#scope() }));
    await window?.close();
    return { session: await this.browser.attachHidden(targetId), close: () => this.closeTarget(targetId) };
  }

  onNewPage(prepare: Prepare): () => void {
    this.#prepare.add(prepare);
    return () => this.#prepare.delete(prepare);
  }

  /** Called by the browser for each page target of this context, while the page is held before its first script. */
  async adopt(page: ChromiumPage): Promise<void> {
    await page.start(async () => {
      for (const prepare of this.#prepare) await prepare(page);
    });
    this.#pages.set(page.id, page);
    this.events.emit("page", page);
    page.opener?.events.emit("popup", page);
    this.#awaited.get(page.id)?.(page);
    this.#awaited.delete(page.id);
  }

  removed(page: ChromiumPage): void {
    this.#pages.delete(page.id);
    page.gone();
  }

  async closeTarget(targetId: string): Promise<void> {
    await mayFail(this.browser.session.send("Target.closeTarget", { targetId }), "a page may be closed already");
  }

  async cookies(urls?: string[]): Promise<Cookie[]> {
    await awaitCookieWrites(this.pages());
    const answer = await this.browser.session.send("Storage.getCookies", this.#scope());
    const all = answer.cookies.map(fromProtocol);
    return cookiesFor(all, urls);
  }

  async setCookies(cookies: CookieParam[]): Promise<void> {
    await this.browser.session.send("Storage.setCookies", {
      ...this.#scope(),
      cookies: cookies.map(({ partitionKey, expires, ...cookie }) => ({
        ...cookie,
        ...(expires !== undefined && expires >= 0 && { expires }),
        ...(partitionKey !== undefined && { partitionKey: partitionKey as Protocol.Network.CookiePartitionKey }),
      })),
    });
  }

  async deleteCookies(match: CookieMatch): Promise<void> {
    const doomed = (await this.cookies()).filter((cookie) => cookieMatches(cookie, match));
    // Storage has no delete; an expired cookie of the same identity is one.
    if (doomed.length > 0)
      await this.browser.session.send("Storage.setCookies", {
        ...this.#scope(),
        cookies: doomed.map(({ name, domain, path, secure, partitionKey }) => ({
          name,
          value: "",
          domain,
          path,
          secure,
          expires: 1,
          ...(partitionKey !== undefined && { partitionKey: partitionKey as Protocol.Network.CookiePartitionKey }),
        })),
      });
  }

  async clearCookies(): Promise<void> {
    await this.browser.session.send("Storage.clearCookies", this.#scope());
  }

  async setDownloads(dir: string | null): Promise<void> {
    await this.browser.session.send("Browser.setDownloadBehavior", {
      behavior: dir ? "allowAndName" : this.browser.foreign ? "default" : "deny",
      ...(dir && { downloadPath: dir }),
      ...this.#scope(),
      eventsEnabled: true,
    });
    this.browser.downloads.setDirectory(this, dir);
  }

  async grantPermissions(permissions: string[], origin?: string): Promise<void> {
    await this.browser.session.send("Browser.grantPermissions", {
      permissions: permissions.map(permissionName) as Protocol.Browser.PermissionType[],
      ...(origin && { origin }),
      ...this.#scope(),
    });
  }

  async allowPermission(permission: string, origin?: string): Promise<void> {
    await this.browser.session.send("Browser.setPermission", {
      permission: permission === "midi-sysex" ? { name: "midi", sysex: true } : { name: permission },
      setting: "granted",
      ...(origin && { origin }),
      ...this.#scope(),
    });
  }

  async resetPermissions(): Promise<void> {
    await this.browser.session.send("Browser.resetPermissions", this.#scope());
  }

  async close(): Promise<void> {
    if (this.id) {
      await this.browser.session.send("Target.disposeBrowserContext", { browserContextId: this.id });
      this.browser.forgetContext(this.id);
      return;
    }
    await Promise.all(this.pages().map((page) => page.close()));
  }

  #scope(): { browserContextId?: string } {
    return this.id ? { browserContextId: this.id } : {};
  }
}

function fromProtocol(cookie: Protocol.Network.Cookie): Cookie {
  return {
    name: cookie.name,
    value: cookie.value,
    domain: cookie.domain,
    path: cookie.path,
    expires: cookie.session ? -1 : cookie.expires,
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    ...(cookie.sameSite && { sameSite: cookie.sameSite }),
    hostOnly: !cookie.domain.startsWith("."),
    ...(cookie.partitionKey && { partitionKey: cookie.partitionKey }),
  };
}

const permissionNames: Record<string, string> = {
  camera: "videoCapture",
  microphone: "audioCapture",
  "clipboard-read": "clipboardReadWrite",
  "clipboard-write": "clipboardSanitizedWrite",
  midi: "midi",
  "midi-sysex": "midiSysex",
  "payment-handler": "paymentHandler",
  "background-sync": "backgroundSync",
  accelerometer: "sensors",
  gyroscope: "sensors",
  magnetometer: "sensors",
  "ambient-light-sensor": "sensors",
};

/** The web platform's name of a permission in CDP's words. */
const permissionName = (name: string) => permissionNames[name] ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
