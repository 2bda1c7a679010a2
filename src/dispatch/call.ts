import type { Config } from "../config/config.ts";
import type { Owner } from "../policy/ownership.ts";
import { DroverError, isDroverError } from "../protocol/errors.ts";
import type { ClientKind, Outcome, PeopleForm, ResultForm } from "../protocol/messages.ts";
import type { PutToClient } from "../session/people.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import type { CallingClient, SampleClient } from "../tools/context.ts";
import type { Tool } from "../tools/defineTool.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import type { ParsedCall } from "./parseInput.ts";

/** Who calls, as its connection introduced it. */
export interface Caller {
  kind: ClientKind;
  cwd: string;
  capabilities?: string[];
  env: Record<string, string | undefined>;
  /** Whose the sessions are that it opens. */
  owner: Owner;
  /** The window of a dashboard. */
  window?: string | undefined;
  /** A secret of its environment, which stays there until a call needs it. */
  secret(name: string): Promise<string | undefined>;
}

export interface Cancellable {
  /** Nobody waits for it any more. */
  cancel(why?: DroverError): void;
}

export interface CallOptions {
  form?: ResultForm;
  people?: PeopleForm;
  cancelled?: AbortSignal;
  /** Is given the call that it can cancel. A signal of its own for each would cost more than what it is for. */
  begun?: (call: Cancellable) => void;
  progress?: (message: string, done?: number, total?: number) => void;
  /** The caller can put a question to its own user. */
  askClient?: PutToClient | undefined;
  /** The caller can ask the model that it works with. */
  sampleClient?: SampleClient | undefined;
}

interface CallStart {
  id: string;
  parent?: Call | undefined;
  caller: Caller;
  name: string;
  given: Record<string, unknown>;
  options: CallOptions;
}

/**
 * One call on its way through the steps. Each step adds what it found out, and those behind it count on that: asking for something
 * that no step has found yet is a mistake in the order of the steps.
 */
export class Call implements Cancellable {
  readonly id: string;
  /** The call that made this one: `batch` and its kin. */
  readonly parent: Call | undefined;
  readonly caller: Caller;
  /** The tool's, as the caller wrote it. */
  readonly name: string;
  readonly given: Record<string, unknown>;
  readonly options: CallOptions;
  readonly startedAt = Date.now();
  readonly warnings: string[] = [];
  #deadline: Deadline | undefined;
  /** The caller has given it up, or a person has ended it. */
  #stopped: DroverError | undefined;
  understood: { tool: Tool; parsed: ParsedCall; config: Config; client: CallingClient } | undefined;
  session: Session | undefined;
  page: SessionPage | undefined;
  result: unknown;
  outcome: Outcome | undefined;

  constructor({ id, parent, caller, name, given, options }: CallStart) {
    this.id = id;
    this.parent = parent;
    this.caller = caller;
    this.name = name;
    this.given = given;
    this.options = options;
    if (options.cancelled?.aborted) this.#giveUp();
    else options.cancelled?.addEventListener("abort", this.#giveUp, { once: true });
    options.begun?.(this);
  }

  /** Neither an end nor a limit of its own before the step that sets one. */
  get deadline(): Deadline {
    return this.#deadline ?? this.limit(undefined);
  }

  /** Gives it so much time from now on. */
  limit(ms: number | undefined): Deadline {
    this.#deadline?.end();
    const deadline = startDeadline(this.name, ms);
    if (this.#stopped) deadline.stop(this.#stopped);
    this.#deadline = deadline;
    return deadline;
  }

  /** Ends it at once; what it waits for may go on unheard. */
  stop(why: DroverError): void {
    this.#stopped ??= why;
    this.#deadline?.stop(why);
  }

  cancel(why = new DroverError("cancelled", `${this.name} was cancelled`)): void {
    this.stop(why);
  }

  /** It is over, whatever came of it. */
  end(): void {
    this.#deadline?.end();
    this.options.cancelled?.removeEventListener("abort", this.#giveUp);
  }

  readonly #giveUp = (): void => {
    const reason: unknown = this.options.cancelled?.reason;
    this.cancel(isDroverError(reason) ? reason : undefined);
  };

  /** Waits for a person: its clock stands still, and so do those of the calls around it. */
  outside<T>(wait: Promise<T>): Promise<T> {
    return this.deadline.outside(this.parent ? this.parent.outside(wait) : wait);
  }

  get tool(): Tool {
    return this.#known.tool;
  }

  get parsed(): ParsedCall {
    return this.#known.parsed;
  }

  /** The caller's. */
  get config(): Config {
    return this.#known.config;
  }

  get client(): CallingClient {
    return this.#known.client;
  }

  /** The session's configuration and the caller's: what either of them forbids is forbidden. */
  get bounds(): readonly Config[] {
    return this.session ? [this.session.config, this.config] : [this.config];
  }

  warn(line: string): void {
    if (!this.warnings.includes(line)) this.warnings.push(line);
  }

  get #known(): NonNullable<Call["understood"]> {
    if (!this.understood) throw new Error(`${this.name} was not understood yet`);
    return this.understood;
  }
}

/** One thing that is done around every call. */
export type Step = (call: Call, next: () => Promise<void>) => Promise<void>;

/** Goes through the steps in their order; the last one has nothing behind it. */
export function goThrough(steps: readonly Step[], call: Call, at = 0): Promise<void> {
  const step = steps[at];
  return step ? step(call, () => goThrough(steps, call, at + 1)) : Promise.resolve();
}
