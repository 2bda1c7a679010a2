import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import { settled } from "../diagnosis/settled.ts";
import type { EngineFrame } from "../engine/port.ts";
import type { AnswerValue, Question } from "../people/question.ts";
import type { AskOptions, Asked, Ending, Questions } from "../people/questions.ts";
import { isDroverError } from "../protocol/errors.ts";
import { scriptOrder } from "./pageScripts.ts";
import type { SessionPart, TellOfAction } from "./part.ts";
import { readFrame } from "./reading.ts";
import type { Session } from "./session.ts";

/** Puts a question to whoever sits behind the client that calls; undefined when that cannot be done, or they did not say. */
export type PutToClient = (question: Question, withdrawn: AbortSignal) => Promise<unknown>;

const CLOSING = "a page that closes needs no banner";

/** What the window's banner reports: an answer, or the element that was pointed at. */
const reportShape = z.object({
  question: z.string().optional(),
  kind: z.string().optional(),
  value: z.unknown().optional(),
  picked: z.string().optional(),
});

/** Asks people, in the windows of the session and wherever else they are, and tells the session's listeners of it. */
export class SessionPeople implements SessionPart {
  readonly #session: Session;
  #ends: (() => void)[] = [];
  /** Calls that press and type: what comes of them is no person's answer. */
  #acting = 0;
  #listeners = 0;
  #shown = false;
  #showing: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Somebody is there who would see a question: at a window, or at a terminal that listens. */
  get reachable(): boolean {
    return this.#hasWindow || this.#listeners > 0;
  }

  /** Somebody listens for questions who could answer them; others only write down what was asked. */
  listen(until: AbortSignal): void {
    this.#listeners++;
    until.addEventListener("abort", () => this.#listeners--, { once: true });
  }

  async ask(asked: Omit<Asked, "session">, { signal, client, put }: AskOptions & { client?: PutToClient | undefined } = {}): Promise<Ending> {
    const withdrawn = new AbortController();
    const putEverywhere = (question: Question) => {
      put?.(question);
      if (client) void this.#viaClient(question, client, withdrawn.signal);
    };
    try {
      return await this.#questions.ask({ ...asked, session: this.#session.id }, { signal, put: putEverywhere });
    } finally {
      withdrawn.abort();
    }
  }

  async begin(): Promise<void> {
    const { events } = this.#questions;
    const mine = ({ session }: Question) => session === this.#session.id;
    const asked = (question: Question) => {
      if (!mine(question)) return;
      this.#session.events.emit("question", question);
      void mayFail(this.#show(), CLOSING);
    };
    const ended = (question: Question, ending: Ending) => {
      if (!mine(question)) return;
      this.#session.events.emit("answered", question, ending);
      void mayFail(this.#show(), CLOSING);
    };
    events.on("asked", asked);
    events.on("ended", ended);
    this.#ends = [() => events.off("asked", asked), () => events.off("ended", ended)];
    await this.#show();
  }

  watchAction(): TellOfAction {
    this.#acting++;
    return () => {
      this.#acting--;
      return {};
    };
  }

  end(): void {
    this.letGo();
    this.#questions.withdraw(this.#session.id);
  }

  letGo(): void {
    for (const end of this.#ends) end();
  }

  get #questions(): Questions {
    return this.#session.questions;
  }

  get #hasWindow(): boolean {
    return !this.#session.plan.headless;
  }

  async #viaClient(question: Question, client: PutToClient, withdrawn: AbortSignal): Promise<void> {
    const given = await mayFail(client(question, withdrawn), "a client may go away, or not be able to ask");
    if (given !== undefined && this.#questions.find(question.id)) this.#answer(question, given, "client");
  }

  /** An answer that its question does not understand is as good as none: it stays open. */
  #answer({ id }: Question, given: unknown, where: "client" | "page"): void {
    try {
      this.#questions.answer(id, given, where);
    } catch (thrown) {
      if (!isDroverError(thrown)) throw thrown;
    }
  }

  /** The windows show what is open now; one change after the other. */
  #show(): Promise<void> {
    this.#showing = settled(this.#showing).then(() => this.#showNow());
    return this.#showing;
  }

  async #showNow(): Promise<void> {
    const open = this.#questions.list(this.#session.id);
    if (!this.#hasWindow || (open.length === 0 && !this.#shown)) return;
    this.#shown = open.length > 0;
    const { scripts } = this.#session.parts;
    const [{ default: banner }, { default: helper }] = await Promise.all([import("drover:page/people/banner"), import("drover:page/people/helper")]);
    const list = JSON.stringify(this.#questions.list(this.#session.id));
    const shared = { order: scriptOrder.people, inOpenDocuments: true } as const;
    const takeBack = await scripts.install({ ...shared, name: "people", world: "isolated", source: banner.replaceAll('"__DROVER_QUESTIONS__"', list), report: (frame, value) => void this.#reported(frame, value) });
    // A page that finds the helper may count on being heard.
    const takeHelperBack = await scripts.install({ ...shared, name: "people-helper", world: "page", source: helper.replaceAll('"__DROVER_OPEN__"', String(list !== "[]")) });
    if (list !== "[]") return;
    takeBack();
    takeHelperBack();
  }

  async #reported(frame: EngineFrame, value: unknown): Promise<void> {
    const { data: report } = reportShape.safeParse(value);
    // What Drover itself pressed is a trusted event too.
    if (!report || this.#acting > 0) return;
    const open = this.#questions.list(this.#session.id);
    const question = report.question === undefined ? open.find(({ kind }) => report.kind === undefined || kind === report.kind) : open.find(({ id }) => id === report.question);
    if (!question) return;
    const given = report.picked === undefined ? report.value : await this.#refOf(frame, report.picked);
    if (given !== undefined) this.#answer(question, given, "page");
  }

  async #refOf(frame: EngineFrame, selector: string): Promise<AnswerValue | undefined> {
    const page = this.#session.pages().find(({ engine }) => engine.frames().includes(frame));
    if (!page) return undefined;
    const { element } = await readFrame(page, frame, "describe", { target: { selector } });
    return element.ref;
  }
}
