import { connect } from "../client/connect.ts";
import type { DaemonConnection } from "../client/connection.ts";
import type { Home } from "../config/home.ts";
import { DroverError, type ErrorCode } from "../protocol/errors.ts";
import type { Conversed, Ended, Say } from "../protocol/messages.ts";

type Message = Record<string, unknown>;

export interface TalkWish {
  home: Home;
  session: string;
  with: "page" | "devtools";
  /** Where the server is that the talk is for: agents are kept away from it. */
  port: number;
  hear(message: Message): void;
  ended(): void;
}

const CHANNEL = 1;

/** A talk with a page in the browser's own protocol, on a connection of its own to the daemon: what it floods delays nothing else. */
export class Talk {
  readonly title: string;
  readonly url: string;
  readonly #connection: DaemonConnection;

  private constructor(connection: DaemonConnection, { title, url }: Conversed) {
    this.#connection = connection;
    this.title = title;
    this.url = url;
  }

  static async begin({ home, session, with: whom, port, hear, ended }: TalkWish): Promise<Talk> {
    let begun = (_: Conversed | Ended): void => undefined;
    const beginning = new Promise<Conversed | Ended>((resolve) => (begun = resolve));
    const onTalk = (message: Conversed | Say | Ended): void => {
      if (message.type === "say") return hear(message.message);
      begun(message);
      if (message.type === "ended") connection.close();
    };
    const connection = await connect({ client: "dashboard", home, port, onTalk });
    connection.post({ type: "converse", channel: CHANNEL, session, with: whom });
    const gone: Ended = { type: "ended", channel: CHANNEL, error: "daemon-failed", message: "the daemon went away" };
    const answer = await Promise.race([beginning, connection.closed.then(() => gone)]);
    if (answer.type === "ended") throw new DroverError((answer.error ?? "page-closed") as ErrorCode, answer.message ?? "the page is gone");
    void connection.closed.then(ended);
    return new Talk(connection, answer);
  }

  say(message: Message): void {
    this.#connection.post({ type: "say", channel: CHANNEL, message });
  }

  end(): void {
    this.#connection.close();
  }
}
