/** Says what is going on: one line that rewrites itself on a terminal, a line now and then in a log. */
export class Progress {
  readonly #terminal = process.stderr.isTTY === true;
  readonly #since = performance.now();
  #lastLogged = Number.NEGATIVE_INFINITY;

  readonly say = (text: string): void => {
    const now = performance.now();
    const line = `${((now - this.#since) / 1_000).toFixed(0).padStart(5)} s  ${text}`;
    if (this.#terminal) process.stderr.write(`\r\u001B[K${line.slice(0, (process.stderr.columns ?? 100) - 1)}`);
    else if (now - this.#lastLogged > 10_000) {
      this.#lastLogged = now;
      process.stderr.write(`${line}\n`);
    }
  };

  clear(): void {
    if (this.#terminal) process.stderr.write("\r\u001B[K");
  }
}
