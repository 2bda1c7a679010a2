import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../../session/sessionPage.ts";

const byPage = new WeakMap<SessionPage, LatestRefs>();

/** The refs that the latest snapshot of a page has shown: no others may be acted on, however well their elements are known. */
export class LatestRefs {
  #refs: ReadonlySet<string> = new Set();

  static of(page: SessionPage): LatestRefs {
    const known = byPage.get(page) ?? new LatestRefs();
    byPage.set(page, known);
    return known;
  }

  replace(refs: Iterable<string>): void {
    this.#refs = new Set(refs);
  }

  /** From "@e7" to the session's own ref. */
  resolve(given: string): string {
    const ref = given.slice(1);
    if (this.#refs.has(ref)) return ref;
    throw new DroverError("ref-gone", `${given} is not in the latest snapshot of this page`, {
      hint: "Refs hold until the next snapshot: action=inspect (with scope or roles) shows those of now; or pass a CSS selector.",
      failure: { source: "drover", kind: "ref-not-found", ref: given },
    });
  }
}
