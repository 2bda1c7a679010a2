import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { SocketTap } from "../page/world/tapApi.ts";
import { DroverError } from "../protocol/errors.ts";
import type { DocumentScript, EngineSockets, InstalledScript, SocketRule } from "./port.ts";
import { socketTap } from "./tap.ts";

/** A frame or a worker: somewhere a page can open a socket. */
interface Realm {
  evaluate(expression: string): Promise<unknown>;
}

interface Place {
  realms(): Realm[];
  addScript(script: DocumentScript): InstalledScript;
}

/** Before all scripts that are not the engine's. */
const TAP_ORDER = -1;
/** After the tap that obeys them: last, so that no other script must be moved behind them. */
const RULES_ORDER = Infinity;

const listed = z.array(z.object({ url: z.string(), at: z.number() }));

/**
 * Sending and rewriting need the page's own socket objects, which no protocol gives. A script in the page keeps
 * them in the order they were opened; the engine tells the same order, so that the two can be matched by URL and place.
 */
export class PageSockets implements EngineSockets {
  readonly #key: string;
  readonly #place: Place;
  /** Those that are not closed, in the order they were opened. */
  readonly #open = new Map<string, string>();
  #installed = false;
  #rules: readonly SocketRule[] = [];
  #rulesScript: InstalledScript | undefined;

  constructor(key: string, place: Place) {
    this.#key = key;
    this.#place = place;
  }

  /** Sets the page up before its first script. In a browser that is not ours this waits until it is needed. */
  async install(): Promise<void> {
    if (this.#installed) return;
    this.#installed = true;
    await this.#place.addScript({ source: socketTap(this.#key), world: "page", order: TAP_ORDER }).done;
  }

  /** For documents that are there already, and for workers, which have no init scripts. Everything is sent at once. */
  async installIn(realms: Realm[]): Promise<void> {
    if (!this.#installed) return;
    const installed = realms.map((realm) => realm.evaluate(socketTap(this.#key)));
    await Promise.allSettled([...installed, this.#rules.length > 0 && this.#tellRules(realms)]);
  }

  opened(socketId: string, url: string): void {
    this.#open.set(socketId, url);
  }

  closed(socketId: string): void {
    this.#open.delete(socketId);
  }

  async send(socketId: string, data: string, { base64 = false } = {}): Promise<void> {
    const url = this.#open.get(socketId);
    if (url === undefined) throw notOpen("it was closed, or is out of reach in a worker");
    await this.#ensure();
    const place = [...this.#open].filter(([, each]) => each === url).findIndex(([id]) => id === socketId);
    const found = (await this.#sockets()).filter((each) => each.url === url)[place];
    if (!found) throw notOpen("the page does not have it any more, or had it before Drover saw the page");
    const sent = await found.realm.evaluate(this.#call("send", [found.index, data, base64]));
    if (sent !== true) throw notOpen("it is not open yet, or closing");
  }

  async intercept(rules: readonly SocketRule[]): Promise<void> {
    await this.#ensure();
    this.#rules = rules;
    const before = this.#rulesScript;
    this.#rulesScript =
      rules.length > 0 ? this.#place.addScript({ source: this.#call("setRules", [rules]), world: "page", order: RULES_ORDER }) : undefined;
    before?.takeBack();
    await this.#rulesScript?.done;
    await this.#tellRules(this.#place.realms());
  }

  async #ensure(): Promise<void> {
    if (this.#installed) return;
    await this.install();
    await this.installIn(this.#place.realms());
  }

  async #tellRules(realms: Realm[]): Promise<void> {
    await Promise.allSettled(realms.map((realm) => realm.evaluate(this.#call("setRules", [this.#rules]))));
  }

  /** Every socket of every frame and worker, in the order they were opened. */
  async #sockets(): Promise<{ realm: Realm; index: number; url: string; at: number }[]> {
    const lists = await Promise.all(
      this.#place.realms().map(async (realm) => {
        const list = listed.safeParse(await mayFail(realm.evaluate(this.#call("list", [])), "a frame or a worker may go away while its sockets are listed"));
        return (list.data ?? []).map((socket, index) => ({ ...socket, realm, index }));
      }),
    );
    return lists.flat().toSorted((a, b) => a.at - b.at);
  }

  #call(method: keyof SocketTap, args: readonly unknown[]): string {
    return `globalThis[${JSON.stringify(this.#key)}]?.${method}(${args.map((arg) => JSON.stringify(arg)).join(",")})`;
  }
}

const notOpen = (why: string) =>
  new DroverError("not-found", `the socket cannot be sent on: ${why}`, { hint: "ws_read lists the sockets and their state." });
