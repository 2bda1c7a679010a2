import { z } from "zod";
import { scriptOrder } from "../pageScripts.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";

const KEY = `Symbol.for("drover.random")`;

/**
 * Mulberry32 in the place of `Math.random` and, if wanted, of what `crypto` draws; the browser's own are kept under a symbol that
 * pages do not look for.
 */
const seeded = ({ seed, crypto }: Seed) => `(() => {
  Math[${KEY}]?.();
  let state = ${seed};
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const undo = [];
  const replace = (owner, name, apply) => {
    const own = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!own) return;
    Object.defineProperty(owner, name, { ...own, value: new Proxy(own.value, { apply }) });
    undo.push(() => Object.defineProperty(owner, name, own));
  };
  replace(Math, "random", () => next() / 4294967296);
  if (${crypto}) {
    const draw = (bytes) => { for (let at = 0; at < bytes.length; at++) bytes[at] = next() >>> 24; return bytes; };
    replace(globalThis.Crypto?.prototype, "getRandomValues", (own, self, args) => {
      // What cannot be filled is refused by the browser, in its words.
      const array = Reflect.apply(own, self, args);
      draw(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    });
    replace(globalThis.Crypto?.prototype, "randomUUID", (own, self, args) => {
      Reflect.apply(own, self, args);
      const bytes = draw(new Uint8Array(16));
      bytes[6] = (bytes[6] & 15) | 64;
      bytes[8] = (bytes[8] & 63) | 128;
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    });
  }
  Object.defineProperty(Math, ${KEY}, { value: () => { for (const back of undo) back(); delete Math[${KEY}]; }, configurable: true });
})()`;

const unseeded = `void Math[${KEY}]?.()`;

const seedShape = z.object({ seed: z.number(), crypto: z.boolean() });
type Seed = z.infer<typeof seedShape>;

/** Chance with the same numbers in every run. */
export class Randomness implements SessionPart<Seed> {
  /** Records of before 2026-11-17 have the seed alone. */
  readonly saved = z.union([seedShape, z.number().transform((seed) => ({ seed, crypto: false }))]);
  readonly #session: Session;
  #seed: Seed | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Seed | undefined {
    return this.#seed;
  }

  async restore(seed: Seed): Promise<void> {
    this.#seed = seed;
    await this.#session.parts.scripts.install({ name: "randomness", order: scriptOrder.emulation, world: "page", source: seeded(seed), inWorkers: true });
  }

  async set(seed: Seed | undefined): Promise<void> {
    const { scripts } = this.#session.parts;
    if (seed) await this.restore(seed);
    else {
      this.#seed = undefined;
      scripts.takeBack("randomness");
    }
    const now = seed ? seeded(seed) : unseeded;
    await Promise.all([scripts.inDocuments(now), scripts.inWorkers(now)]);
    this.#session.changed();
  }
}
