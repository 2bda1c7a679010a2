/**
 * Knows when what the action's last input put off has come: tasks, and the frame where the page has sizes or places observed. Both are asked for by the
 * input itself, before the page's own listeners hear of it, and are mostly over before anybody asks what it did. Tasks of ours come after
 * those that the page put off before, also in browsers that hold all of them back until the input has been drawn.
 */
import { turns } from "../world/workEvents.ts";
import { nextFrame, taskOver } from "./nextFrame.ts";
import type { PageWork } from "./pageWork.ts";
import type { DomWatch } from "./watch.ts";

const inputs = "pointerdown pointerup mousedown mouseup click dblclick auxclick contextmenu pointerover keydown keyup input dragover drop".split(" ");

interface Followed {
  watch: DomWatch;
  work: PageWork;
}

export class AfterInput {
  readonly #followed: Followed;
  readonly #place = placeNow();
  #heard = 0;
  #coming: Promise<void> | undefined;
  /** A frame was drawn after the last input. */
  #isDrawn = false;
  #presses = 0;
  #awaited: { presses: number; come: () => void } | undefined;
  readonly #listener = ({ isTrusted, type }: Event) => {
    if (!isTrusted) return;
    this.#heard++;
    this.#coming ??= this.#follow();
    if (type === "pointerup" && ++this.#presses === this.#awaited?.presses) void taskOver().then(this.#awaited.come);
  };

  constructor(followed: Followed, mayTurn: boolean) {
    this.#followed = followed;
    for (const type of mayTurn ? [...inputs, ...turns] : inputs) window.addEventListener(type, this.#listener, { capture: true, passive: true });
  }

  /** Resolves to true when it has all come; to false when there was no input here, or when there is something that only a further frame tells. */
  async isOver(): Promise<boolean> {
    await this.#coming;
    return this.#heard > 0 && !showsForeignFrames() && (this.#isDrawn || !(this.#followed.work.observes || this.#hasScrolled));
  }

  /** Resolves when so many presses have come and the page's listeners have heard of them, or when no more are to come. */
  pressed(presses: number): Promise<void> {
    return new Promise((come) => {
      if (this.#presses >= presses) come();
      else this.#awaited = { presses, come };
    });
  }

  /** What is still waited for went elsewhere. */
  noMore(): void {
    this.#awaited?.come();
  }

  stop(): void {
    this.noMore();
    for (const type of [...inputs, ...turns]) window.removeEventListener(type, this.#listener, { capture: true });
  }

  async #follow(): Promise<void> {
    for (let followed = -1; followed < this.#heard; ) {
      this.#isDrawn = this.#followed.work.observes;
      if (this.#isDrawn) await nextFrame();
      followed = this.#heard;
      await taskOver();
      this.#followed.watch.passOver();
      // What the first tasks put off in turn, and places, which are told after the frame.
      await taskOver();
    }
    this.#coming = undefined;
  }

  /** Of which a page hears with the next frame. */
  get #hasScrolled(): boolean {
    return this.#place !== placeNow();
  }
}

const placeNow = (): string => `${scrollX} ${scrollY}`;

const MOST_LOOKED_AT = 20;

/** They are asked and answer by messages that go through other processes. */
function showsForeignFrames(): boolean {
  for (let index = 0; index < Math.min(window.length, MOST_LOOKED_AT); index++)
    try {
      void window[index]?.document;
    } catch {
      // Refused: another origin's.
      return true;
    }
  return false;
}
