/** What the page has begun because of the action, as the script in its own world knows it; nothing where there is no such script. */
import { workEvents } from "../world/workEvents.ts";

export class PageWork {
  readonly #events: ReturnType<typeof workEvents> | undefined;
  /** Is there a script that tells? */
  readonly isKnown: boolean;

  /** Without a key nothing is known. */
  constructor(key: string | undefined, mayTurn: boolean) {
    this.#events = key === undefined ? undefined : workEvents(key);
    this.isKnown = !this.#signal("begin");
    if (mayTurn) this.#signal("turn");
  }

  /** The network is at rest: what its answers lead to begins now. */
  settle(): void {
    this.#signal("settle");
  }

  get busy(): boolean {
    return !this.#signal("busy");
  }

  /** Does the page look at sizes and places, which it hears of at the end of a frame? */
  get observes(): boolean {
    return !this.isKnown || !this.#signal("observing");
  }

  end(): void {
    this.#signal("end");
  }

  #signal(name: Exclude<keyof ReturnType<typeof workEvents>, "timers">): boolean {
    return !this.#events || window.dispatchEvent(new Event(this.#events[name], { cancelable: true }));
  }
}
