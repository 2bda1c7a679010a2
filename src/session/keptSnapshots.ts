import { DroverError } from "../protocol/errors.ts";
import type { PageSnapshot } from "./pageSnapshot.ts";

/** Of which page and document it is: their refs are comparable only within one. */
export interface KeptSnapshot extends PageSnapshot {
  pageId: string;
  documentId: string;
}

const MAX_KEPT = 20;

/** Snapshots that a caller keeps to compare with, by name. They go with the daemon: what a page looked like then is soon of no use. */
export class KeptSnapshots {
  readonly #kept = new Map<string, KeptSnapshot>();

  keep(name: string, snapshot: KeptSnapshot): void {
    this.#kept.delete(name);
    this.#kept.set(name, snapshot);
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
  }

  get(name: string): KeptSnapshot {
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const names = [...this.#kept.keys()];
    throw new DroverError("not-found", `no snapshot was kept as "${name}"`, { hint: names.length > 0 ? `There are ${names.join(", ")}.` : `Keep one first: snapshot_diff({keep: "${name}"}).` });
  }
}
