import { z } from "zod";
import type { BridgeServer, Sharer } from "./bridgeServer.ts";

/** Another program's channel to one of its pages, in Chromium's protocol: Playwright's and Puppeteer's `CDPSession` are such. */
export interface PageChannel {
  send(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Every event, whichever it is. */
  onEvent(hear: (method: string, params: Record<string, unknown>) => void): void;
  bringToFront(): Promise<void>;
}

const command = z.object({
  id: z.number(),
  type: z.string().optional(),
  tabId: z.number(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

const target = z.object({ targetInfo: z.object({ targetId: z.string(), url: z.string(), title: z.string() }) });
const inner = z.object({ id: z.number().optional(), method: z.string().optional(), params: z.record(z.string(), z.unknown()).optional(), result: z.record(z.string(), z.unknown()).optional(), error: z.object({ code: z.number().optional(), message: z.string() }).optional() });
const wrapped = z.object({ sessionId: z.string(), message: z.string() });

/** One page and what is below it. Its channel knows no further sessions, so those of frames and workers are wrapped in messages of their parents'. */
class HandedPage {
  readonly #channel: PageChannel;
  readonly #hear: (method: string, params: Record<string, unknown>, sessionId: string | undefined) => void;
  /** A session below the page, and the one that it hangs on; undefined is the page's own. */
  readonly #parents = new Map<string, string | undefined>();
  readonly #pending = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>();
  #nextId = 1;

  constructor(channel: PageChannel, hear: (method: string, params: Record<string, unknown>, sessionId: string | undefined) => void) {
    this.#channel = channel;
    this.#hear = hear;
    channel.onEvent((method, params) => this.#event(method, params, undefined));
  }

  async send(method: string, given: Record<string, unknown>, sessionId: string | undefined): Promise<Record<string, unknown>> {
    const params = method === "Target.setAutoAttach" ? { ...given, flatten: false } : given;
    if (sessionId === undefined) return (await this.#channel.send(method, params)) ?? {};
    const id = this.#nextId++;
    const answered = new Promise<Record<string, unknown>>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    await this.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) }, this.#parents.get(sessionId));
    return answered;
  }

  #event(method: string, params: Record<string, unknown>, sessionId: string | undefined): void {
    if (method === "Target.receivedMessageFromTarget") return this.#unwrap(wrapped.parse(params));
    if (method === "Target.attachedToTarget") this.#parents.set(String(params["sessionId"]), sessionId);
    if (method === "Target.detachedFromTarget") this.#parents.delete(String(params["sessionId"]));
    this.#hear(method, params, sessionId);
  }

  #unwrap({ sessionId, message }: z.infer<typeof wrapped>): void {
    const { id, method, params = {}, result = {}, error } = inner.parse(JSON.parse(message));
    if (method !== undefined) return this.#event(method, params, sessionId);
    const pending = this.#pending.get(id ?? 0);
    this.#pending.delete(id ?? 0);
    if (error) pending?.reject(new Error(error.message));
    else pending?.resolve(result);
  }
}

/** Lends pages of another program in this process to whoever drives the bridge. */
export class HandedPages {
  readonly #tell: (message: object) => void;
  readonly #pages = new Map<number, { page: HandedPage; channel: PageChannel }>();
  #nextTab = 1;

  constructor(bridge: BridgeServer) {
    const sharer: Sharer = { send: (text) => void this.#obey(command.safeParse(JSON.parse(text)).data), close: () => undefined };
    this.#tell = bridge.takeSharer(sharer);
  }

  /** Lends one more; what is returned takes it back. */
  async lend(channel: PageChannel): Promise<{ tell(change: { url: string; title: string }): void; takeBack(): void }> {
    const tabId = this.#nextTab++;
    const page = new HandedPage(channel, (method, params, sessionId) => this.#tell({ type: "event", tabId, method, params, ...(sessionId && { sessionId }) }));
    const { targetInfo } = target.parse(await channel.send("Target.getTargetInfo", {}));
    const { userAgent } = await channel.send("Browser.getVersion", {});
    this.#tell({ type: "hello", userAgent: String(userAgent) });
    this.#pages.set(tabId, { page, channel });
    this.#tell({ type: "shared", tabId, targetId: targetInfo.targetId, url: targetInfo.url, title: targetInfo.title });
    return {
      tell: (change) => this.#tell({ type: "changed", tabId, ...change }),
      takeBack: () => {
        if (this.#pages.delete(tabId)) this.#tell({ type: "unshared", tabId });
      },
    };
  }

  async #obey(asked: z.infer<typeof command> | undefined): Promise<void> {
    const lent = asked && this.#pages.get(asked.tabId);
    if (!lent) return;
    const { id, type, method = "", params = {}, sessionId } = asked;
    try {
      const result = type === "activate" ? await lent.channel.bringToFront() : await lent.page.send(method, params, sessionId);
      this.#tell({ type: "answer", id, result: result ?? {} });
    } catch (thrown) {
      this.#tell({ type: "answer", id, error: { message: thrown instanceof Error ? thrown.message : String(thrown) } });
    }
  }
}
