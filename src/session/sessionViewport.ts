import type { EnginePage, Viewport } from "../engine/port.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

/** How large the session's pages are. It is part of the session's plan, so that opening the session anew may change it. */
export class SessionViewport implements SessionPart {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Null leaves it to the window. */
  get size(): Viewport | null {
    return this.#session.plan.viewport;
  }

  async set(viewport: Viewport): Promise<void> {
    this.#session.replan({ viewport });
    await Promise.all(this.#session.enginePages().map((page) => page.emulation.viewport(viewport)));
  }

  prepare(page: EnginePage): Promise<unknown> | undefined {
    return this.size ? page.emulation.viewport(this.size) : undefined;
  }
}
