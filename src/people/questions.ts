import { randomInt } from "node:crypto";
import { EventEmitter } from "node:events";
import { DroverError } from "../protocol/errors.ts";
import { readAnswer, type AnsweredIn, type AnswerValue, type Question } from "./question.ts";
import { QuestionStore } from "./questionStore.ts";

export interface Asked {
  session: string;
  kind: Question["kind"];
  prompt: string;
  choices?: string[];
  about: string;
  timeoutMs: number;
}

export interface AskOptions {
  /** Aborted when the answer is not needed any more. */
  signal?: AbortSignal | undefined;
  /** Hears of the question, unless its answer was there already. */
  put?: (question: Question) => void;
}

/** How a question ended. Nobody answered in time, or whoever asked does not need it any more: "withdrawn". */
export type Ending = { outcome: "answered"; value: AnswerValue; in: AnsweredIn } | { outcome: "expired" } | { outcome: "withdrawn" };

interface Open {
  question: Question;
  end(ending: Ending): void;
  ended: Promise<Ending>;
  timer: NodeJS.Timeout;
  /** Nobody waits: the daemon that asked died. An answer is kept until it is asked for again. */
  waiting: number;
  kept?: Ending;
}

/** What has ended is remembered, so that a late answer hears why it came too late. */
const MAX_ENDED = 200;
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/**
 * Every question that waits for a person, wherever it will be answered; the first answer counts. They are on disk: a daemon that
 * dies takes the call with it and not the question, and whoever asks the same again gets the answer that was given meanwhile.
 */
export class Questions {
  readonly events = new EventEmitter<{ asked: [question: Question]; ended: [question: Question, ending: Ending] }>();
  readonly #open = new Map<string, Open>();
  readonly #ended = new Map<string, Ending>();
  readonly #store: QuestionStore;
  #leaving = false;

  constructor(folder: string) {
    this.events.setMaxListeners(0);
    this.#store = new QuestionStore(folder);
    for (const { question, answer } of this.#store.load()) {
      const open = this.#add(question);
      if (answer) open.kept = { outcome: "answered", value: answer.value, in: answer.in };
    }
  }

  /** Resolves when it was answered or expired; a caller that gives up takes its question back. */
  async ask(asked: Asked, { signal, put }: AskOptions = {}): Promise<Ending> {
    const open = this.#again(asked) ?? this.#new(asked);
    const { question } = open;
    if (open.kept) {
      this.#settle(open, open.kept);
      return open.kept;
    }
    open.waiting++;
    const giveUp = () => {
      open.waiting--;
      // A daemon that leaves leaves its questions to the next one.
      if (open.waiting === 0 && !this.#leaving) this.#settle(open, { outcome: "withdrawn" });
    };
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    put?.(question);
    this.events.emit("asked", question);
    try {
      return await open.ended;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Throws when the question is gone, or wants another kind of answer. */
  answer(id: string, given: unknown, where: AnsweredIn): Question {
    const open = this.#open.get(id);
    if (!open || open.kept) throw this.#gone(id, open?.kept);
    const value = readAnswer(open.question, given);
    const ending: Ending = { outcome: "answered", value, in: where };
    if (open.waiting > 0) this.#settle(open, ending);
    else {
      open.kept = ending;
      this.#store.save({ question: open.question, answer: { value, in: where } });
      this.events.emit("ended", open.question, ending);
    }
    return open.question;
  }

  /** Those that want an answer, the oldest first. */
  list(session?: string): Question[] {
    return [...this.#open.values()].flatMap(({ question, kept }) => (!kept && (session === undefined || question.session === session) ? [question] : []));
  }

  find(id: string): Question | undefined {
    const open = this.#open.get(id);
    return open?.kept ? undefined : open?.question;
  }

  /** A session that is closed has nothing to ask. */
  withdraw(session: string): void {
    for (const open of this.#open.values()) if (open.question.session === session) this.#settle(open, { outcome: "withdrawn" });
  }

  /** The daemon is leaving. */
  leave(): void {
    this.#leaving = true;
  }

  #new({ session, kind, prompt, choices, about, timeoutMs }: Asked): Open {
    const askedAt = Date.now();
    const question: Question = { id: this.#freshId(), session, kind, prompt, ...(choices && { choices }), about, askedAt, expiresAt: askedAt + timeoutMs };
    this.#store.save({ question });
    return this.#add(question);
  }

  #add(question: Question): Open {
    let end: Open["end"] = () => undefined;
    const ended = new Promise<Ending>((resolve) => {
      end = resolve;
    });
    const timer = setTimeout(() => this.#settle(open, { outcome: "expired" }), Math.max(0, question.expiresAt - Date.now()));
    timer.unref();
    const open: Open = { question, end, ended, timer, waiting: 0 };
    this.#open.set(question.id, open);
    return open;
  }

  /** The same question, which a call asked that died with its daemon. */
  #again({ session, kind, prompt, choices, about }: Asked): Open | undefined {
    const same = JSON.stringify([session, kind, prompt, choices ?? null, about]);
    return [...this.#open.values()].find(
      ({ question: q, waiting }) => waiting === 0 && JSON.stringify([q.session, q.kind, q.prompt, q.choices ?? null, q.about]) === same,
    );
  }

  #settle(open: Open, ending: Ending): void {
    const { question, timer, kept } = open;
    if (!this.#open.delete(question.id)) return;
    clearTimeout(timer);
    this.#store.remove(question.id);
    this.#ended.set(question.id, ending);
    for (const id of this.#ended.keys()) {
      if (this.#ended.size <= MAX_ENDED) break;
      this.#ended.delete(id);
    }
    open.end(ending);
    if (!kept) this.events.emit("ended", question, ending);
  }

  #gone(id: string, kept?: Ending): DroverError {
    const ending = kept ?? this.#ended.get(id);
    const hint = "`drover ask` lists what is open.";
    if (!ending) return new DroverError("not-found", `there is no question ${id}`, { hint });
    const why = { answered: "was answered already", expired: "was open for too long and is gone", withdrawn: "was withdrawn" }[ending.outcome];
    const where = ending.outcome === "answered" ? ` in the ${ending.in}` : "";
    return new DroverError("expired", `question ${id} ${why}${where}`, { hint });
  }

  #freshId(): string {
    for (;;) {
      const id = `q${Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
      if (!this.#open.has(id) && !this.#ended.has(id)) return id;
    }
  }
}
