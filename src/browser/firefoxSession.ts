import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { mayFail, noteFailure } from "../diagnosis/mayFail.ts";
import { DroverError, isDroverError } from "../protocol/errors.ts";
import { openForDriver, type PipeEnds } from "./debuggingPipe.ts";
import { Marionette } from "./marionette.ts";
import { KEPT_CONNECTIONS, startKeeper } from "./marionetteKeeper.ts";
import { until } from "./processTable.ts";

/** How long Firefox gets to free the session of a daemon that just died, and to greet us. */
const GREETING_MS = 5_000;
/** A Firefox that has just been started may take as long. */
const SESSION_MS = 20_000;
/** How long a keeper is between two drivers, or starting, on a busy machine. */
const KNOCK_MS = 2_000;
const KNOCK_EVERY_MS = 3;
const MAX_TAKE_OVERS = 20;
/** How long a connection that Firefox turns away is still to be seen. */
const TURNED_AWAY_MS = 500;

export interface MarionetteAddress {
  marionettePort: number;
  /** The pipe of its keeper. */
  keeper?: string;
}

export interface FirefoxSession {
  marionette: Marionette;
  answer: unknown;
}

/** The one session of a Firefox of ours, taken over from whoever had it. */
export async function beginSession({ marionettePort, keeper }: MarionetteAddress, parameters: Record<string, unknown> = {}): Promise<FirefoxSession> {
  if (keeper === undefined) {
    const marionette = await Marionette.connect(marionettePort, GREETING_MS);
    return begin(marionette, () => marionette.send("WebDriver:NewSession", parameters));
  }
  const end = performance.now() + GREETING_MS;
  for (;;) {
    try {
      const marionette = await knock(keeper, marionettePort);
      const session = await begin(marionette, () => takeOver(marionette, parameters));
      await refuseStrangers(session, marionettePort);
      return session;
    } catch (thrown) {
      // A keeper that has no connection left lets go when somebody knocks, and Firefox has to notice.
      if (!(isDroverError(thrown) && thrown.code === "browser-gone") || performance.now() > end) throw thrown;
      noteFailure(thrown, "the next keeper is started when the last one has let go");
    }
  }
}

async function begin(marionette: Marionette, session: () => Promise<unknown>): Promise<FirefoxSession> {
  try {
    return { marionette, answer: await begun(session()) };
  } catch (thrown) {
    marionette.close();
    throw thrown;
  }
}

/** Whoever asks for a session without pause may get one in between, and loses it again. */
async function takeOver(marionette: Marionette, parameters: Record<string, unknown>): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    try {
      return await marionette.inOnePiece(() => {
        void mayFail(marionette.send("WebDriver:DeleteSession"), "a Firefox that nobody has driven has no session to end");
        const session = marionette.send("WebDriver:NewSession", parameters);
        void mayFail(marionette.send("Marionette:AcceptConnections", { value: false }), "a session that was not begun closes no port");
        return session;
      });
    } catch (thrown) {
      if (tried === MAX_TAKE_OVERS || !isDroverError(thrown) || thrown.fields["refusal"] !== "session not created") throw thrown;
      noteFailure(thrown, "somebody else has begun a session, which is ended");
    }
  }
}

/** Firefox begins no session while its foremost tab waits for a server, and cannot be told to stop waiting before it has. */
async function begun(session: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillLoading()), SESSION_MS);
  });
  return Promise.race([session, late]).finally(() => clearTimeout(timer));
}

async function knock(keeper: string, port: number): Promise<Marionette> {
  let ends = await openWhenHeld(keeper);
  if (!ends) {
    await startKeeper(keeper, port);
    ends = await openWhenHeld(keeper);
  }
  if (!ends) throw new DroverError("browser-gone", "nobody keeps Firefox's connection");
  return Marionette.through(ends);
}

async function openWhenHeld(keeper: string): Promise<PipeEnds | undefined> {
  for (const end = performance.now() + KNOCK_MS; ; await delay(KNOCK_EVERY_MS)) {
    const ends = ifPresent(() => openForDriver(keeper), "a keeper that changes drivers does not listen for a moment");
    if (ends || performance.now() > end) return ends;
  }
}

/**
 * Whoever connected before there was a session, which is while Firefox starts, could go on talking to it. From now on nobody else gets in, so
 * that it is enough to count once.
 */
async function refuseStrangers({ marionette }: FirefoxSession, port: number): Promise<void> {
  if (process.platform !== "linux") return;
  const table = (): string => readFileSync("/proc/net/tcp", "utf8");
  if (await until(() => connectionsTo(table(), port) <= KEPT_CONNECTIONS, TURNED_AWAY_MS)) return;
  marionette.close();
  throw new DroverError("browser-failed", "another program was connected to this Firefox before Drover was", {
    hint: "Another user of this machine may be after it. Close the session, which ends the browser, and open it again.",
  });
}

/** Of /proc/net/tcp: how many connections to a port of this machine are established. */
export function connectionsTo(table: string, port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const ESTABLISHED = "01";
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(local) && state === ESTABLISHED).length;
}

const stillLoading = () =>
  new DroverError("timeout", `Firefox gave no answer within ${SESSION_MS / 1000} s: probably one of its tabs is waiting for a server`, {
    hint: "Nothing is lost: try again when the server has answered or given up.",
  });
