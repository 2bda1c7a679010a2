/** Values that must not leave, each with the name that stands in its place. */
export class SecretMask {
  readonly #held = new Map<string, { name: string; holders: number }>();
  /** The values, longest first: a value inside another one must not tear it apart. */
  #pattern: RegExp | undefined;

  /** Masks the value from now on, until everybody who held it has called what this returned. */
  hold(name: string, value: string): () => void {
    const held = this.#held.get(value) ?? { name, holders: 0 };
    held.holders++;
    this.#held.set(value, held);
    this.#compile();
    return () => {
      if (--held.holders > 0) return;
      this.#held.delete(value);
      this.#compile();
    };
  }

  /** Whether there is anything to mask. */
  get empty(): boolean {
    return this.#pattern === undefined;
  }

  readonly text = (text: string): string =>
    this.#pattern === undefined ? text : text.replaceAll(this.#pattern, (found) => `<${this.#held.get(found)?.name ?? "SECRET"}>`);

  /** Every text in a value, however deep it lies, names of fields included. */
  readonly deep = (value: unknown): unknown => (this.#pattern === undefined ? value : this.#masked(value));

  #masked(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#masked(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.#masked(item)]));
  }

  #compile(): void {
    const values = [...this.#held.keys()].filter(Boolean).toSorted((a, b) => b.length - a.length).map((value) => value.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&"));
    this.#pattern = values.length > 0 ? new RegExp(values.join("|"), "g") : undefined;
  }
}
