import type { EnginePage, SocketRule } from "../engine/port.ts";
import { globSource } from "./glob.ts";

/** What the session does with frames that arrive on its pages' sockets. */
export class SocketRules {
  readonly #pages: () => EnginePage[];
  readonly #rules = new Map<string, SocketRule>();

  constructor(pages: () => EnginePage[]) {
    this.#pages = pages;
  }

  get patterns(): string[] {
    return [...this.#rules.keys()];
  }

  /** True when an earlier rule of the same pattern was replaced. */
  async set(pattern: string, response: SocketRule["response"]): Promise<boolean> {
    const rule = { source: globSource(pattern), response };
    const replaced = this.#rules.delete(pattern);
    this.#rules.set(pattern, rule);
    await this.#tell();
    return replaced;
  }

  /** The patterns that went; without one, all of them. */
  async remove(pattern?: string): Promise<string[]> {
    const gone = this.patterns.filter((each) => pattern === undefined || each === pattern);
    for (const each of gone) this.#rules.delete(each);
    if (gone.length > 0) await this.#tell();
    return gone;
  }

  async prepare(page: EnginePage): Promise<void> {
    if (this.#rules.size > 0) await page.sockets?.intercept(this.#newestFirst());
  }

  async #tell(): Promise<void> {
    await Promise.all(this.#pages().map((page) => page.sockets?.intercept(this.#newestFirst())));
  }

  #newestFirst(): SocketRule[] {
    return [...this.#rules.values()].toReversed();
  }
}
