import type { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { VERSION } from "../../protocol/version.ts";
import { globToRegExp } from "../glob.ts";
import type { NetworkEntry } from "../networkLog.ts";
import type { ResponseBody } from "../responseBody.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import { fitBody } from "./fitBody.ts";
import { harEntry, pageRef } from "./harEntry.ts";
import type { harOptionsSchema } from "./harFormat.ts";
import { HarSpool } from "./harSpool.ts";

export type HarOptions = z.infer<typeof harOptionsSchema>;

export interface FinishedHar {
  path: string;
  bytes: number;
  entries: number;
}

/** A larger body is named and not recorded. */
const MAX_BODY = 16 * 1024 * 1024;
/** Bodies that are on their way when the recording ends get this long. */
const LAST_BODIES_MS = 3000;

/** Writes down every request that a session's pages make from now on. */
export class HarRecorder {
  readonly options: HarOptions;
  readonly #session: Session;
  readonly #spool: HarSpool;
  readonly #matches: RegExp | undefined;
  readonly #underWay = new Map<NetworkEntry, SessionPage>();
  readonly #pages = new Map<string, { startedDateTime: string; id: string; title: string; pageTimings: Record<string, never> }>();
  readonly #bodies = new Set<Promise<void>>();
  readonly #stops: (() => void)[] = [];

  /** @param goOn with what an earlier daemon had recorded */
  constructor(session: Session, options: HarOptions, { goOn = false } = {}) {
    this.#session = session;
    this.options = options;
    this.#matches = options.urlFilter === undefined ? undefined : globToRegExp(options.urlFilter);
    this.#spool = new HarSpool(options.path, session.exit.fileText, { goOn });
    for (const { pageref, startedDateTime } of this.#spool.readAgain()) if (pageref) this.#sawPage(pageref, startedDateTime, pageref);
    const started = (page: SessionPage, entry: NetworkEntry) => this.#started(page, entry);
    const done = (page: SessionPage, entry: NetworkEntry) => this.#done(page, entry);
    session.events.on("request", started);
    session.events.on("requestdone", done);
    this.#stops.push(() => session.events.off("request", started).off("requestdone", done));
  }

  /** Ends the recording and writes the file. */
  async finish(): Promise<FinishedHar> {
    for (const stop of this.#stops) stop();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_BODIES_MS);
    });
    await Promise.race([Promise.allSettled(this.#bodies), late]);
    clearTimeout(timer);
    // What was answered in part is worth having; what was not answered at all says nothing.
    for (const entry of this.#underWay.keys()) if (entry.response) this.#write(entry, undefined, entry.postData);
    const entries = this.#spool.entries;
    const bytes = this.#spool.finish({
      version: "1.2",
      creator: { name: "Drover", version: VERSION },
      browser: { name: this.#session.engine, version: this.#session.lease.browser.version },
      ...(this.options.mode === "full" && { pages: [...this.#pages.values()] }),
    });
    return { path: this.options.path, bytes, entries };
  }

  #started(page: SessionPage, entry: NetworkEntry): void {
    if (this.#matches && !this.#matches.test(entry.url)) return;
    if (/^(?:data|blob|chrome|about):/.test(entry.url)) return;
    this.#underWay.set(entry, page);
    this.#sawPage(pageRef(page.id), new Date(entry.startedAt).toISOString(), page.title || page.url);
  }

  #sawPage(id: string, startedDateTime: string, title: string): void {
    if (!this.#pages.has(id)) this.#pages.set(id, { startedDateTime, id, title, pageTimings: {} });
  }

  #done(page: SessionPage, entry: NetworkEntry): void {
    if (!this.#underWay.delete(entry)) return;
    const writing = this.#record(page, entry).finally(() => this.#bodies.delete(writing));
    this.#bodies.add(writing);
  }

  async #record(page: SessionPage, entry: NetworkEntry): Promise<void> {
    const [body, postData] = await Promise.all([
      mayFail(this.#bodyOf(entry), "a response's body may be gone with its page"),
      entry.hasPostData ? (page.engine.requestPostData?.(entry.engineId) ?? undefined) : undefined,
    ]);
    this.#write(entry, body, postData ?? entry.postData);
  }

  #write(entry: NetworkEntry, body: ResponseBody | undefined, postData: string | undefined): void {
    const fitted = body && fitBody(body, this.#session.exit.fileText);
    const { json, attachment } = harEntry({ entry, body: fitted, postData }, this.options);
    this.#spool.add(entry.startedAt, json, attachment);
  }

  async #bodyOf(entry: NetworkEntry): Promise<ResponseBody | undefined> {
    const { response, error } = entry;
    const redirected = response !== undefined && response.status >= 300 && response.status < 400;
    if (this.options.content === "omit" || !response || error || redirected || entry.type === "websocket" || entry.type === "eventsource") return undefined;
    if ((entry.bodyBytes ?? 0) > MAX_BODY) return undefined;
    return this.#session.parts.network.responseBody(entry);
  }
}
