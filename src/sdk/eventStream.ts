import { noteFailure } from "../diagnosis/mayFail.ts";
import type { ConnectOptions } from "../client/connect.ts";
import { DaemonClient } from "../client/daemonClient.ts";
import type { EventPayloads, EventTopic } from "../protocol/events.ts";
import type { DaemonEvent } from "../protocol/messages.ts";

/** One thing that happened, with the session it happened in. */
export type DroverEvent<Topic extends EventTopic = EventTopic> = {
  [T in Topic]: { topic: T; session: string; data: EventPayloads[T] };
}[Topic];

/** Events that nobody has read yet; beyond this the oldest are dropped. */
const MAX_WAITING = 10_000;

/** How often a daemon that went away is looked for. Listening is no reason to start one. */
const RETURN_MS = 250;

/**
 * What happens in the sessions, from the moment it was asked for until the loop over it ends. It has a connection of
 * its own, and goes on with the next daemon when one is replaced.
 */
export class EventStream<Topic extends EventTopic> implements AsyncIterableIterator<DroverEvent<Topic>>, AsyncDisposable {
  /** Resolves when the daemon has begun to tell. */
  readonly listening: Promise<void>;
  readonly #topics: readonly Topic[];
  readonly #session: string | undefined;
  readonly #connection: ConnectOptions;
  readonly #unread: DroverEvent<Topic>[] = [];
  #client: DaemonClient;
  #waiting: (() => void) | undefined;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: ConnectOptions, topics: readonly Topic[], session?: string) {
    this.#connection = connection;
    this.#topics = topics;
    this.#session = session;
    this.#client = new DaemonClient(connection);
    this.listening = this.#listen();
    this.listening.catch((_toldToWhoWaits: unknown) => this.#end());
  }

  async next(): Promise<IteratorResult<DroverEvent<Topic>, undefined>> {
    await this.listening;
    for (;;) {
      const event = this.#unread.shift();
      if (event) return { done: false, value: event };
      if (this.#ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<DroverEvent<Topic>, undefined>> {
    this.#end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end();
  }

  async #listen(): Promise<void> {
    const onEvent = ({ topic, session, data }: DaemonEvent) => {
      this.#unread.push({ topic, session, data } as DroverEvent<Topic>);
      if (this.#unread.length > MAX_WAITING) this.#unread.shift();
      this.#waiting?.();
    };
    await this.#client.subscribe({ topics: [...this.#topics], session: this.#session, onEvent });
    void this.#client.closed().then(() => this.#listenAgain());
  }

  #listenAgain(): void {
    if (this.#ended) return;
    this.#client = new DaemonClient({ ...this.#connection, start: false });
    this.#listen().catch((thrown: unknown) => {
      noteFailure(thrown, "a daemon that left is looked for again");
      this.#timer = setTimeout(() => this.#listenAgain(), RETURN_MS);
    });
  }

  #end(): void {
    this.#ended = true;
    this.#unread.length = 0;
    clearTimeout(this.#timer);
    this.#client.close();
    this.#waiting?.();
  }
}
