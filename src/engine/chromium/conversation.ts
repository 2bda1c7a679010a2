import { mayFail } from "../../diagnosis/mayFail.ts";
import type { Conversation, Listener, RawMessage } from "../port.ts";
import { CdpError, type CdpConnection } from "./connection.ts";

const NO_SESSION = { code: -32_001, message: "Session with given id not found." };

/**
 * Somebody else's talk with one target on our connection: it hears what its own session reports, and what is below that (frames and workers of other processes),
 * and nothing of ours. To whoever leads it the target is the whole connection.
 */
export class ChromiumConversation implements Conversation {
  readonly #connection: CdpConnection;
  readonly #root: string;
  readonly #listener: Listener;
  readonly #below = new Set<string>();

  constructor(connection: CdpConnection, root: string, listener: Listener) {
    this.#connection = connection;
    this.#root = root;
    this.#listener = listener;
    this.#follow(root);
  }

  say({ id, method, params, sessionId }: RawMessage): void {
    if (id === undefined || method === undefined) return;
    const of = sessionId === undefined ? {} : { sessionId };
    const hear = (answer: RawMessage) => this.#listener.hear({ id, ...answer, ...of });
    if (sessionId !== undefined && !this.#below.has(sessionId)) return hear({ error: NO_SESSION });
    this.#connection.request(method, params, sessionId ?? this.#root).then(
      (result) => hear({ result }),
      (thrown: unknown) => hear({ error: { code: (thrown instanceof CdpError && thrown.code) || -32_000, message: thrown instanceof CdpError ? thrown.said : String(thrown) } }),
    );
  }

  async end(): Promise<void> {
    for (const session of [this.#root, ...this.#below]) this.#connection.unfollow(session);
    await mayFail(this.#connection.browser.send("Target.detachFromTarget", { sessionId: this.#root }), "the target may be gone");
  }

  #follow(session: string): void {
    this.#connection.follow(session, {
      hear: (event) => this.#heard(session, event),
      ended: () => {
        this.#below.delete(session);
        if (session === this.#root) this.#listener.ended();
      },
    });
  }

  #heard(session: string, { method, params }: RawMessage): void {
    const child = String(params?.["sessionId"]);
    if (method === "Target.attachedToTarget") {
      this.#below.add(child);
      this.#follow(child);
    }
    if (method === "Target.detachedFromTarget") {
      this.#below.delete(child);
      this.#connection.unfollow(child);
    }
    this.#listener.hear({ method, params, ...(session !== this.#root && { sessionId: session }) });
  }
}
