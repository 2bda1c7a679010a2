import type { LookupAddress } from "node:dns";
import type { ResolveName } from "./resolveName.ts";

const KEPT_MS = 10_000;
const MAX_NAMES = 1000;

/**
 * What names were answered with, for a moment: a page opens six connections to a host at once. Whoever asks meanwhile gets the same
 * addresses, which are judged and connected to, so a name that changes gains nothing by it.
 */
export class NameMemory {
  readonly #resolve: ResolveName;
  readonly #known = new Map<string, { until: number; addresses: Promise<LookupAddress[]> }>();

  constructor(resolve: ResolveName) {
    this.#resolve = resolve;
  }

  addressesOf(host: string): Promise<LookupAddress[]> {
    const known = this.#known.get(host);
    if (known && known.until > Date.now()) return known.addresses;
    const addresses = this.#ask(host);
    if (this.#known.size >= MAX_NAMES) this.#known.clear();
    this.#known.set(host, { until: Date.now() + KEPT_MS, addresses });
    return addresses;
  }

  async #ask(host: string): Promise<LookupAddress[]> {
    try {
      return await this.#resolve(host);
    } catch (thrown) {
      // Asked for again by whoever comes next: its server may be on the way up.
      this.#known.delete(host);
      throw thrown;
    }
  }
}
