import type { DroverError } from "../../protocol/errors.ts";
import type { Session } from "../session.ts";

/** What else a session has to tell of an action: downloads it captured, permissions that were asked for, and the like. */
export interface Contribution {
  /** Further fields of the result. */
  fields?: Record<string, unknown>;
  /** A policy says that the action must not pass as done. */
  error?: DroverError;
}

/** Called when an action begins; what it returns is called when the result is made. */
export type Contributor = () => () => Contribution | Promise<Contribution>;

const contributors = new WeakMap<Session, Set<Contributor>>();

/** Adds to the result of every action of a session. Returns the way to take it back. */
export function contributeToActions(session: Session, contributor: Contributor): () => void {
  const known = contributors.get(session) ?? new Set();
  contributors.set(session, known);
  known.add(contributor);
  return () => known.delete(contributor);
}

/** Begins to collect for one action. */
export function beginContributions(session: Session): () => Promise<Contribution> {
  const ends = [...(contributors.get(session) ?? [])].map((begin) => begin());
  return async () => {
    const all = await Promise.all(ends.map((end) => end()));
    const error = all.find((each) => each.error)?.error;
    return { fields: Object.assign({}, ...all.map((each) => each.fields)) as Record<string, unknown>, ...(error && { error }) };
  };
}
