import { DroverError, isDroverError, type ErrorCode } from "../protocol/errors.ts";
import { connectionLost } from "../remote/connectionLost.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

/** What to say when the way to a browser elsewhere broke: its pages look closed from here, and are not. */
export function cutOf({ session: { plan, lease } }: { session: Session }, cause?: unknown): DroverError | undefined {
  return plan.on && !lease.browser.connected ? connectionLost(plan.on.name, cause) : undefined;
}

/** What to say when the page went away; undefined while it is there. */
export function lossOf(page: SessionPage, cause?: unknown): DroverError | undefined {
  const { closed, crashed } = page.engine;
  const cut = cutOf(page, cause);
  if (cut) return cut;
  if (closed) return new DroverError("page-closed", "the page was closed during the call", { cause, hint: "list_targets shows the pages that are left." });
  if (crashed) return new DroverError("page-crashed", "the page crashed during the call", { cause, hint: "The next call loads it again.", failure: { source: "app" } });
  return undefined;
}

const documentGone = new Set<ErrorCode>(["context-gone", "frame-gone"]);
/** What a broken connection looks like to those who look at the page only. */
const looksGone = new Set<ErrorCode>([...documentGone, "page-closed", "page-crashed", "detached", "no-active-page"]);

/** Whoever gave a failure words of their own need not have known what it came of. */
function connectionLostIn(thrown: unknown): DroverError | undefined {
  for (let at = thrown; at instanceof Error; at = at.cause) if (isDroverError(at) && at.code === "connection-lost") return at;
  return undefined;
}

/** A call that failed because its page or the way to it went away says so. */
export function nameLoss(thrown: unknown, { session, page }: { session?: Session | undefined; page?: SessionPage | undefined }): unknown {
  const lost = connectionLostIn(thrown);
  if (lost) return lost;
  const code = isDroverError(thrown) ? thrown.code : undefined;
  const cut = session && (code === undefined || looksGone.has(code)) ? cutOf({ session }, thrown) : undefined;
  if (cut) return cut;
  return page && (code === undefined || documentGone.has(code)) ? (lossOf(page, thrown) ?? thrown) : thrown;
}
