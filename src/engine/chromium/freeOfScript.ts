import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { PageDialogs } from "../pageDialogs.ts";
import type { EnginePage } from "../port.ts";
import type { CdpSession } from "./connection.ts";

/** How long a wedged renderer gets to obey. */
const OBEY_MS = 1500;
/** One that opens dialog after dialog seldom does, and is left otherwise. */
const STORM_OBEY_MS = 300;
/** And how long to leave for another page and come back, on a machine that has more to do. */
const RETURN_MS = 5000;

/** And to leave for good. */
const LEAVE_MS = 2000;

/** A page of the browser's own: going there needs nothing of the old one, and from there an address gets a process that is not stuck. */
const ELSEWHERE = "chrome://version/";

/** Ends the script that a page is stuck in, in place or by loading the page again; undefined when it does not answer even then. */
export async function freeOfScript(page: EnginePage, session: CdpSession, dialogs: PageDialogs): Promise<"script-ended" | "loaded-again" | undefined> {
  const { seen } = dialogs;
  if (await endsScript(page, session)) return "script-ended";
  // A script between two dialogs hears neither of these; leaving the page ends it.
  if (dialogs.seen > seen && (await settledWithin(RETURN_MS, leaveAndReturn(session, page.url)))) return "loaded-again";
  return undefined;
}

/** Ends the script of a page that is not wanted any more; undefined when the page does not answer even then. */
export async function leaveScript(page: EnginePage, session: CdpSession, dialogs: PageDialogs): Promise<"script-ended" | "left" | undefined> {
  // Another dialog shows that it did not hear, without waiting for an answer that does not come.
  let heard = () => {};
  const goesOn = new Promise<boolean>((resolve) => {
    heard = () => resolve(false);
  });
  page.events.on("dialog", heard);
  const isEnded = await Promise.race([endsScript(page, session, dialogs.seen > 1 ? STORM_OBEY_MS : OBEY_MS), goesOn]).finally(() => page.events.off("dialog", heard));
  if (isEnded) return "script-ended";
  return (await settledWithin(LEAVE_MS, session.send("Page.navigate", { url: ELSEWHERE }))) ? "left" : undefined;
}

async function endsScript(page: EnginePage, session: CdpSession, obeyMs = OBEY_MS): Promise<boolean> {
  if (page.dialog) await mayFail(page.dialog.answer(false), "a dialog may be gone already");
  session.post("Runtime.terminateExecution");
  return settledWithin(obeyMs, session.send("Runtime.evaluate", { expression: "0" }));
}

async function leaveAndReturn(session: CdpSession, url: string): Promise<void> {
  await session.send("Page.navigate", { url: ELSEWHERE });
  await session.send("Page.navigate", { url });
  // What it says of its contexts comes before its first answer: until then those of the page before are taken for its own.
  await session.send("Runtime.evaluate", { expression: "0" });
}
