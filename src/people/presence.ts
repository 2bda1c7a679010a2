import { EventEmitter } from "node:events";

/** Who is there: connected now, by ids that they keep when they connect again. */
export class Presence {
  readonly events = new EventEmitter<{ came: [id: string]; left: [id: string] }>();
  readonly #here = new Map<string, number>();

  constructor() {
    this.events.setMaxListeners(0);
  }

  get anybody(): boolean {
    return this.#here.size > 0;
  }

  has(id: string): boolean {
    return this.#here.has(id);
  }

  /** One may be connected twice for a moment: it is gone with the last. */
  arrive(id: string, until: AbortSignal): void {
    const before = this.#here.get(id) ?? 0;
    this.#here.set(id, before + 1);
    if (before === 0) this.events.emit("came", id);
    until.addEventListener("abort", () => this.#leave(id), { once: true });
  }

  #leave(id: string): void {
    const left = (this.#here.get(id) ?? 1) - 1;
    if (left > 0) this.#here.set(id, left);
    else if (this.#here.delete(id)) this.events.emit("left", id);
  }
}
