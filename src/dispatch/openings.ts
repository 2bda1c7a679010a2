import { settled } from "../diagnosis/settled.ts";
import { idOf } from "../policy/ownership.ts";
import { asDroverError, DroverError } from "../protocol/errors.ts";
import type { Sessions } from "../session/sessions.ts";
import type { Call, Caller, Step } from "./call.ts";

const OPENS = "open_session";
/** The oldest are forgotten. */
const MAX_REFUSED = 500;

/**
 * What came of the calls that open sessions. Whoever chose how a session is to be must not find another one in its place: calls that come
 * while it is being opened wait, and when that was refused, they are refused as well instead of having one opened with the defaults.
 */
export class Openings {
  readonly #sessions: Pick<Sessions, "knows">;
  readonly #underWay = new Map<string, Promise<void>>();
  /** Why, by whose and which. */
  readonly #refused = new Map<string, DroverError>();

  constructor(sessions: Pick<Sessions, "knows">) {
    this.#sessions = sessions;
  }

  /** Around everything that may refuse it, its input included. */
  readonly follow: Step = async (call, next) => {
    const id = call.given["session"];
    if (call.name !== OPENS || typeof id !== "string") return next();
    const key = keyOf(call.caller, id);
    const opening = this.#outcome(key, id, next());
    const over = settled(opening);
    this.#underWay.set(key, over);
    try {
      await opening;
    } finally {
      if (this.#underWay.get(key) === over) this.#underWay.delete(key);
    }
  };

  /** Before a session is opened because somebody uses it. */
  async admit({ caller, name }: Pick<Call, "caller" | "name">, id: string): Promise<void> {
    const key = keyOf(caller, id);
    for (let other; (other = this.#underWay.get(key)); ) await other;
    const refusal = this.#refused.get(key);
    if (!refusal || this.#sessions.knows(id)) return;
    throw new DroverError("session-not-found", `${name} was not begun: session "${id}" could not be opened as it was asked for (${refusal.message})`, {
      hint: `Call ${OPENS} for it again; without options it is opened with the usual settings.`,
      failure: { source: "drover" },
    });
  }

  async #outcome(key: string, id: string, work: Promise<void>): Promise<void> {
    this.#refused.delete(key);
    try {
      await work;
    } catch (thrown) {
      const [oldest] = this.#refused.keys();
      if (this.#refused.size >= MAX_REFUSED && oldest !== undefined) this.#refused.delete(oldest);
      if (!this.#sessions.knows(id)) this.#refused.set(key, asDroverError(thrown));
      throw thrown;
    }
  }
}

const keyOf = ({ owner }: Caller, id: string): string => JSON.stringify([idOf(owner), id]);
