import type { Call, Caller } from "./call.ts";

/** What a connection is told once and not with every call. */
export class ToldOnce {
  readonly #told = new WeakMap<Caller, Set<string>>();
  readonly #greeted = new WeakSet<Caller>();

  /** Lines that are the same for every call of a caller: made for its first one only. */
  once(call: Call, lines: () => readonly string[]): void {
    if (this.#greeted.has(call.caller)) return;
    this.#greeted.add(call.caller);
    this.tell(call, lines());
  }

  /** Those lines that this caller has not heard yet. */
  tell({ caller, warnings }: Call, lines: readonly string[]): void {
    const told = this.#told.get(caller) ?? new Set();
    this.#told.set(caller, told);
    warnings.push(...lines.filter((line) => !told.has(line)));
    for (const line of lines) told.add(line);
  }
}
