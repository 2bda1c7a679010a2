import { z } from "zod";
import type { WheelState } from "../../protocol/events.ts";
import type { ClientKind } from "../../protocol/messages.ts";
import { CallQueue } from "../callQueue.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";

const heldShape = z.object({
  where: z.enum(["dashboard", "terminal"]),
  /** The window that has it; a terminal is not waited for. */
  holder: z.string().optional(),
  since: z.number(),
});

const savedShape = z.object({
  held: heldShape.optional(),
  /** What the next agent is to be told: how long a person had it, and what they said. */
  untold: z.object({ ms: z.number(), note: z.string().optional(), abandoned: z.literal(true).optional() }).optional(),
});

type Saved = z.infer<typeof savedShape>;
type Held = z.infer<typeof heldShape>;

/** How it stands, for people. */
export const wheelShape = z.object({
  taken: z.boolean(),
  holder: z.string().optional(),
  where: z.enum(["dashboard", "terminal"]).optional(),
  since: z.number().optional(),
  waiting: z.number(),
}) satisfies z.ZodType<WheelState>;

/** A window that is gone for so long does not come back: a tab that was reloaded, or a machine that slept for a moment, does. */
const GONE_MS = 20_000;

/** Whose calls go on while somebody has the wheel: their own. */
const ownCalls: Record<Held["where"], readonly ClientKind[]> = { dashboard: ["dashboard"], terminal: ["cli", "repl", "dashboard"] };

/** Who steers the session: whoever calls, until a person takes the wheel. Outlives the daemon. */
export class Wheel implements SessionPart<Saved> {
  readonly saved = savedShape;
  /** The person's own calls, which wait for no agent's. */
  readonly queue = new CallQueue();
  readonly #session: Session;
  #held: Held | undefined;
  #untold: Saved["untold"];
  #free = Promise.resolve();
  #release: () => void = () => undefined;
  #holding = new AbortController();
  #waiting = 0;
  #gone: NodeJS.Timeout | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Saved | undefined {
    return this.#held || this.#untold ? { ...(this.#held && { held: this.#held }), ...(this.#untold && { untold: this.#untold }) } : undefined;
  }

  restore({ held, untold }: Saved): void {
    this.#untold = untold;
    if (held) this.#hold(held);
  }

  begin(): void {
    const { events } = this.#session.presence;
    events.on("came", this.#came);
    events.on("left", this.#left);
  }

  get taken(): boolean {
    return this.#held !== undefined;
  }

  get state(): WheelState {
    return { taken: this.taken, ...this.#held, waiting: this.#waiting };
  }

  /** Aborted when it is given back. */
  get holding(): AbortSignal {
    return this.#holding.signal;
  }

  /** Is it that window's? */
  isHeldBy(holder: string | undefined): boolean {
    return this.#held !== undefined && this.#held.holder === holder;
  }

  /** Whose calls must wait while a person has it. */
  stops(kind: ClientKind): boolean {
    return this.#held !== undefined && !ownCalls[this.#held.where].includes(kind);
  }

  /** People are one person: whoever takes it last has it. */
  take(where: Held["where"], holder: string | undefined): void {
    const since = this.#held?.since ?? Date.now();
    this.#hold({ where, ...(holder !== undefined && { holder }), since });
    this.#tell();
  }

  /** False when nobody had it. */
  give({ note, abandoned }: { note?: string | undefined; abandoned?: true } = {}): boolean {
    const held = this.#held;
    if (!held) return false;
    clearTimeout(this.#gone);
    this.#held = undefined;
    this.#untold = { ms: Date.now() - held.since, ...(note !== undefined && { note }), ...(abandoned && { abandoned }) };
    this.#holding.abort();
    this.#release();
    this.#tell({ ...(note !== undefined && { note }), ...(abandoned && { abandoned }) });
    return true;
  }

  /** Resolves when nobody has it. */
  async untilFree(): Promise<void> {
    this.#waiting++;
    this.#announce();
    try {
      while (this.taken) await this.#free;
    } finally {
      this.#waiting--;
      this.#announce();
    }
  }

  /** For the first agent that calls after it was given back, once. */
  takeNotice(): string | undefined {
    const untold = this.#untold;
    if (!untold) return undefined;
    this.#untold = undefined;
    this.#session.changed();
    const seconds = Math.max(1, Math.round(untold.ms / 1000));
    const ended = untold.abandoned ? "and is gone without giving it back" : "and gave it back";
    return `A person had the wheel of this session for ${seconds} s ${ended}: the page may be another one than you know.${untold.note === undefined ? "" : ` They say: ${untold.note}`}`;
  }

  end(): void {
    this.letGo();
    this.#holding.abort();
    this.#held = undefined;
    this.#release();
  }

  letGo(): void {
    clearTimeout(this.#gone);
    this.#session.presence.events.off("came", this.#came).off("left", this.#left);
  }

  readonly #came = (id: string): void => {
    if (this.isHeldBy(id)) clearTimeout(this.#gone);
  };

  readonly #left = (id: string): void => {
    if (this.isHeldBy(id)) this.#awaitReturn();
  };

  #hold(held: Held): void {
    if (!this.#held) {
      this.#holding = new AbortController();
      this.#free = new Promise((resolve) => {
        this.#release = resolve;
      });
    }
    clearTimeout(this.#gone);
    this.#held = held;
    if (held.holder !== undefined && !this.#session.presence.has(held.holder)) this.#awaitReturn();
  }

  #awaitReturn(): void {
    clearTimeout(this.#gone);
    this.#gone = setTimeout(() => this.give({ abandoned: true }), GONE_MS);
    this.#gone.unref();
  }

  #tell(more: Pick<WheelState, "note" | "abandoned"> = {}): void {
    this.#session.changed();
    this.#announce(more);
  }

  #announce(more: Pick<WheelState, "note" | "abandoned"> = {}): void {
    this.#session.events.emit("wheel", { ...this.state, ...more });
  }
}
