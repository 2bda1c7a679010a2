import { randomBytes } from "node:crypto";
import { z } from "zod";
import { scriptOrder } from "./pageScripts.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

/**
 * Knows what a page has begun because of an action, by a script in the page's own world: no protocol tells of timers, databases and
 * messages. Browsers that are not ours are left as they are; there, actions wait for requests and for frames without news.
 */
export class PageWork implements SessionPart<string> {
  readonly saved = z.string();
  readonly #session: Session;
  /** Of events that only Drover knows. Documents keep the script that they have, so the next daemon must know it too. */
  #key = `_${randomBytes(10).toString("hex")}`;

  constructor(session: Session) {
    this.#session = session;
  }

  get key(): string {
    return this.#key;
  }

  save(): string | undefined {
    return this.#session.mode === "attached" ? undefined : this.#key;
  }

  restore(key: string): void {
    this.#key = key;
  }

  async begin(): Promise<void> {
    const { mode, parts } = this.#session;
    if (mode === "attached") return;
    // Only bundles have it: whoever reads the list of tools from source must not need it.
    const { default: source } = await import("drover:page/world/pageWork");
    await parts.scripts.install({ name: "work", order: scriptOrder.work, world: "page", source: source.replaceAll("__DROVER_WORK__", this.#key), inOpenDocuments: true });
  }
}
