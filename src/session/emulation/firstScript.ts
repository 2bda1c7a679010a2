import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EnginePage } from "../../engine/port.ts";

/** A script that comes first in every document of a session's pages, and may be exchanged for another. */
export class FirstScript {
  readonly #pages: () => EnginePage[];
  readonly #takeBack = new WeakMap<EnginePage, () => Promise<void>>();
  #source: string | undefined;

  constructor(pages: () => EnginePage[]) {
    this.#pages = pages;
  }

  /** From the next document on. */
  async exchange(source: string | undefined): Promise<void> {
    this.#source = source;
    await Promise.all(this.#pages().map((page) => this.prepare(page)));
  }

  async prepare(page: EnginePage): Promise<void> {
    const takeBack = this.#takeBack.get(page);
    this.#takeBack.delete(page);
    if (this.#source !== undefined) this.#takeBack.set(page, await page.addInitScript(this.#source, "page"));
    await takeBack?.();
  }

  /** Now, in every document there is. Frames that go away meanwhile, or are not the browser's to ask, are passed over. */
  async inDocuments(script: string): Promise<unknown[]> {
    const frames = this.#pages().flatMap((page) => (page.crashed || page.dialog ? [] : page.frames()));
    const values = await Promise.all(frames.map((frame) => mayFail(frame.evaluate(script), "a frame may go away while a script is run in it")));
    return values.filter((value) => value !== undefined);
  }
}
