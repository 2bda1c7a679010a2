import { mayFail } from "../diagnosis/mayFail.ts";
import type { Conversation, Listener, RawMessage } from "../engine/port.ts";
import { asDroverError, DroverError } from "../protocol/errors.ts";
import type { Converse, Conversed, Ended, Say } from "../protocol/messages.ts";
import type { Session } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";

interface TalkPlace {
  sessions: Sessions;
  mayTalk(session: Session): boolean;
  send(message: Conversed | Say | Ended): void;
}

/** What one client talks about with pages in the browser's own protocol, until its connection ends. Past every rule of ours: only a person's own client may. */
export class Conversations {
  readonly #place: TalkPlace;
  readonly #talks = new Map<number, Promise<Conversation | undefined>>();

  constructor(place: TalkPlace, until: AbortSignal) {
    this.#place = place;
    until.addEventListener("abort", () => [...this.#talks.keys()].forEach((channel) => this.end(channel)), { once: true });
  }

  begin(wanted: Converse): void {
    this.end(wanted.channel);
    this.#talks.set(wanted.channel, this.#begin(wanted));
  }

  say({ channel, message }: Say): void {
    // Checked by whoever hears it: the browser.
    void this.#talks.get(channel)?.then((talk) => talk?.say(message as RawMessage));
  }

  end(channel: number): void {
    const talk = this.#talks.get(channel);
    this.#talks.delete(channel);
    void talk?.then((begun) => begun && mayFail(begun.end(), "the page may be gone"));
  }

  async #begin({ channel, session: id, with: whom }: Converse): Promise<Conversation | undefined> {
    const { send } = this.#place;
    try {
      const session = this.#place.sessions.peek(id);
      if (!session?.alive) throw new DroverError("session-not-found", `session "${id}" is not open`);
      if (!this.#place.mayTalk(session)) throw new DroverError("refused", "DevTools are for the person at this machine");
      const page = session.activePage?.engine;
      if (!page || page.closed) throw new DroverError("page-closed", "the session has no page");
      const listener: Listener = {
        hear: (message) => send({ type: "say", channel, message: { ...message } }),
        ended: () => send({ type: "ended", channel }),
      };
      const talk = await (whom === "page" ? page.converse?.(listener) : page.context.browser.devTools?.(listener));
      if (!talk) throw new DroverError("unsupported-engine", "Firefox serves its developer tools to nobody else", { hint: "Open the session with --headed, and press F12 in its window." });
      send({ type: "conversed", channel, title: page.title, url: page.url });
      return talk;
    } catch (thrown) {
      const { code, message } = asDroverError(thrown);
      send({ type: "ended", channel, error: code, message });
      return undefined;
    }
  }
}
