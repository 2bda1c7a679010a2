import { connect } from "../client/connect.ts";
import type { DaemonConnection } from "../client/connection.ts";
import type { Home } from "../config/home.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import { asDroverError } from "../protocol/errors.ts";
import type { EventTopic } from "../protocol/events.ts";
import type { LiveFrame, LiveProblem, Outcome } from "../protocol/messages.ts";
import { VERSION } from "../protocol/version.ts";
import { frameMessage } from "./frameMessage.ts";
import { stayLinked } from "./stayLinked.ts";
import type { AppCall, AppMessage, ServerEvent, ServerMessage } from "./wire.ts";

const topics: Record<EventTopic, true> = {
  pageopened: true,
  pageclosed: true,
  activechanged: true,
  navigated: true,
  console: true,
  pageerror: true,
  requestdone: true,
  dialog: true,
  question: true,
  answered: true,
  began: true,
  acting: true,
  called: true,
  answergiven: true,
  wheel: true,
  opened: true,
  renamed: true,
  standingchanged: true,
  crashed: true,
  download: true,
  downloadended: true,
  closed: true,
};

export interface TabPlace {
  home: Home;
  /** Where the dashboard listens. */
  port: number;
  /** Who the tab is. */
  id: string;
  send(message: ServerMessage): void;
  sendFrame(message: Uint8Array): void;
}

interface Link {
  main: DaemonConnection;
  pictures: DaemonConnection;
}

/**
 * One tab of a person's browser and its daemon: a connection for calls, events and the person's hands, and one for pictures, so that no answer waits behind
 * them. When the daemon is gone, the next one is found; it is started again only when the person asks for something.
 */
export class Tab {
  readonly #place: TabPlace;
  readonly #closing = new AbortController();
  readonly #calls = new Map<number, AbortController>();
  #link: Promise<Link> | undefined;

  constructor(place: TabPlace) {
    this.#place = place;
    const linked = async (start: boolean) => Object.values(await this.#linked({ start }));
    void stayLinked(this.#closing.signal, linked, () => {
      this.#link = undefined;
      place.send({ type: "daemon", state: "down" });
    });
  }

  receive(message: AppMessage): void {
    if (message.type === "call") void this.#call(message);
    else if (message.type === "cancel") this.#calls.get(message.id)?.abort();
    else if (message.type === "input") void this.#now(({ main }) => main.post(message));
    else void this.#now(({ pictures }) => pictures.post(message));
  }

  close(): void {
    this.#closing.abort();
    for (const controller of this.#calls.values()) controller.abort();
  }

  #linked({ start }: { start: boolean }): Promise<Link> {
    this.#link ??= this.#connect(start).catch((thrown: unknown) => {
      this.#link = undefined;
      throw thrown;
    });
    return this.#link;
  }

  async #connect(start: boolean): Promise<Link> {
    const { home, port, id, send } = this.#place;
    const onLive = (message: LiveFrame | LiveProblem) => (message.type === "frame" ? this.#place.sendFrame(frameMessage(message)) : send(message));
    const shared = { client: "dashboard", home, id, port, onLive } as const;
    const main = await connect({ ...shared, start });
    const pictures = await connect({ ...shared, start: false });
    await main.subscribe({ topics: Object.keys(topics), onEvent: ({ topic, session = "", data }) => send({ type: "event", topic, session, data } as ServerEvent) });
    send({ type: "hello", version: VERSION, tab: id, home: home.dir });
    send({ type: "daemon", state: "up" });
    return { main, pictures };
  }

  /** Only where there is a daemon: what a person's hands do is for now. */
  async #now(use: (link: Link) => void): Promise<void> {
    const link = this.#link && (await mayFail(this.#link, "what is meant for a daemon that is gone is not needed any more"));
    if (link) use(link);
  }

  async #call({ id, tool, input, form, people }: AppCall): Promise<void> {
    const controller = new AbortController();
    this.#calls.set(id, controller);
    const outcome = await this.#outcomeOf(tool, input, {
      signal: controller.signal,
      ...(form && { form }),
      ...(people && { people }),
      onProgress: (message: string, progress?: number, total?: number) => this.#place.send({ type: "progress", id, message, ...(progress !== undefined && { progress }), ...(total !== undefined && { total }) }),
    });
    this.#calls.delete(id);
    this.#place.send({ type: "answer", id, outcome });
  }

  async #outcomeOf(tool: string, input: Record<string, unknown>, options: Parameters<DaemonConnection["call"]>[2]): Promise<Outcome> {
    try {
      const { main } = await this.#linked({ start: true });
      return await main.call(tool, input, options);
    } catch (thrown) {
      return { ok: false, data: asDroverError(thrown).toResult() };
    }
  }
}
