import type { DaemonConnection } from "../client/connection.ts";
import type { DaemonClient } from "../client/daemonClient.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import { DroverError } from "../protocol/errors.ts";
import type { LiveFrame, LiveProblem, Outcome } from "../protocol/messages.ts";

/** Clients give up on a request after a minute: one for which nothing has changed is answered before. */
const LONGEST_WAIT_MS = 20_000;
/** Nobody has asked for so long: nobody looks any more. */
const UNSEEN_MS = 5000;
/** As large as a chat shows it, on a screen with two pixels for one. */
const SIZE = { width: 1280, height: 1280 };
const VIEW = 1;

/** What is shown of one session to all who ask, on a connection that lasts while they do. */
class SessionView {
  readonly #client: DaemonClient;
  readonly session: string;
  #connection: Promise<DaemonConnection> | undefined;
  #latest: LiveFrame | LiveProblem | undefined;
  /** Counts on over all connections. */
  #number = 0;
  #waiting = new Set<() => void>();
  #asking = 0;
  #unseen: NodeJS.Timeout | undefined;

  constructor(client: DaemonClient, session: string) {
    this.#client = client;
    this.session = session;
  }

  /** What comes after the picture of that number, as soon as there is something. */
  async next(after: number, signal: AbortSignal): Promise<Outcome> {
    this.#asking++;
    clearTimeout(this.#unseen);
    try {
      const connection = await this.#watch();
      if (!this.#latest || this.#number === after) await this.#change(signal);
      return this.#number === after ? { ok: true, data: { picture: after } } : this.#show(connection);
    } finally {
      if (--this.#asking === 0) this.#unseen = setTimeout(() => void this.#end(), UNSEEN_MS).unref();
    }
  }

  #show(connection: DaemonConnection): Outcome {
    const latest = this.#latest;
    if (!latest) return { ok: true, data: { picture: this.#number, ...(!connection.open && { problem: "Drover's daemon is gone for now" }) } };
    if (latest.type === "problem") return { ok: true, data: { picture: this.#number, problem: latest.message } };
    connection.post({ type: "ack", view: VIEW, frame: latest.frame });
    return { ok: true, data: { picture: this.#number }, images: [{ mimeType: "image/jpeg", data: latest.data }], untrusted: true };
  }

  #watch(): Promise<DaemonConnection> {
    if (this.#connection) return this.#connection;
    const isMeant = () => this.#connection === made;
    const made = this.#connect((message) => isMeant() && this.#arrive(message));
    const ended = () => {
      if (!isMeant()) return;
      this.#connection = undefined;
      this.#arrive(undefined);
    };
    void made.then(({ closed }) => closed).then(ended, ended);
    this.#connection = made;
    return made;
  }

  async #connect(take: (message: LiveFrame | LiveProblem) => void): Promise<DaemonConnection> {
    const connection = await this.#client.watching(take);
    connection.post({ type: "watch", view: VIEW, session: this.session, ...SIZE });
    return connection;
  }

  #arrive(message: LiveFrame | LiveProblem | undefined): void {
    this.#latest = message;
    this.#number++;
    for (const tell of this.#waiting) tell();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, LONGEST_WAIT_MS);
      this.#waiting.add(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  async #end(): Promise<void> {
    const ended = this.#connection;
    this.#connection = undefined;
    this.#latest = undefined;
    const connection = ended && (await mayFail(ended, "a daemon that is gone shows nothing"));
    connection?.close();
  }
}

/** The live views that one client was given by `show_session`, each by the name under which it asked for the session. */
export class SessionViews {
  readonly #client: DaemonClient;
  readonly #views = new Map<string | undefined, SessionView>();

  constructor(client: DaemonClient) {
    this.#client = client;
  }

  open(asked: string | undefined, session: string): void {
    if (this.#views.get(asked)?.session !== session) this.#views.set(asked, new SessionView(this.#client, session));
  }

  next(asked: string | undefined, after: number, signal: AbortSignal): Promise<Outcome> {
    const view = this.#views.get(asked);
    if (!view) throw new DroverError("refused", "this view is over", { hint: "Ask for show_session again." });
    return view.next(after, signal);
  }
}
