import type { DaemonReport, DaemonStatus, Outcome } from "../protocol/messages.ts";
import { connect, type ConnectOptions } from "./connect.ts";
import { CallNotStarted, RefusedByDaemon, type CallOptions, type DaemonConnection, type Subscription } from "./connection.ts";
import { isRunning } from "./isRunning.ts";

/** How long a daemon that leaves may take, and how often it is looked for. */
const LEAVING_MS = 10_000;
const RETRY_MS = 20;

/**
 * What every front end uses: a connection that comes back by itself. A call that was under way when the daemon died
 * fails (it may have acted); the next one finds or starts a daemon again.
 */
export class DaemonClient {
  #options: ConnectOptions;
  #connection: Promise<DaemonConnection> | undefined;
  #live: DaemonConnection | undefined;

  constructor(options: ConnectOptions) {
    // One id for all its connections: sessions stay an agent's own when the daemon is another one.
    this.#options = options.client === "mcp" ? { id: crypto.randomUUID(), ...options } : options;
  }

  call(tool: string, input: Record<string, unknown>, options?: CallOptions): Promise<Outcome> {
    return this.#with((connection) => connection.call(tool, input, options));
  }

  /** Finds or starts the daemon, until it can be asked something. */
  async reach(): Promise<void> {
    await (await this.#connect()).greeted;
  }

  status(): Promise<DaemonStatus> {
    return this.#with((connection) => connection.control("status"));
  }

  report(): Promise<DaemonReport> {
    return this.#with((connection) => connection.report());
  }

  stop(): Promise<DaemonStatus> {
    return this.#with(async (connection) => {
      const status = await connection.control("stop");
      await gone(status.pid);
      return status;
    });
  }

  /** Refused when the filter makes no sense. */
  subscribe(subscription: Subscription): Promise<Outcome> {
    return this.#with((connection) => connection.subscribe(subscription));
  }

  /** A connection of its own for what is watched, as the same client; to a daemon that runs. */
  watching(onLive: NonNullable<ConnectOptions["onLive"]>): Promise<DaemonConnection> {
    return connect({ ...this.#options, onLive, start: false });
  }

  /** Resolves when the present connection ends; a new one is made by the next call. */
  async closed(): Promise<void> {
    await (await this.#connect()).closed;
  }

  close(): void {
    this.#live?.close();
  }

  async #with<T>(use: (connection: DaemonConnection) => Promise<T>): Promise<T> {
    for (const endsAt = Date.now() + LEAVING_MS; ; ) {
      try {
        return await use(await this.#connect());
      } catch (error) {
        if (Date.now() > endsAt) throw error;
        if (error instanceof RefusedByDaemon && error.replaceable) await leave(error.pid);
        else if (!(error instanceof CallNotStarted)) throw error;
        await pause();
      }
    }
  }

  #connect(): Promise<DaemonConnection> {
    if (this.#connection && (!this.#live || this.#live.open)) return this.#connection;
    this.#live = undefined;
    this.#connection = connect(this.#options);
    // A later daemon is another process.
    this.#options = { ...this.#options, begun: undefined };
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

/** What commands need of a client. */
export type CommandClient = Pick<DaemonClient, "call" | "status" | "subscribe" | "closed" | "close">;

/** Asks a daemon of another version, which has no session to lose, to leave. */
async function leave(pid: number): Promise<void> {
  if (isRunning(pid)) process.kill(pid, "SIGTERM");
  await gone(pid);
}

async function gone(pid: number): Promise<void> {
  for (const endsAt = Date.now() + LEAVING_MS; isRunning(pid) && Date.now() < endsAt; ) await pause();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS));
