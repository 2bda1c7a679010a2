import { z } from "zod";
import type { EnginePage, SocketRule } from "../engine/port.ts";
import { globSource } from "./glob.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

const savedSchema = z.array(z.tuple([z.string(), z.union([z.enum(["drop", "echo"]), z.object({ data: z.string() })])]));

type Saved = z.infer<typeof savedSchema>;

/** What the session does with frames that arrive on its pages' sockets. */
export class SocketRules implements SessionPart<Saved> {
  readonly saved = savedSchema;
  readonly #session: Session;
  readonly #rules = new Map<string, SocketRule>();

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Saved {
    return [...this.#rules].map(([pattern, { response }]) => [pattern, response]);
  }

  restore(rules: Saved): void {
    for (const [pattern, response] of rules) this.#rules.set(pattern, { source: globSource(pattern), response });
  }

  get patterns(): string[] {
    return [...this.#rules.keys()];
  }

  /** True when an earlier rule of the same pattern was replaced. */
  async set(pattern: string, response: SocketRule["response"]): Promise<boolean> {
    const replaced = this.#rules.delete(pattern);
    this.restore([[pattern, response]]);
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
    this.#session.changed();
    await Promise.all(this.#session.enginePages().map((page) => page.sockets?.intercept(this.#newestFirst())));
  }

  #newestFirst(): SocketRule[] {
    return [...this.#rules.values()].toReversed();
  }
}
