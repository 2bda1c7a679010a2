/** Calls on one session run in the order they came; a call that overruns its deadline does not hold up the next. */
export class CallQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** Resolves when the calls that came before are over, and holds up none that come after. */
  reached(): Promise<unknown> {
    return this.#tail;
  }

  run<T>(call: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const turn = this.#tail.then(call);
    this.#tail = turn.then(
      () => this.#waiting--,
      () => this.#waiting--,
    );
    return turn;
  }
}
