import type { DaemonEvent, DaemonStatus, Outcome } from "../protocol/messages.ts";
import { connect, type ConnectOptions } from "./connect.ts";
import { RefusedByDaemon, type CallOptions, type DaemonConnection } from "./connection.ts";

/**
 * What every front end uses: a connection that comes back by itself. A call that was under way when the daemon died
 * fails (it may have acted); the next one finds or starts a daemon again.
 */
export class DaemonClient {
  readonly #options: ConnectOptions;
  #connection: Promise<DaemonConnection> | undefined;
  #live: DaemonConnection | undefined;

  constructor(options: ConnectOptions) {
    this.#options = options;
  }

  call(tool: string, input: Record<string, unknown>, options?: CallOptions): Promise<Outcome> {
    return this.#with((connection) => connection.call(tool, input, options));
  }

  status(): Promise<DaemonStatus> {
    return this.#with((connection) => connection.control("status"));
  }

  stop(): Promise<DaemonStatus> {
    return this.#with(async (connection) => {
      const status = await connection.control("stop");
      await connection.closed;
      return status;
    });
  }

  subscribe(topics: string[], session: string | undefined, onEvent: (event: DaemonEvent) => void): Promise<void> {
    return this.#with((connection) => connection.subscribe(topics, session, onEvent));
  }

  /** Resolves when the present connection ends; a new one is made by the next call. */
  async closed(): Promise<void> {
    await (await this.#connect()).closed;
  }

  close(): void {
    this.#live?.close();
  }

  async #with<T>(use: (connection: DaemonConnection) => Promise<T>): Promise<T> {
    try {
      return await use(await this.#connect());
    } catch (error) {
      if (!(error instanceof RefusedByDaemon) || !error.replaceable) throw error;
      await leave(error.pid);
      return use(await this.#connect());
    }
  }

  #connect(): Promise<DaemonConnection> {
    if (this.#connection && (!this.#live || this.#live.open)) return this.#connection;
    this.#live = undefined;
    this.#connection = connect(this.#options);
    this.#connection.then(
      (connection) => {
        this.#live = connection;
      },
      () => {
        this.#connection = undefined;
      },
    );
    return this.#connection;
  }
}

/** Asks a daemon of another version, which has no session to lose, to leave. */
async function leave(pid: number): Promise<void> {
  const alive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  if (alive()) process.kill(pid, "SIGTERM");
  for (let waited = 0; alive() && waited < 5000; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
}
