import { rmSync } from "node:fs";
import type { Server } from "node:net";
import type { Duplex } from "node:stream";
import { defaultConfig } from "../config/config.ts";
import type { ConfigStore } from "../config/configStore.ts";
import { removeSocketFolder, type Home } from "../config/home.ts";
import type { Dispatch } from "../dispatch/dispatch.ts";
import type { Exit } from "../exit/exit.ts";
import type { SecretMask } from "../security/secretMask.ts";
import { isDoor } from "../protocol/door.ts";
import { MAX_MESSAGE_BYTES, type ClientMessage, type DaemonMessage, type DaemonReport, type DaemonStatus } from "../protocol/messages.ts";
import { tooLarge } from "../protocol/tooLarge.ts";
import { PROTOCOL, VERSION } from "../protocol/version.ts";
import { Wire } from "../protocol/wire.ts";
import type { Sessions } from "../session/sessions.ts";
import { ClientConnection } from "./clientConnection.ts";
import { understandClient } from "./clientMessage.ts";
import { daemonReport } from "./daemonReport.ts";
import { DoorCommand } from "./doorCommand.ts";
import type { PluginsOnDemand } from "./pluginsOnDemand.ts";

export interface DaemonParts {
  home: Home;
  dispatch: Dispatch;
  plugins: PluginsOnDemand;
  exit: Exit;
  sessions: Sessions;
  secrets: SecretMask;
  configStore: ConfigStore;
  log: (line: string) => void;
}

const IDLE_CHECK_MS = 60_000;

/** How long one waits for its next client that was started in case somebody wants something, while nobody has. */
const SPARE_IDLE_MS = 5000;

/** A client that does not hear that the daemon leaves holds it up no longer than this. */
const FAREWELL_MS = 1000;

const withoutOutcome = (message: DaemonMessage, bytes: number): DaemonMessage => (message.type === "answer" ? { ...message, outcome: tooLarge(bytes, MAX_MESSAGE_BYTES) } : message);

/** Accepts clients, answers questions about itself, and leaves when nobody needs it any more. */
export class Daemon {
  readonly #parts: DaemonParts;
  readonly #clients = new Set<ClientConnection | DoorCommand>();
  readonly #startedAt = Date.now();
  #server: Server | undefined;
  #lastBusy = Date.now();
  #idleTimer: NodeJS.Timeout | undefined;
  #stopping = false;
  #allGone: () => void = () => undefined;

  /** Started in case somebody wants something, and nobody has yet. */
  #spare: boolean;

  constructor(parts: DaemonParts, spare: boolean) {
    this.#parts = parts;
    this.#spare = spare;
  }

  /** Somebody asked something. */
  want(): void {
    if (!this.#spare) return;
    this.#spare = false;
    this.#watchIdleness();
  }

  serve(server: Server): void {
    this.#server = server;
    this.#watchIdleness();
  }

  #watchIdleness(): void {
    const idleExitMs = this.#spare ? Math.min(SPARE_IDLE_MS, this.#idleExitMs()) : this.#idleExitMs();
    clearInterval(this.#idleTimer);
    this.#idleTimer = setInterval(() => this.#leaveWhenIdle(idleExitMs), Math.min(IDLE_CHECK_MS, idleExitMs));
  }

  /** A configuration that cannot be read is told to those who call; it is no reason not to be there. */
  #idleExitMs(): number {
    try {
      return this.#parts.configStore.resolve({ cwd: this.#parts.home.dir, env: process.env }).idleExitMs;
    } catch (thrown) {
      this.#parts.log((thrown as Error).message);
      return defaultConfig.idleExitMs;
    }
  }

  /** Who it is that comes shows in the first that it says. */
  readonly accept = (socket: Duplex): void => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (first: Buffer) => {
      if (isDoor(first)) return this.#openDoor(socket, first);
      const wire = new Wire<ClientMessage, DaemonMessage>(socket, { understand: understandClient, shorten: withoutOutcome });
      this.#clients.add(new ClientConnection(wire, { ...this.#parts, daemon: this, ended: this.#ended }));
      socket.unshift(first);
    });
  };

  #openDoor(socket: Duplex, first: Buffer): void {
    const { dispatch, log } = this.#parts;
    this.want();
    this.#clients.add(new DoorCommand(socket, first, { dispatch, log, mayServe: ({ version }) => !this.#stopping && version === VERSION, isLeaving: () => this.#stopping, ended: this.#ended }));
  }

  readonly #ended = (client: ClientConnection | DoorCommand): void => {
    this.#clients.delete(client);
    this.#lastBusy = Date.now();
    if (this.#clients.size === 0) this.#allGone();
  };

  status(): DaemonStatus {
    const { sessions, home } = this.#parts;
    return {
      running: true,
      pid: process.pid,
      version: VERSION,
      protocol: PROTOCOL,
      uptimeMs: Date.now() - this.#startedAt,
      home: home.dir,
      sessions: sessions.size,
      browsers: sessions.browsers,
      clients: [...this.#clients].filter((client) => client instanceof ClientConnection).length,
      memoryMb: Math.round(process.memoryUsage().rss / 1_048_576),
    };
  }

  report(): DaemonReport {
    return daemonReport(this.#parts.exit.logLine);
  }

  /** Nothing would be hurt if this daemon were replaced by another version. */
  get replaceable(): boolean {
    return this.#parts.sessions.size === 0;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /**
   * Leaves in good order. Browsers and their pages go on; the next daemon finds them. The socket is given up last: a
   * daemon that started earlier would find browsers that are still held, and clients that come in between would be lost.
   */
  async stop(reason: string): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#parts.log(`stopping: ${reason}`);
    clearInterval(this.#idleTimer);
    this.#parts.sessions.questions.leave();
    for (const client of this.#clients) client.leave();
    await this.#parts.plugins.end();
    for (const failure of await this.#parts.sessions.letGo()) this.#parts.log(failure);
    await this.#farewell();
    this.#server?.close();
    removeSocketFolder(this.#parts.home);
    rmSync(this.#parts.home.pidFile, { force: true });
    this.#parts.log("stopped");
    process.exit(0);
  }

  /** Until every client has ended its connection, so that none loses a call that it had just sent. */
  async #farewell(): Promise<void> {
    if (this.#clients.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#allGone = resolve;
      timer = setTimeout(resolve, FAREWELL_MS);
    });
    clearTimeout(timer);
  }

  #leaveWhenIdle(idleExitMs: number): void {
    const busy = this.#clients.size > 0 || this.#parts.sessions.size > 0;
    if (busy) this.#lastBusy = Date.now();
    else if (Date.now() - this.#lastBusy >= idleExitMs) void this.stop(`idle for ${idleExitMs} ms`);
  }
}
