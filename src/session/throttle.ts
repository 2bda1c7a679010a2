import { z } from "zod";
import type { EnginePage, NetworkConditions } from "../engine/port.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

const savedSchema = z.object({
  network: z
    .object({
      offline: z.boolean(),
      latencyMs: z.number(),
      downloadBps: z.number(),
      uploadBps: z.number(),
      packetLoss: z.number().optional(),
    })
    .optional(),
  cpuRate: z.number().optional(),
});

type Saved = z.infer<typeof savedSchema>;

/** The link and the processor that the session's pages are made to believe in; new pages get them before their first script. */
export class Throttle implements SessionPart<Saved> {
  readonly saved = savedSchema;
  readonly #session: Session;
  #network: NetworkConditions | undefined;
  #cpuRate = 1;

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Saved | undefined {
    if (!this.#network && this.#cpuRate === 1) return undefined;
    return { ...(this.#network && { network: this.#network }), ...(this.#cpuRate !== 1 && { cpuRate: this.#cpuRate }) };
  }

  restore({ network, cpuRate = 1 }: Saved): void {
    this.#network = network;
    this.#cpuRate = cpuRate;
  }

  /** What a measurement was made under. */
  get conditions(): { cpuThrottleRate: number; network?: NetworkConditions } {
    return { cpuThrottleRate: this.#cpuRate, ...(this.#network && { network: this.#network }) };
  }

  get latencyMs(): number {
    return this.#network?.latencyMs ?? 0;
  }

  async network(conditions: NetworkConditions | null): Promise<void> {
    const before = this.#network;
    this.#network = conditions ?? undefined;
    try {
      await Promise.all(this.#session.enginePages().map((page) => page.emulation.network?.(conditions)));
    } catch (refused) {
      // What an engine cannot do must not come back with the next page.
      this.#network = before;
      throw refused;
    }
    this.#session.changed();
  }

  async cpu(rate: number): Promise<void> {
    this.#cpuRate = rate;
    await Promise.all(this.#session.enginePages().map((page) => page.emulation.cpu?.(rate)));
    this.#session.changed();
  }

  async prepare(page: EnginePage): Promise<void> {
    await Promise.all([
      this.#network && page.emulation.network?.(this.#network),
      this.#cpuRate !== 1 && page.emulation.cpu?.(this.#cpuRate),
    ]);
  }
}
