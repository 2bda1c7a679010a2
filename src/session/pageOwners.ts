import { settled } from "../diagnosis/settled.ts";
import type { EngineContext, EnginePage } from "../engine/port.ts";
import type { Session } from "./session.ts";

/** Which session each page of a context belongs to: sessions on one profile share its browser and own their pages. */
export class PageOwners {
  readonly #context: EngineContext;
  readonly #owners = new Map<string, Session>();
  readonly #sessions = new Set<Session>();
  #creating: Session | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(context: EngineContext) {
    this.#context = context;
    context.onNewPage(async (page) => {
      // A popup belongs to its opener; a tab that nobody asked for (a person's) to the session that was here first.
      const opener = page.opener && this.#owners.get(page.opener.id);
      const [first] = this.#sessions;
      const owner = opener ?? this.#creating ?? first;
      if (owner) await this.#own(owner, page);
    });
  }

  get sessions(): ReadonlySet<Session> {
    return this.#sessions;
  }

  join(session: Session): void {
    this.#sessions.add(session);
  }

  leave(session: Session): void {
    this.#sessions.delete(session);
    for (const [id, owner] of this.#owners) if (owner === session) this.#owners.delete(id);
  }

  /** Gives a session the pages it had under an earlier daemon, or those that nobody has. */
  async take(session: Session, wanted: (page: EnginePage) => boolean): Promise<void> {
    for (const page of this.#context.pages())
      if (!this.#owners.has(page.id) && wanted(page)) await this.#own(session, page);
  }

  /** Opens a tab for one session; one at a time, so that the tab that arrives is known to be the one asked for. */
  newPage(session: Session): Promise<EnginePage> {
    const opened = this.#turn.then(async () => {
      this.#creating = session;
      try {
        const page = await this.#context.newPage();
        if (!this.#owners.has(page.id)) await this.#own(session, page);
        return page;
      } finally {
        this.#creating = undefined;
      }
    });
    this.#turn = settled(opened);
    return opened;
  }

  async #own(session: Session, page: EnginePage): Promise<void> {
    this.#owners.set(page.id, session);
    page.events.once("closed", () => this.#owners.delete(page.id));
    await session.prepare(page);
  }
}
