import { randomInt } from "node:crypto";
import { openForDriver, type PipeEnds } from "../browser/debuggingPipe.ts";
import { openFrameLog } from "../diagnosis/frameLog.ts";
import { noteFailure } from "../diagnosis/mayFail.ts";
import { DroverError } from "../protocol/errors.ts";
import type { ProtocolCommand, ProtocolMessage, ProtocolSocket } from "./protocolMessages.ts";

const END = 0;
const TAKE_OVER_MS = 10_000;

/**
 * Opens the pipe of a browser of ours. An earlier driver may have died in the middle of a message, in either direction, and
 * left a thousand unread: what it began is ended, and everything is skipped until an answer to us comes.
 */
export async function openProtocolPipe(
  endpoint: string,
  handlers: {
    message: (message: ProtocolMessage) => void;
    closed: () => void;
    /** Sent before the pipe is left: it has one client, who stays in the browser's eyes until the next one. */
    farewell: readonly Omit<ProtocolCommand, "id">[];
  },
): Promise<ProtocolSocket> {
  const ends = openEnds(endpoint);
  const { commands, answers } = ends;
  const frames = openFrameLog(endpoint.replace(/\?.*$/, ""));
  let open = true;
  let receive: (text: string) => void = () => undefined;
  const messages = new Messages((text) => receive(text));
  answers.on("data", (chunk: Buffer) => messages.read(chunk));
  for (const end of [commands, answers])
    end.on("error", (cause) => {
      noteFailure(cause, "the pipe to a browser broke; what was asked fails as browser-gone");
      answers.destroy();
    });
  const closed = new Promise<void>((resolve) =>
    answers.once("close", () => {
      open = false;
      commands.destroySoon();
      frames.end();
      resolve();
    }),
  );
  const write = (message: object): string => {
    const text = JSON.stringify(message);
    commands.write(`${text}\0`);
    return text;
  };

  const id = newerThanBefore();
  commands.write("\0");
  write({ id, method: "Browser.getVersion" });
  await untilAnswered(ends, closed, (found) => {
    receive = (text) => {
      if (ifWhole(text)?.id === id) found();
    };
  });

  receive = (text) => {
    if (!open) return;
    const message = JSON.parse(text) as ProtocolMessage;
    frames.received(message, text);
    handlers.message(message);
  };
  void closed.then(handlers.closed);
  return {
    send: (message) => frames.sent(message, write(message)),
    close: () => {
      if (!open) return;
      open = false;
      for (const last of handlers.farewell) write({ id, ...last });
      commands.end(() => answers.destroy());
    },
    get open() {
      return open;
    },
  };
}

/** An earlier driver may be owed answers that are still to come: numbers that it has hardly used are not mistaken for its. */
export const newerThanBefore = (): number => randomInt(1, 2 ** 30);

function openEnds(endpoint: string): PipeEnds {
  try {
    return openForDriver(endpoint);
  } catch (cause) {
    throw new DroverError("not-attachable", "no browser holds the pipe that it was started with", { cause });
  }
}

async function untilAnswered(ends: PipeEnds, closed: Promise<void>, listen: (found: () => void) => void): Promise<void> {
  let patience: NodeJS.Timeout | undefined;
  const outcome = await Promise.race([
    new Promise<"answered">((resolve) => listen(() => resolve("answered"))),
    closed.then(() => "closed" as const),
    new Promise<"silent">((resolve) => (patience = setTimeout(() => resolve("silent"), TAKE_OVER_MS))),
  ]);
  clearTimeout(patience);
  if (outcome === "answered") return;
  ends.answers.destroy();
  throw new DroverError("not-attachable", outcome === "silent" ? `the browser does not answer within ${TAKE_OVER_MS} ms` : "the browser ended while it was taken over");
}

/** The rest of a message whose beginning somebody else has read is none. */
function ifWhole(text: string): ProtocolMessage | undefined {
  try {
    return JSON.parse(text) as ProtocolMessage;
  } catch (thrown) {
    noteFailure(thrown, "the rest of a message to an earlier driver is skipped");
    return undefined;
  }
}

/** Cuts what is read into messages, which end with a NUL. A long one comes in many pieces, and each byte is looked at once. */
class Messages {
  #pieces: Buffer[] = [];
  readonly #whole: (text: string) => void;

  constructor(whole: (text: string) => void) {
    this.#whole = whole;
  }

  read(chunk: Buffer): void {
    let start = 0;
    for (let end; (end = chunk.indexOf(END, start)) >= 0; start = end + 1) {
      this.#pieces.push(chunk.subarray(start, end));
      const text = (this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)).toString();
      this.#pieces = [];
      this.#whole(text);
    }
    if (start < chunk.length) this.#pieces.push(chunk.subarray(start));
  }
}
