import { z } from "zod";
import { DroverError } from "../protocol/errors.ts";
import type { CallRecord } from "../protocol/events.ts";
import type { PersonInput } from "../protocol/live.ts";
import type { HandInput } from "../protocol/messages.ts";
import { pageUnderHands } from "../session/live/hands.ts";
import type { Session } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";

const place = { x: z.number(), y: z.number() };
const modifiers = z.int().min(0).max(15).optional();
const text = z.string().max(1_000_000);

export const personInputSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("mouse"), type: z.enum(["move", "down", "up"]), ...place, button: z.enum(["left", "middle", "right", "back", "forward"]).optional(), buttons: z.int().optional(), clickCount: z.int().min(0).max(10).optional(), modifiers }),
  z.object({ kind: z.literal("wheel"), ...place, deltaX: z.number(), deltaY: z.number(), modifiers }),
  z.object({ kind: z.literal("touch"), type: z.enum(["start", "move", "end", "cancel"]), points: z.array(z.object({ id: z.int(), ...place })).max(10) }),
  z.object({ kind: z.literal("key"), type: z.enum(["down", "up"]), key: z.string().max(40), code: z.string().max(40), keyCode: z.int(), location: z.int().optional(), text: z.string().max(8).optional(), modifiers, repeat: z.boolean().optional() }),
  z.object({ kind: z.literal("text"), text }),
  z.object({ kind: z.literal("compose"), text }),
  z.object({ kind: z.literal("paste"), text }),
]) satisfies z.ZodType<PersonInput>;

/** How long hands may rest within what counts as one thing that they did. */
const SAME_MS = 1500;

type Deed = "click" | "touch" | "scroll" | "type" | "paste";

function deedOf(event: PersonInput): Deed | undefined {
  if (event.kind === "mouse") return event.type === "down" ? "click" : undefined;
  if (event.kind === "touch") return event.type === "start" ? "touch" : undefined;
  if (event.kind === "key") return event.type === "down" ? "type" : undefined;
  if (event.kind === "text") return "type";
  if (event.kind === "wheel") return "scroll";
  return event.kind === "paste" ? "paste" : undefined;
}

/** Where it was done; never what was typed. */
function whereOf(event: PersonInput): string | undefined {
  if (event.kind === "mouse") return `${Math.round(event.x)},${Math.round(event.y)}`;
  const [point] = event.kind === "touch" ? event.points : [];
  return point && `${Math.round(point.x)},${Math.round(point.y)}`;
}

interface Under {
  deed: Deed;
  session: Session;
  entry: CallRecord;
  timer: NodeJS.Timeout;
}

/** Plays what a person does to the page whose wheel they have, and writes it down among the calls: a run of keys or of scrolling as one. */
export class HandsOfPerson {
  readonly #sessions: Sessions;
  readonly #window: string | undefined;
  readonly #log: (entry: CallRecord) => void;
  #under: Under | undefined;
  #count = 0;

  constructor(sessions: Sessions, window: string | undefined, log: (entry: CallRecord) => void) {
    this.#sessions = sessions;
    this.#window = window;
    this.#log = log;
  }

  /** Throws when the session is not this person's to steer. */
  play({ session: id, page: query, event }: HandInput): void {
    const session = this.#sessions.peek(id);
    if (!session?.alive) throw new DroverError("session-not-found", `session "${id}" is not open`);
    if (!session.parts.wheel.isHeldBy(this.#window)) throw new DroverError("wheel-taken", `you do not have the wheel of session "${id}"`, { hint: "take_wheel takes it." });
    const page = pageUnderHands(session, query);
    session.lastActivity = Date.now();
    session.parts.hands.play(page, event);
    this.#note(session, event);
  }

  end(): void {
    this.#write();
  }

  #note(session: Session, event: PersonInput): void {
    const deed = deedOf(event);
    if (!deed) return;
    const under = this.#under;
    const goesOn = under?.deed === deed && under.session === session && (deed === "type" || deed === "scroll");
    if (goesOn) {
      under.entry.ms = Date.now() - under.entry.ts;
      under.timer.refresh();
      return;
    }
    this.#write();
    const subject = whereOf(event);
    const entry: CallRecord = { id: `p${++this.#count}-${Date.now().toString(36)}`, client: "dashboard", tool: `person_${deed}`, ...(subject && { subject }), session: session.id, ts: Date.now(), ms: 0, ok: true };
    this.#under = { deed, session, entry, timer: setTimeout(() => this.#write(), SAME_MS) };
  }

  #write(): void {
    const under = this.#under;
    if (!under) return;
    clearTimeout(under.timer);
    this.#under = undefined;
    this.#log(under.entry);
    under.session.events.emit("called", under.entry);
  }
}
