import { mayFail } from "../../diagnosis/mayFail.ts";
/** A page that stopped answering must not keep the others from being used. */
const MAX_HOLD_MS = 1000;
/** A window manager may refuse to raise a window; acting on it works all the same. */
const RAISE_MS = 500;

interface Raisable {
  bringToFront(): Promise<void>;
}

/**
 * Firefox has one focused window: in every other one, input arrives but nothing is told that it has the focus. So pages
 * take turns, and each is raised first when it was not the last one used.
 */
export class InputTurn {
  #front: Raisable | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(page: Raisable, work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(async () => {
      if (this.#front !== page) await within(RAISE_MS, page.bringToFront());
      this.#front = page;
      return work();
    });
    this.#tail = within(MAX_HOLD_MS, done);
    return done;
  }

  /** That page was raised, or opened in front, by other means. */
  raised(page: Raisable): void {
    this.#front = page;
  }

  forget(page: Raisable): void {
    if (this.#front === page) this.#front = undefined;
  }
}

/** Resolves when the work is over, well or badly, or has taken too long. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([mayFail(work, "what has not ended well is passed over for the next one in turn"), late]);
  clearTimeout(timer);
}

/** Whether the work was over, and well, in time. */
export async function succeeds(ms: number, work: Promise<unknown>): Promise<boolean> {
  let done = false;
  await within(ms, work.then(() => (done = true)));
  return done;
}
