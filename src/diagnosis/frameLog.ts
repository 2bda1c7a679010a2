/** How many commands with their answers, and how many events, are kept: a flood of events must not wash the commands away. */
const MAX_CALLS = 200;
const MAX_EVENTS = 100;
/** Of each frame. Longer ones are copied, because a slice would hold on to the megabytes that it was cut from. */
const MAX_CHARS = 1000;
/** Connections that have ended and are still told of: what ended them is what a report is written for. */
const MAX_ENDED = 4;

export interface Frame {
  at: number;
  direction: "sent" | "received";
  id?: number;
  method?: string;
  sessionId?: string;
  /** The beginning of what went over the wire, as it was. It leaves the process only as `frameLine` tells it. */
  text: string;
  length: number;
}

type Headed = Pick<Frame, "id" | "method" | "sessionId">;

/** The last frames of one connection to a browser. */
export class FrameLog {
  readonly name: string;
  readonly openedAt = Date.now();
  endedAt: number | undefined;
  readonly #calls: Frame[] = [];
  readonly #events: Frame[] = [];

  constructor(name: string) {
    this.name = name;
  }

  sent(message: Headed, text: string): void {
    keep(this.#calls, MAX_CALLS, frame("sent", message, text));
  }

  received(message: Headed, text: string): void {
    if (message.id === undefined || message.id === null) keep(this.#events, MAX_EVENTS, frame("received", message, text));
    else keep(this.#calls, MAX_CALLS, frame("received", message, text));
  }

  end(): void {
    this.endedAt = Date.now();
    logs.push(...logs.splice(logs.indexOf(this), 1));
    const ended = logs.filter(({ endedAt }) => endedAt !== undefined);
    for (const log of ended.slice(0, -MAX_ENDED)) logs.splice(logs.indexOf(log), 1);
  }

  /** Oldest first. An answer comes without its method; it is that of the command with the same number. */
  frames(): Frame[] {
    const asked = new Map(this.#calls.filter(({ direction }) => direction === "sent").map(({ id, method }) => [id, method]));
    const calls = this.#calls.map((each) => ({ ...each, method: each.method ?? asked.get(each.id) }));
    return [...calls, ...this.#events].sort((one, other) => one.at - other.at);
  }
}

const logs: FrameLog[] = [];

export function openFrameLog(name: string): FrameLog {
  const log = new FrameLog(name);
  logs.push(log);
  return log;
}

/** Of every connection that is open, and of those that ended last. */
export const frameLogs = (): readonly FrameLog[] => logs;

function frame(direction: Frame["direction"], { id, method, sessionId }: Headed, text: string): Frame {
  const kept = text.length <= MAX_CHARS ? text : Buffer.from(text.slice(0, MAX_CHARS)).toString();
  return { at: Date.now(), direction, id, method, sessionId, text: kept, length: text.length };
}

function keep(frames: Frame[], most: number, added: Frame): void {
  frames.push(added);
  if (frames.length > most) frames.shift();
}
