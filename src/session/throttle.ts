import type { EnginePage, NetworkConditions } from "../engine/port.ts";
import type { Standing } from "./standing.ts";

/** The link and the processor that the session's pages are made to believe in; new pages get them before their first script. */
export class Throttle {
  readonly #pages: () => EnginePage[];
  readonly #changed: () => void;
  #network: NetworkConditions | undefined;
  #cpuRate = 1;

  constructor(pages: () => EnginePage[], changed: () => void) {
    this.#pages = pages;
    this.#changed = changed;
  }

  get saved(): Pick<Standing, "network" | "cpuRate"> {
    return { ...(this.#network && { network: this.#network }), ...(this.#cpuRate !== 1 && { cpuRate: this.#cpuRate }) };
  }

  restore({ network, cpuRate = 1 }: Pick<Standing, "network" | "cpuRate">): void {
    this.#network = network;
    this.#cpuRate = cpuRate;
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
    this.#changed();
  }

  async cpu(rate: number): Promise<void> {
    this.#cpuRate = rate;
    await Promise.all(this.#pages().map((page) => page.emulation.cpu?.(rate)));
    this.#changed();
  }

  async prepare(page: EnginePage): Promise<void> {
    await Promise.all([
      this.#network && page.emulation.network?.(this.#network),
      this.#cpuRate !== 1 && page.emulation.cpu?.(this.#cpuRate),
    ]);
  }
}
