/**
 * Where a command was sent from. A refusal arrives with the socket as its only caller; what a reader of the log needs is who
 * asked. The trace is taken for every command and put into words only for those that fail: some 5 µs of a round trip's millisecond.
 */
export interface CallSite {
  readonly stack?: string;
}

/** The present call site, from the caller of `below` on. */
export function callSite(below: (...args: never[]) => unknown): CallSite {
  const site: CallSite = {};
  Error.captureStackTrace(site, below);
  return site;
}

/** Gives an error the stack of the call that it answers. */
export function raisedAt<E extends Error>(error: E, site: CallSite): E {
  const frames = site.stack?.indexOf("\n    at ") ?? -1;
  error.stack = `${error.name}: ${error.message}${frames < 0 ? "" : site.stack!.slice(frames)}`;
  return error;
}
