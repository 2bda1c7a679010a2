import type { RefusalKind } from "../refusal.ts";

/** The specification's codes for what is no longer there. */
const gone = new Set([
  "no such frame",
  "no such window",
  "no such node",
  "no such element",
  "no such handle",
  "no such shadow root",
  "no such user context",
  "stale element reference",
  "detached shadow root",
]);

const misuse = new Set(["invalid argument", "unknown command", "unknown method"]);

/**
 * What Firefox's own code threw comes as "unknown error", its message led by the name of the error. These are what its actors
 * throw when their document goes away while they are asked.
 */
const actorGone =
  /^(?:DiscardedBrowsingContextError|AbortError)\b|BrowsingContext does no longer exist|Unable to find a BrowsingContext|destroyed before query|cannot send at the moment|can't access dead object|(?:currentWindowGlobal|browsingContext|window|document) is (?:null|undefined)\b/;

export function refusalKind(code: string, message: string): RefusalKind {
  if (gone.has(code)) return "gone";
  if (misuse.has(code)) return "misuse";
  return code === "unknown error" && actorGone.test(message) ? "gone" : "other";
}
