import { DroverError, isDroverError } from "../protocol/errors.ts";
import type { SessionPage } from "./sessionPage.ts";

/** What to say when the page went away; undefined while it is there. */
export function lossOf({ engine: { closed, crashed } }: SessionPage, cause?: unknown): DroverError | undefined {
  if (closed) return new DroverError("page-closed", "the page was closed during the call", { cause, hint: "list_targets shows the pages that are left." });
  if (crashed) return new DroverError("page-crashed", "the page crashed during the call", { cause, hint: "The next call loads it again.", failure: { source: "app" } });
  return undefined;
}

/** A call that failed because its page went away says so. */
export function nameLoss(thrown: unknown, page: SessionPage | undefined): unknown {
  if (!page || (isDroverError(thrown) && thrown.code !== "context-gone" && thrown.code !== "frame-gone")) return thrown;
  return lossOf(page, thrown) ?? thrown;
}
