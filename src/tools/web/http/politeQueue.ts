import { setTimeout as pause } from "node:timers/promises";

/** How many may be under way at once, and how many of them to one host. */
export interface Politeness {
  atOnce: number;
  perHost: number;
}

/** A number of places, handed on in the order in which they were asked for. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

interface Host {
  places: Places;
  /** When it may be asked next. */
  next: number;
}

/** Lets work begin in order, so that no host is asked more often at once than is polite. */
export class PoliteQueue {
  readonly #perHost: number;
  readonly #places: Places;
  readonly #hosts = new Map<string, Host>();

  constructor({ atOnce, perHost }: Politeness) {
    this.#perHost = perHost;
    this.#places = new Places(atOnce);
  }

  async run<T>(name: string, work: (delay: (seconds: number) => Promise<void>) => Promise<T>, signal: AbortSignal): Promise<T> {
    const host = this.#hosts.get(name) ?? { places: new Places(this.#perHost), next: 0 };
    this.#hosts.set(name, host);
    await host.places.take();
    await this.#places.take();
    try {
      signal.throwIfAborted();
      return await work((seconds) => delay(host, seconds, signal));
    } finally {
      this.#places.leave();
      host.places.leave();
    }
  }
}

/** As long after the one before it as the host wants. */
async function delay(host: Host, seconds: number, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const at = Math.max(now, host.next);
  host.next = at + seconds * 1000;
  if (at > now) await pause(at - now, undefined, { signal });
}
