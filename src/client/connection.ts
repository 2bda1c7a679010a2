import { displayOf } from "../config/display.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import { DroverError, type ErrorCode } from "../protocol/errors.ts";
import type { QuestionEvent } from "../protocol/events.ts";
import { askableSecrets, isSecretVariable } from "../protocol/secretVariables.ts";
import type {
  Ack,
  Ask,
  ClientKind,
  ClientMessage,
  Control,
  Converse,
  Conversed,
  DaemonEvent,
  DaemonMessage,
  DaemonReport,
  DaemonStatus,
  Ended,
  EndConversation,
  EventFilter,
  HandInput,
  Hello,
  LiveFrame,
  LiveProblem,
  Outcome,
  PeopleForm,
  Refused,
  ResultForm,
  SampleAnswer,
  SampleRequest,
  Say,
  Unwatch,
  Watch,
} from "../protocol/messages.ts";
import { PROTOCOL, VERSION } from "../protocol/version.ts";
import type { Wire } from "../protocol/wire.ts";

export interface CallOptions {
  form?: ResultForm;
  people?: PeopleForm;
  signal?: AbortSignal;
  onProgress?: (message: string, progress?: number, total?: number) => void;
  /** Asks the user of this client; undefined when they did not say. */
  onQuestion?: OnQuestion;
  /** Asks the model that this client works with. */
  onSample?: OnSample;
}

export type OnSample = (request: SampleRequest, withdrawn: AbortSignal) => Promise<SampleAnswer>;
export type OnQuestion = (question: QuestionEvent, withdrawn: AbortSignal) => Promise<unknown>;

export interface Subscription {
  topics: string[];
  /** Undefined for every session. */
  session?: string | undefined;
  filter?: EventFilter;
  onEvent: (event: DaemonEvent) => void;
}

export interface ConnectionOptions {
  /** Called when the daemon is of another version than this client. */
  onOtherVersion?: (version: string) => void;
  /** Where secrets are that the daemon may ask for. Default: this process's environment. */
  env?: NodeJS.ProcessEnv;
  /** How long the daemon may take to greet. */
  welcomeMs?: number;
  /** Hears of what this client watches, and of input that was not taken. */
  onLive?: (message: LiveFrame | LiveProblem) => void;
  /** Hears of its talks with pages. */
  onTalk?: (message: Conversed | Say | Ended) => void;
}

interface Waiting {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
  onProgress?: CallOptions["onProgress"];
  onQuestion?: OnQuestion;
  onSample?: OnSample;
  started?: boolean;
}

interface HelloFacts {
  id?: string | undefined;
  member?: string | undefined;
  cwd?: string | undefined;
  port?: number | undefined;
}

/** What the daemon must know of the caller's environment: every DROVER_* variable that is no secret; of those, which there are. */
export function helloOf(client: ClientKind, env: NodeJS.ProcessEnv = process.env, { id, member, cwd = process.cwd(), port }: HelloFacts = {}): Hello {
  const all = Object.entries(env).filter((entry): entry is [string, string] => entry[0].startsWith("DROVER_") && entry[1] !== undefined);
  const own = all.filter(([name]) => !isSecretVariable(name));
  const holds = askableSecrets.filter((name) => env[name]);
  const capabilities = env["DROVER_CAPABILITIES"]?.split(",").map((name) => name.trim()).filter(Boolean);
  return {
    type: "hello",
    protocol: PROTOCOL,
    version: VERSION,
    client,
    pid: process.pid,
    cwd,
    ...(id !== undefined && { id }),
    ...(port !== undefined && { port }),
    ...(member !== undefined && { member }),
    ...(capabilities && { capabilities }),
    env: { ...displayOf(env), ...Object.fromEntries(own) },
    ...(holds.length > 0 && { holds }),
  };
}

/** A refusal by a daemon of another version. */
export class RefusedByDaemon extends DroverError {
  readonly replaceable: boolean;
  readonly pid: number;
  constructor(refused: Refused) {
    super(refused.error as ErrorCode, refused.message, { hint: refused.hint });
    this.replaceable = refused.error === "protocol-mismatch" && refused.replaceable;
    this.pid = refused.pid;
  }
}

/** The daemon was leaving or gone and never saw the whole call: the next daemon may be asked. */
export class CallNotStarted extends DroverError {
  constructor() {
    super("daemon-failed", "the daemon left before it took the call", { hint: "Try again: the next call starts a new one." });
  }
}

/** Somebody took the connection, and that was all. */
export class SilentDaemon extends DroverError {
  constructor(ms: number) {
    super("daemon-failed", `the daemon took the connection and said nothing for ${ms} ms`, {
      hint: "`drover doctor --fix` ends it; sessions live on in their browsers.",
    });
  }
}

/** A daemon that is loading has answered long before. */
const WELCOME_MS = 20_000;

/** A live connection to the daemon. Calls are sent at once, behind the hello, so that a call costs one round trip. */
export class DaemonConnection {
  readonly #wire: Wire<DaemonMessage, ClientMessage>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #closed: Promise<void>;
  /** Questions that this client's user is being asked. */
  readonly #put = new Map<string, AbortController>();
  #nextId = 1;
  #refusal: DroverError | undefined;
  #leaving = false;
  #onEvent: ((event: DaemonEvent) => void) | undefined;
  readonly #onOtherVersion: ((version: string) => void) | undefined;
  readonly #onLive: ConnectionOptions["onLive"];
  readonly #onTalk: ConnectionOptions["onTalk"];
  readonly #silence: NodeJS.Timeout;
  readonly #greeted: Promise<void>;
  readonly #env: NodeJS.ProcessEnv;

  constructor(wire: Wire<DaemonMessage, ClientMessage>, hello: Hello, { onOtherVersion, env = process.env, welcomeMs = WELCOME_MS, onLive, onTalk }: ConnectionOptions = {}) {
    this.#wire = wire;
    this.#onLive = onLive;
    this.#onTalk = onTalk;
    this.#env = env;
    this.#onOtherVersion = onOtherVersion;
    this.#silence = setTimeout(() => {
      this.#refusal = new SilentDaemon(welcomeMs);
      wire.destroy();
    }, welcomeMs);
    let greet: () => void = () => undefined;
    this.#greeted = new Promise((resolve) => (greet = resolve));
    this.#closed = new Promise((resolve) => {
      const closed = (): void => {
        clearTimeout(this.#silence);
        this.#end();
        greet();
        resolve();
      };
      const heard = (message: DaemonMessage): void => {
        greet();
        this.#receive(message);
      };
      wire.listen({ message: heard, refused: () => wire.destroy(), closed });
    });
    wire.send(hello);
  }

  get open(): boolean {
    return this.#wire.isOpen && !this.#leaving && this.#refusal === undefined;
  }

  /** Resolves when the connection has ended, whoever ended it. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  /** Resolves when the daemon has said something, which one that is still loading has not, or never will. */
  get greeted(): Promise<void> {
    return this.#greeted;
  }

  call(tool: string, input: Record<string, unknown>, options: CallOptions = {}): Promise<Outcome> {
    const { signal, onProgress, onQuestion, onSample, ...form } = options;
    const id = this.#nextId++;
    const outcome = this.#send(id, { type: "call", id, tool, input, ...form, ...(onQuestion && { asks: true }), ...(onSample && { samples: true }) }, { onProgress, onQuestion, onSample });
    if (!signal) return outcome;
    const cancel = () => this.#wire.send({ type: "cancel", id });
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
    return outcome.finally(() => signal.removeEventListener("abort", cancel));
  }

  async control(command: "status" | "stop"): Promise<DaemonStatus> {
    return (await this.#control(command)).data as DaemonStatus;
  }

  async report(): Promise<DaemonReport> {
    return (await this.#control("report")).data as DaemonReport;
  }

  #control(command: Control["command"]): Promise<Outcome> {
    const id = this.#nextId++;
    return this.#send(id, { type: "control", id, command });
  }

  subscribe({ onEvent, ...wanted }: Subscription): Promise<Outcome> {
    this.#onEvent = onEvent;
    const id = this.#nextId++;
    return this.#send(id, { type: "subscribe", id, ...wanted });
  }

  /** What is not answered by itself: live pictures asked for and shown, a person's hands, talks with pages. */
  post(message: Watch | Unwatch | Ack | HandInput | Converse | Say | EndConversation): void {
    if (this.open) this.#wire.send(message);
  }

  close(): void {
    this.#wire.end();
  }

  #send(id: number, message: ClientMessage, hears: Pick<Waiting, "onProgress" | "onQuestion" | "onSample"> = {}): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, ...hears });
      // What could not be written in full was not understood either.
      this.#wire.send(message, () => this.#take(id)?.reject(this.#refusal ?? new CallNotStarted()));
    });
  }

  #receive(message: DaemonMessage): void {
    clearTimeout(this.#silence);
    if (message.type === "welcome") {
      if (message.version !== VERSION) this.#onOtherVersion?.(message.version);
    } else if (message.type === "answer") this.#take(message.id)?.resolve(message.outcome);
    else if (message.type === "unstarted") this.#take(message.id)?.reject(new CallNotStarted());
    else if (message.type === "started") this.#started(message.id);
    else if (message.type === "progress")
      this.#waiting.get(message.id)?.onProgress?.(message.message, message.progress, message.total);
    else if (message.type === "question") void this.#replyTo(message.id, message.question.id, (withdrawn) => this.#waiting.get(message.id)?.onQuestion?.(message.question, withdrawn));
    else if (message.type === "sample") void this.#replyTo(message.id, message.question, (withdrawn) => this.#waiting.get(message.id)?.onSample?.(message.request, withdrawn));
    else if (message.type === "withdrawn") this.#put.get(message.question)?.abort();
    else if (message.type === "ask") this.#handOver(message);
    else if (message.type === "event") this.#onEvent?.(message);
    else if (message.type === "frame" || message.type === "problem") this.#onLive?.(message);
    else if (message.type === "conversed" || message.type === "say" || message.type === "ended") this.#onTalk?.(message);
    else if (message.type === "refused") this.#refusal = new RefusedByDaemon(message);
    else if (message.type === "leaving") this.#leaving = true;
    if (this.#leaving && this.#waiting.size === 0) this.close();
  }

  async #replyTo(id: number, question: string, ask: (withdrawn: AbortSignal) => Promise<unknown> | undefined): Promise<void> {
    const withdrawn = new AbortController();
    this.#put.set(question, withdrawn);
    const value = await mayFail(Promise.resolve(ask(withdrawn.signal)), "the user's client may not be able to ask after all");
    this.#put.delete(question);
    if (!withdrawn.signal.aborted) this.#wire.send({ type: "reply", id, question, ...(value !== undefined && { value }) });
  }

  /** Only what may be asked for, whoever asks. */
  #handOver({ id, secret }: Ask): void {
    const value = askableSecrets.includes(secret) ? this.#env[secret] : undefined;
    this.#wire.send({ type: "secret", id, ...(value && { value }) });
  }

  #started(id: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting) waiting.started = true;
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #end(): void {
    for (const { reject, started } of this.#waiting.values()) reject(this.#refusal ?? (started ? connectionLost() : new CallNotStarted()));
    this.#waiting.clear();
  }
}

export const connectionLost = () =>
  new DroverError("daemon-failed", "the daemon went away during the call", {
    hint: "Try again: sessions live on in their browsers. `drover daemon logs` says why it left.",
  });
