import { settled } from "../../diagnosis/settled.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { PageDialogs } from "../pageDialogs.ts";
import type { EnginePage } from "../port.ts";
import type { CdpSession } from "./connection.ts";

/** How long a wedged renderer gets to obey. */
const OBEY_MS = 1500;
/** And how long to leave for another page and come back, on a machine that has more to do. */
const RETURN_MS = 5000;

/** Ends the script that a page is stuck in; false when the page does not answer even then. */
export async function freeOfScript(page: EnginePage, session: CdpSession, dialogs: PageDialogs): Promise<boolean> {
  if (page.dialog) await mayFail(page.dialog.answer(false), "a dialog may be gone already");
  const { seen } = dialogs;
  session.post("Runtime.terminateExecution");
  if (await answers(session.send("Runtime.evaluate", { expression: "0" }), OBEY_MS)) return true;
  // A script between two dialogs hears neither of these; leaving the page ends it.
  return dialogs.seen > seen && answers(leaveAndReturn(session, page.url), RETURN_MS);
}

/** By way of a page of the browser's own: only from there does the old address get a process that is not stuck. */
async function leaveAndReturn(session: CdpSession, url: string): Promise<void> {
  await session.send("Page.navigate", { url: "chrome://version/" });
  await session.send("Page.navigate", { url });
  // What it says of its contexts comes before its first answer: until then those of the page before are taken for its own.
  await session.send("Runtime.evaluate", { expression: "0" });
}

async function answers(call: Promise<unknown>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  const answer = settled(call).then(() => true);
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
