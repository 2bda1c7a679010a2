import type { Unwedged } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import { awaitsServer, goesOnElsewhere, isBusy, seconds, stoppedByPerson } from "../session/pageBusy.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import type { Deadline } from "./deadline.ts";

interface Wanted {
  query: string | undefined;
  /** The call goes somewhere: when every page was closed, it gets a fresh one. */
  opens: boolean;
  /** "left": for another address, in whatever state it is. "beside": the call does not depend on the page's answer. */
  use: "left" | "beside" | "asked";
}

interface Caller {
  warn(line: string): void;
  deadline: Deadline;
}

/** The page a call means, made usable: a crashed one is loaded again, one that blocked the call before as well is freed. */
export async function usablePage(session: Session, { query, opens, use }: Wanted, caller: Caller): Promise<SessionPage> {
  const none = query === undefined && session.pages().length === 0;
  const page = none && opens ? await session.openPage() : await thatIsNotLost(session, session.page(query), caller);
  for (const line of page.notices.splice(0)) caller.warn(line);
  if (page.engine.stoppedAtBreakpoint && use !== "beside") throw stoppedByPerson();
  if (use === "left") return page;
  if (use === "asked") await untilItAnswers(page, caller);
  if (page.engine.crashed) {
    caller.warn(`The page had crashed; ${page.url} was loaded again.`);
    await page.engine.reload();
  }
  if (page.engine.dialog)
    throw new DroverError("dialog-open", `a dialog (${page.engine.dialog.kind}) is open on the page: ${page.engine.dialog.message}`, {
      hint: "Choose how dialogs are answered with set_dialog_policy.",
    });
  return page;
}

async function thatIsNotLost(session: Session, page: SessionPage, { warn, deadline }: Caller): Promise<SessionPage> {
  await deadline.race(page.untilAbandoned());
  if (!page.isLost) return page;
  warn(goesOnElsewhere(page.url));
  return session.replacePage(page);
}

/** A page that was silent for less is taken for a slow one. */
const STUCK_AFTER_MS = 7000;
/** What one that is known to be stuck gets to show the contrary. */
const ANSWER_MS = 300;
/** Of a call's time, the share that freeing the page and the call itself may need, and the most that it takes. */
const RESERVE = 0.4;
const MAX_RESERVE_MS = 10_000;

/**
 * A page that did not answer an earlier call is waited for. Only when it blocks this call too, and has been silent for long, is what
 * it runs ended: told now and with the next call. One that waits for a server is not stuck: it is there when the server answers.
 */
async function untilItAnswers(page: SessionPage, { warn, deadline }: Caller): Promise<void> {
  const { silence, engine } = page;
  if (silence.ms === 0) return;
  const isStuck = () => silence.isStorm || silence.ms >= STUCK_AFTER_MS;
  const left = deadline.timeLeft();
  const blocksAgain = silence.isStorm || (silence.blockedCalls > 1 && isStuck());
  if (await silence.endsWithin(blocksAgain ? ANSWER_MS : left - Math.min(left * RESERVE, MAX_RESERVE_MS))) return;
  if (page.awaitedUrl !== undefined) throw awaitsServer(page.awaitedUrl);
  if (!isStuck()) {
    silence.blockedCall();
    throw isBusy(silence.ms);
  }
  deadline.throwIfOver();
  const silentMs = silence.ms;
  const outcome = await engine.unwedge();
  if (outcome === "browser-silent") throw browserSilent();
  silence.forget();
  const line = `The page did not answer for ${seconds(silentMs)} s and blocked the next call too: ${ends[outcome]}. What it was doing may be half done.`;
  page.notices.push(line);
  warn(line);
}

const ends: Record<Exclude<Unwedged, "browser-silent">, string> = {
  "script-ended": "the script that it was running was ended",
  "loaded-again": "it was loaded again",
  "given-up": "its process was ended and the page is loaded again",
};

const browserSilent = () =>
  new DroverError("timeout", "anti-wedge timeout: the browser itself does not answer", {
    hint: "Its process may be stopped, or the machine too busy. Try again, or end it with close_session.",
    failure: { source: "drover" },
  });
