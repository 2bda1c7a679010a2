import type { SessionTools, ToolInputs, ToolOutputs } from "../generated/sdkTools.ts";
import { sessionMethods } from "../generated/sdkTools.ts";
import type { EventTopic } from "../protocol/events.ts";
import { DroverError } from "../protocol/errors.ts";
import type { CallOptions, Common, Result } from "../client/toolMethod.ts";
import { addToolMethods } from "./call.ts";
import type { Connection } from "./drover.ts";
import type { PluginInput, PluginOutput, PluginToolName } from "./pluginCalls.ts";
import type { PluginTools } from "./index.ts";
import type { EventStream } from "./eventStream.ts";

/** One session of the daemon's, as a program sees it. */
export class SessionHandle implements AsyncDisposable {
  readonly id: string;
  readonly #drover: Connection;
  readonly #owned: boolean;
  #closed = false;

  constructor(drover: Connection, id: string, owned: boolean) {
    this.#drover = drover;
    this.id = id;
    this.#owned = owned;
  }

  /** Calls a tool on this session by its name on the wire. */
  call<Name extends keyof ToolInputs>(tool: Name, input: ToolInputs[Name] & Common, options?: CallOptions): Promise<Result<ToolOutputs[Name]>>;
  /** Calls a tool of a plugin, `shop.basket`. */
  call<Name extends keyof PluginTools>(tool: Name, input: PluginInput<Name> & Common, options?: CallOptions): Promise<Result<PluginOutput<Name>>>;
  call(tool: PluginToolName, input?: Record<string, unknown>, options?: CallOptions): Promise<Result<Record<string, unknown>>>;
  async call(tool: string, input: object = {}, options?: CallOptions): Promise<Result<object>> {
    this.#refuseClosed();
    return this.#drover.call(tool as PluginToolName, { session: this.id, ...input }, options);
  }

  /**
   * What happens in this session from now on.
   *
   * ```ts
   * for await (const { data } of session.events(["console"])) console.log(data.text);
   * ```
   */
  events<Topic extends EventTopic>(topics: readonly Topic[]): EventStream<Topic> {
    this.#refuseClosed();
    return this.#drover.events(topics, { session: this.id });
  }

  /** Closes the session, whoever opened it. The handle refuses every call from then on. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#owned) await this.#drover.closeOpened(this.id);
    else await this.#drover.call("close_session", { session: this.id });
  }

  /** Closes the session if this handle opened it. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#owned) await this.close();
  }

  /** A session opens on first use: a call through a handle that is done would make another one, with the defaults. */
  #refuseClosed(): void {
    if (this.#closed || (this.#owned && !this.#drover.holds(this.id)))
      throw new DroverError("session-not-found", `session "${this.id}" was closed`, { hint: "Open it again with `drover.session(id, options)`." });
  }
}

addToolMethods(SessionHandle.prototype, sessionMethods, (self, tool, input, options) =>
  self.call(tool as keyof ToolInputs, input as never, options),
);

/** A session with a method for every tool that works on one. */
export type DroverSession = SessionHandle & SessionTools;
