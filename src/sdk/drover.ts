import type { ConnectOptions } from "../client/connect.ts";
import { DaemonClient } from "../client/daemonClient.ts";
import { resolveHome } from "../config/home.ts";
import type { ListSessionsInput, ListSessionsOutput, OpenSessionInput, ToolInputs, ToolOutputs, DroverTools } from "../generated/sdkTools.ts";
import { droverMethods } from "../generated/sdkTools.ts";
import type { EventTopic } from "../protocol/events.ts";
import type { DaemonStatus } from "../protocol/messages.ts";
import type { CallOptions, Common, Result } from "../client/toolMethod.ts";
import { addToolMethods, callTool } from "./call.ts";
import type { PluginInput, PluginOutput, PluginToolName } from "./pluginCalls.ts";
import type { PluginTools } from "./index.ts";
import { SessionHandle, type DroverSession } from "./droverSession.ts";
import { EventStream } from "./eventStream.ts";

export interface DroverOptions {
  /** The folder that a whole Drover lives in. Default: `DROVER_HOME`, else the OS's place for application data. */
  home?: string;
  /** False: fail instead of starting a daemon when none runs. */
  start?: boolean;
}

/** How a session is opened: what `open_session` takes, but for its id. */
export type SessionOptions = Omit<OpenSessionInput, "session">;

/** A list of sessions with the fields of `list_sessions` on it. */
export type SessionList = ListSessionsOutput["sessions"] & Result<ListSessionsOutput>;

/** The connection to Drover's daemon. Made by {@link connect}. */
export class Connection implements AsyncDisposable {
  readonly #connection: ConnectOptions;
  readonly #client: DaemonClient;
  /** Sessions that were opened here and are closed with it. */
  readonly #opened = new Set<string>();
  readonly #streams = new Set<EventStream<EventTopic>>();

  constructor(options: DroverOptions) {
    const home = options.home === undefined ? undefined : resolveHome({ ...process.env, DROVER_HOME: options.home });
    this.#connection = { client: "sdk", home, start: options.start };
    this.#client = new DaemonClient(this.#connection);
  }

  /**
   * A session by its id. With options it is opened, must not exist yet, and is closed together with the handle or this
   * connection. Without, it is whatever session has that id, opened on first use, and it stays open.
   */
  async session(id: string, options?: SessionOptions): Promise<DroverSession> {
    if (options) {
      await this.call("open_session", { session: id, ...options });
      this.#opened.add(id);
    }
    // Its tool methods are on the prototype: addToolMethods put one there for each name in SessionTools.
    return new SessionHandle(this, id, options !== undefined) as DroverSession;
  }

  /** Calls a tool by its name on the wire. Throws a ToolError when the tool could not do it. */
  call<Name extends keyof ToolInputs>(tool: Name, input: ToolInputs[Name] & Common & { session?: string }, options?: CallOptions): Promise<Result<ToolOutputs[Name]>>;
  /** Calls a tool of a plugin, `shop.basket`. */
  call<Name extends keyof PluginTools>(tool: Name, input: PluginInput<Name> & Common & { session?: string }, options?: CallOptions): Promise<Result<PluginOutput<Name>>>;
  call(tool: PluginToolName, input: Record<string, unknown>, options?: CallOptions): Promise<Result<Record<string, unknown>>>;
  async call(tool: string, input: object, options?: CallOptions): Promise<Result<object>> {
    // What a call sets off must not happen before the streams that were asked for earlier listen.
    await Promise.allSettled([...this.#streams].map(({ listening }) => listening));
    return callTool(this.#client, tool, { ...input }, options);
  }

  /** The open sessions that you may use, as a list. It has the fields of the tool's answer too: `sessions` is the same again, `lost` those whose browser is gone. */
  async listSessions(input: ListSessionsInput = {}, options?: CallOptions): Promise<SessionList> {
    const answer = await this.call("list_sessions", input, options);
    return Object.assign([...answer.sessions], answer);
  }

  /** What happens in all sessions, or in one, from now on. Ends with the loop over it. */
  events<Topic extends EventTopic>(topics: readonly Topic[], { session }: { session?: string } = {}): EventStream<Topic> {
    const stream = new EventStream(this.#connection, topics, session);
    this.#streams.add(stream);
    return stream;
  }

  status(): Promise<DaemonStatus> {
    return this.#client.status();
  }

  /** Was this session opened here, and not closed since? */
  holds(id: string): boolean {
    return this.#opened.has(id);
  }

  /** Closes a session that was opened here; one that somebody else closed already is no reason to complain. */
  async closeOpened(id: string): Promise<void> {
    if (this.#opened.delete(id)) await this.#client.call("close_session", { session: id });
  }

  /** Closes the sessions that were opened here and ends the connection. The daemon and all other sessions go on. */
  async close(): Promise<void> {
    for (const stream of this.#streams) await stream.return();
    await Promise.all([...this.#opened].map((id) => this.closeOpened(id)));
    this.#client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

addToolMethods(Connection.prototype, droverMethods, (self, tool, input, options) =>
  self.call(tool as keyof ToolInputs, input as never, options),
);

/** A connection with a method for every tool that needs no session. */
export type Drover = Connection & DroverTools;

/**
 * Reaches Drover's daemon, starting it when none runs.
 *
 * ```ts
 * await using drover = await connect();
 * await using session = await drover.session("checkout", { mode: "incognito" });
 * await session.navigate({ url: "https://example.com/" });
 * ```
 */
export async function connect(options: DroverOptions = {}): Promise<Drover> {
  const connection = new Connection(options);
  await connection.status();
  return connection as Drover;
}
