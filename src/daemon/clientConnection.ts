import type { Caller, Cancellable } from "../dispatch/call.ts";
import { mayEnter } from "../dispatch/admission.ts";
import { idOf } from "../policy/ownership.ts";
import { asDroverError, DroverError } from "../protocol/errors.ts";
import type { Call, ClientMessage, Control, DaemonMessage, HandInput, Hello, Questioned, Refused, SampleAnswer, Sampled, SampleRequest, Subscribe } from "../protocol/messages.ts";
import { MAX_MESSAGE_BYTES } from "../protocol/messages.ts";
import type { Unreadable } from "../protocol/lines.ts";
import { PROTOCOL, VERSION } from "../protocol/version.ts";
import type { Wire } from "../protocol/wire.ts";
import type { Daemon, DaemonParts } from "./daemon.ts";
import { callerOf } from "./callerOf.ts";
import { clientGone } from "./clientGone.ts";
import { Conversations } from "./conversations.ts";
import { forwardEvents } from "./forwardEvents.ts";
import { sampleAnswer } from "./clientMessage.ts";
import { HandsOfPerson } from "./handInput.ts";
import { LiveViews } from "./liveViews.ts";

/** A shorter one would be found in too many words. */
const MIN_MASKED = 8;

export interface ClientParts extends DaemonParts {
  daemon: Daemon;
  ended(client: ClientConnection): void;
}

/** One client, from its hello to its end. What it has under way ends with it. */
export class ClientConnection {
  readonly #wire: Wire<ClientMessage, DaemonMessage>;
  readonly #parts: ClientParts;
  readonly #running = new Map<number, Cancellable>();
  readonly #closing = new AbortController();
  readonly #secrets = new Map<string, Promise<string | undefined>>();
  /** Who waits for a secret, by the question's id. */
  readonly #asked = new Map<number, (value: string | undefined) => void>();
  /** Who waits for what this client's user says, by the call and the question. */
  readonly #replies = new Map<string, (value: unknown) => void>();
  #samples = 0;
  #caller: Caller | undefined;
  /** What it watches; most clients watch nothing. */
  #views: LiveViews | undefined;
  /** What its person does to pages. */
  #hands: HandsOfPerson | undefined;
  /** What its person talks about with pages in the browser's own protocol. */
  #talks: Conversations | undefined;

  constructor(wire: Wire<ClientMessage, DaemonMessage>, parts: ClientParts) {
    this.#wire = wire;
    this.#parts = parts;
    wire.listen({ message: (message) => this.#receive(message), refused: (why) => this.#reject(why), closed: () => this.#end() });
  }

  /** Cancels what is under way and lets the client end the connection when it has heard of it. */
  leave(): void {
    this.#send({ type: "leaving" });
    for (const call of this.#running.values()) call.cancel();
  }

  #end(): void {
    this.#closing.abort(clientGone);
    for (const call of this.#running.values()) call.cancel();
    this.#parts.ended(this);
  }

  #receive(message: ClientMessage): void {
    if (message.type === "hello") return this.#welcome(message);
    this.#parts.daemon.want();
    if (!this.#caller) return this.#reject("malformed");
    if ((message.type === "call" || message.type === "subscribe") && this.#parts.daemon.stopping)
      this.#send({ type: "unstarted", id: message.id });
    else if (message.type === "call") void this.#call(message, this.#caller);
    else if (message.type === "secret") this.#asked.get(message.id)?.(message.value);
    else if (message.type === "reply") this.#replies.get(`${message.id} ${message.question}`)?.(message.value);
    else if (message.type === "cancel") this.#running.get(message.id)?.cancel();
    else if (message.type === "subscribe") this.#subscribe(message, this.#caller);
    else if (message.type === "watch") this.#viewsFor(this.#caller).watch(message);
    else if (message.type === "unwatch") this.#views?.unwatch(message.view);
    else if (message.type === "ack") this.#views?.ack(message.view, message.frame);
    else if (message.type === "input") this.#play(message, this.#caller);
    else if (message.type === "converse") this.#talksOf(this.#caller).begin(message);
    else if (message.type === "say") this.#talks?.say(message);
    else if (message.type === "end") this.#talks?.end(message.channel);
    else this.#control(message);
  }

  #welcome(hello: Hello): void {
    // Another version of the same protocol can be served where it would cost somebody a session.
    if (hello.protocol !== PROTOCOL || (hello.version !== VERSION && this.#parts.daemon.replaceable)) {
      this.#refuse("protocol-mismatch", `this daemon is Drover ${VERSION}, the client ${hello.version}`);
      return;
    }
    this.#caller = callerOf(hello, (name) => (hello.holds?.includes(name) ? this.#secret(name) : Promise.resolve(undefined)));
    if (hello.client === "dashboard") this.#admitDashboard(hello);
    this.#send({ type: "welcome", protocol: PROTOCOL, version: VERSION, pid: process.pid });
    if (this.#parts.daemon.stopping) this.leave();
  }

  #admitDashboard({ id, port }: Hello): void {
    const { presence, dashboards } = this.#parts.sessions;
    if (id !== undefined) presence.arrive(id, this.#closing.signal);
    if (port !== undefined) dashboards.arrive(String(port), this.#closing.signal);
  }

  #viewsFor(caller: Caller): LiveViews {
    this.#views ??= new LiveViews(
      { sessions: this.#parts.sessions, mayWatch: ({ plan }) => mayEnter(caller, plan), send: (message) => this.#send(message) },
      this.#closing.signal,
    );
    return this.#views;
  }

  #talksOf(caller: Caller): Conversations {
    this.#talks ??= new Conversations(
      { sessions: this.#parts.sessions, mayTalk: ({ plan }) => caller.kind === "dashboard" && mayEnter(caller, plan), send: (message) => this.#send(message) },
      this.#closing.signal,
    );
    return this.#talks;
  }

  #play(input: HandInput, caller: Caller): void {
    try {
      if (caller.kind !== "dashboard") throw new DroverError("refused", "only a person's dashboard steers by hand");
      this.#hands ??= this.#handsOf(caller);
      this.#hands.play(input);
    } catch (thrown) {
      const { code, message } = asDroverError(thrown);
      this.#send({ type: "problem", about: "input", session: input.session, error: code, message });
    }
  }

  #handsOf(caller: Caller): HandsOfPerson {
    const { sessions, dispatch } = this.#parts;
    const hands = new HandsOfPerson(sessions, caller.window, (entry) => dispatch.calls.add(entry, idOf(caller.owner)));
    this.#closing.signal.addEventListener("abort", () => hands.end(), { once: true });
    return hands;
  }

  /** Asked for when it is first needed, and masked from then on. */
  #secret(name: string): Promise<string | undefined> {
    const asked = this.#secrets.get(name) ?? this.#ask(name);
    this.#secrets.set(name, asked);
    return asked;
  }

  async #ask(secret: string): Promise<string | undefined> {
    const id = this.#asked.size + 1;
    const value = await new Promise<string | undefined>((resolve) => {
      this.#asked.set(id, resolve);
      this.#closing.signal.addEventListener("abort", () => resolve(undefined), { once: true });
      this.#send({ type: "ask", id, secret });
    });
    if (value && value.length >= MIN_MASKED) this.#closing.signal.addEventListener("abort", this.#parts.secrets.hold(secret, value));
    return value;
  }

  /** Asks whoever sits behind this client, or its model, until they have said something or need not any more. */
  async #put(message: Questioned | Sampled, question: string, withdrawn: AbortSignal): Promise<unknown> {
    const { id } = message;
    const key = `${id} ${question}`;
    const reply = new Promise<unknown>((resolve) => {
      this.#replies.set(key, resolve);
      const giveUp = () => {
        this.#send({ type: "withdrawn", id, question });
        resolve(undefined);
      };
      withdrawn.addEventListener("abort", giveUp, { once: true });
      this.#closing.signal.addEventListener("abort", giveUp, { once: true });
    });
    this.#send(message);
    try {
      return await reply;
    } finally {
      this.#replies.delete(key);
    }
  }

  async #sample(id: number, request: SampleRequest, withdrawn: AbortSignal): Promise<SampleAnswer> {
    const question = `sample-${++this.#samples}`;
    const said = sampleAnswer.safeParse(await this.#put({ type: "sample", id, question, request }, question, withdrawn));
    return said.success ? said.data : { problem: "the client did not give its model's answer" };
  }

  async #call(message: Call, caller: Caller): Promise<void> {
    const { id, tool, input, form, people, asks, samples } = message;
    this.#send({ type: "started", id });
    const outcome = await this.#parts.dispatch.call(caller, tool, input, {
      form,
      people,
      begun: (call) => this.#running.set(id, call),
      ...(asks && { askClient: (question, withdrawn) => this.#put({ type: "question", id, question }, question.id, withdrawn) }),
      ...(samples && { sampleClient: (request, withdrawn) => this.#sample(id, request, withdrawn) }),
      progress: (text, progress, total) => this.#send({ type: "progress", id, message: text, progress, total }),
    });
    this.#running.delete(id);
    this.#send({ type: "answer", id, outcome });
  }

  /** What the daemon says of itself, without a tool. */
  #answerOwn(id: number, data: object): void {
    this.#send({ type: "answer", id, outcome: this.#parts.exit.result(undefined, data, { warnings: [], redact: true, form: "data" }) });
  }

  #subscribe({ id, type: _, ...wanted }: Subscribe, caller: Caller): void {
    try {
      forwardEvents(this.#parts, { ...wanted, signal: this.#closing.signal, mayHear: ({ plan }) => mayEnter(caller, plan) }, (event) => this.#send(event));
      this.#answerOwn(id, { ok: true, topics: wanted.topics });
    } catch (thrown) {
      this.#answerOwn(id, asDroverError(thrown).toResult());
    }
  }

  #control({ id, command }: Control): void {
    const { daemon } = this.#parts;
    this.#answerOwn(id, command === "report" ? daemon.report() : daemon.status());
    if (command === "stop") void daemon.stop("asked to");
  }

  #reject(why: Unreadable): void {
    const message =
      why === "too-large" ? `a message was longer than ${MAX_MESSAGE_BYTES} bytes` : "that was not a message of Drover's protocol";
    this.#refuse(why === "too-large" ? "too-large" : "bad-input", message);
  }

  #refuse(error: string, message: string): void {
    const refused: Refused = {
      type: "refused",
      error,
      message,
      hint: "Run the same version of Drover, or `drover daemon stop` when the sessions are no longer needed.",
      protocol: PROTOCOL,
      version: VERSION,
      pid: process.pid,
      replaceable: this.#parts.daemon.replaceable,
    };
    this.#send(refused);
    this.#wire.end();
  }

  #send(message: DaemonMessage): void {
    this.#wire.send(message);
  }
}
