import type { EnginePage, NetworkConditions } from "../engine/port.ts";

/** The link and the processor that the session's pages are made to believe in; new pages get them before their first script. */
export class Throttle {
  readonly #pages: () => EnginePage[];
  #network: NetworkConditions | undefined;
  #cpuRate = 1;

  constructor(pages: () => EnginePage[]) {
    this.#pages = pages;
  }

  get latencyMs(): number {
    return this.#network?.latencyMs ?? 0;
  }

  async network(conditions: NetworkConditions | null): Promise<void> {
    const before = this.#network;
    this.#network = conditions ?? undefined;
    try {
      await Promise.all(this.#pages().map((page) => page.emulation.network?.(conditions)));
    } catch (refused) {
      // What an engine cannot do must not come back with the next page.
      this.#network = before;
      throw refused;
    }
  }

  async cpu(rate: number): Promise<void> {
    this.#cpuRate = rate;
    await Promise.all(this.#pages().map((page) => page.emulation.cpu?.(rate)));
  }

  async prepare(page: EnginePage): Promise<void> {
    await Promise.all([
      this.#network && page.emulation.network?.(this.#network),
      this.#cpuRate !== 1 && page.emulation.cpu?.(this.#cpuRate),
    ]);
  }
}
