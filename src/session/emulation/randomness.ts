import { z } from "zod";
import { scriptOrder } from "../pageScripts.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";

const KEY = `Symbol.for("drover.random")`;

/** Mulberry32 in the place of `Math.random`; the browser's own is kept under a symbol that pages do not look for. */
const seeded = (seed: number) => `(() => {
  let state = ${seed};
  const own = Math[${KEY}] ?? Math.random;
  const random = { random() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  } }.random;
  Object.defineProperty(Math, ${KEY}, { value: own, configurable: true });
  Math.random = random;
})()`;

const unseeded = `(() => {
  const own = Math[${KEY}];
  if (own) Math.random = own;
  delete Math[${KEY}];
})()`;

/** `Math.random` with the same numbers in every run. */
export class Randomness implements SessionPart<number> {
  readonly saved = z.number();
  readonly #session: Session;
  #seed: number | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  get seed(): number | undefined {
    return this.#seed;
  }

  save(): number | undefined {
    return this.#seed;
  }

  async restore(seed: number): Promise<void> {
    this.#seed = seed;
    await this.#install(seed);
  }

  async set(seed: number | null): Promise<void> {
    this.#seed = seed ?? undefined;
    const { scripts } = this.#session.parts;
    if (seed === null) scripts.takeBack("randomness");
    else await this.#install(seed);
    await scripts.inDocuments(seed === null ? unseeded : seeded(seed));
    this.#session.changed();
  }

  async #install(seed: number): Promise<void> {
    await this.#session.parts.scripts.install({ name: "randomness", order: scriptOrder.emulation, world: "page", source: seeded(seed) });
  }
}
