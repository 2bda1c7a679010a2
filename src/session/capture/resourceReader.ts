import { mayFail, noteFailure } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { EngineFrame } from "../../engine/port.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { PageFetchAnswer, PageFetchArg } from "../../page/state/api.ts";
import type { NetworkEntry } from "../networkLog.ts";
import type { SessionPage } from "../sessionPage.ts";
import { dataUrlBytes } from "./dataUrl.ts";

export interface FetchedResource {
  bytes: Buffer;
  mime: string;
}

/** What a page is asked to fetch passes through one message of the browser's. */
const MAX_FETCHED = 32 * 1024 * 1024;
const FETCH_MS = 10_000;

interface TreeResource {
  frameId: string;
  mime: string;
  bytes: number | undefined;
}

interface FrameTree {
  frame: { id: string; url: string; mimeType: string };
  resources: { url: string; mimeType: string; contentSize?: number; failed?: boolean; canceled?: boolean }[];
  childFrames?: FrameTree[];
}

/** What a page consists of besides its document: from what the browser still has, or fetched once more. */
export class ResourceReader {
  readonly #page: SessionPage;
  readonly #isStill: () => boolean;
  readonly #trees = new Map<EngineFrame, Promise<Map<string, TreeResource>>>();

  /** @param isStill whether the document is there that the resources are of */
  constructor(page: SessionPage, isStill: () => boolean = () => true) {
    this.#page = page;
    this.#isStill = isStill;
  }

  /** Whether the browser is known to have loaded it. */
  async hasLoaded(frame: EngineFrame, url: string): Promise<boolean> {
    return (await this.#tree(frame)).has(url) || this.#entry(url) !== undefined;
  }

  /** Throws a DroverError that says why it cannot be had. */
  async read(frame: EngineFrame, url: string, maxBytes: number): Promise<FetchedResource> {
    if (url.startsWith("data:")) return dataUrlBytes(url);
    return (await this.#fromBrowser(frame, url, maxBytes)) ?? (await this.#fromLog(url, maxBytes)) ?? (await this.#fetched(frame, url, maxBytes));
  }

  /** From the renderer's memory, which has most of what it draws, of any origin. */
  async #fromBrowser(frame: EngineFrame, url: string, maxBytes: number): Promise<FetchedResource | undefined> {
    const known = (await this.#tree(frame)).get(url);
    if (!known || !frame.cdp) return undefined;
    refuseLarge(url, known.bytes, maxBytes);
    const answer = await mayFail(frame.cdp.send("Page.getResourceContent", { frameId: known.frameId, url }), "the browser drops what it does not need to draw again");
    if (!answer || answer["content"] === "") return undefined;
    const bytes = Buffer.from(String(answer["content"]), answer["base64Encoded"] ? "base64" : "utf8");
    refuseLarge(url, bytes.length, maxBytes);
    return { bytes, mime: known.mime };
  }

  /** Bodies that the browser keeps for a while after their requests. */
  async #fromLog(url: string, maxBytes: number): Promise<FetchedResource | undefined> {
    const entry = this.#entry(url);
    if (!entry?.response) return undefined;
    refuseLarge(url, entry.bodyBytes, maxBytes);
    const answer = await mayFail(this.#page.session.parts.network.responseBody(entry), "the browser drops bodies soon");
    return answer && { bytes: Buffer.from(answer.body, answer.base64Encoded ? "base64" : "utf8"), mime: entry.response.mimeType };
  }

  async #fetched(frame: EngineFrame, url: string, maxBytes: number): Promise<FetchedResource> {
    if (!/^(?:https?|blob):/.test(url)) throw new DroverError("fetch-failed", "the browser no longer has it, and it is not fetched from there");
    const limit = Math.min(maxBytes, MAX_FETCHED);
    const asked = { url, method: "GET", headers: {}, redirect: "follow", maxBytes: limit, timeoutMs: FETCH_MS } as const;
    const elsewhere = !url.startsWith("blob:") && URL.canParse(frame.url) && new URL(frame.url).origin !== new URL(url).origin;
    // An answer that is for everybody may not be asked for with cookies.
    const answer = (await this.#asked(frame, { ...asked, credentials: "include" })) ?? (elsewhere ? await this.#asked(frame, { ...asked, credentials: "omit" }) : undefined);
    if (answer && answer.status >= 400) throw new DroverError("fetch-failed", `its server answers ${answer.status}`);
    if (answer && !answer.truncated) return { bytes: Buffer.from(answer.body, "base64"), mime: mimeOf(answer.headers["content-type"]) };
    const loaded = url.startsWith("blob:") ? undefined : await this.#loaded(url, maxBytes);
    if (loaded) return { bytes: loaded, mime: "" };
    if (answer) throw tooLarge(url, limit);
    throw new DroverError("fetch-failed", "the page is not allowed to fetch it, or its server does not answer");
  }

  /** Nothing when the page may not have it; a server that does not answer does not answer anybody. */
  async #asked(frame: EngineFrame, arg: PageFetchArg): Promise<PageFetchAnswer | undefined> {
    try {
      return await frame.ask("pageFetch", arg);
    } catch (thrown) {
      if (!this.#isStill()) throw new DroverError("context-gone", "the page was left", { cause: thrown });
      if (isDroverError(thrown) && thrown.code === "timeout") throw thrown;
      noteFailure(thrown, "a server or a policy may forbid it to the page");
      return undefined;
    }
  }

  async #loaded(url: string, maxBytes: number): Promise<Buffer | undefined> {
    const loading = this.#page.engine.loadResource?.(url, maxBytes);
    const loaded = loading && mayFail(loading, "the browser keeps to the page's Content-Security-Policy, too");
    return loaded && (await settledWithin(FETCH_MS, loaded)) ? loaded : undefined;
  }

  #entry(url: string): NetworkEntry | undefined {
    return this.#page.session.parts.network.entries
      .toArray()
      .findLast((entry) => entry.url === url && entry.endedAt !== undefined && !entry.error && entry.response && entry.response.status >= 200 && entry.response.status < 300);
  }

  #tree(frame: EngineFrame): Promise<Map<string, TreeResource>> {
    const known = this.#trees.get(frame) ?? treeOf(frame);
    this.#trees.set(frame, known);
    return known;
  }
}

async function treeOf({ cdp }: EngineFrame): Promise<Map<string, TreeResource>> {
  const found = new Map<string, TreeResource>();
  const answer = cdp && (await mayFail(cdp.send("Page.getResourceTree"), "a frame may go away while it is looked at"));
  const visit = ({ frame, resources, childFrames = [] }: FrameTree): void => {
    for (const { url, mimeType, contentSize, failed, canceled } of resources) if (!failed && !canceled) found.set(url, { frameId: frame.id, mime: mimeType, bytes: contentSize });
    childFrames.forEach(visit);
  };
  if (answer) visit(answer["frameTree"] as FrameTree);
  return found;
}

const mimeOf = (contentType = ""): string => contentType.split(";")[0]?.trim().toLowerCase() ?? "";

const tooLarge = (url: string, maxBytes: number) => new DroverError("too-large", `it is larger than the ${maxBytes} bytes that are left`, { fields: { url } });

function refuseLarge(url: string, bytes: number | undefined, maxBytes: number): void {
  if (bytes !== undefined && bytes > maxBytes) throw tooLarge(url, maxBytes);
}
