import type { EventEmitter } from "node:events";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { DialogOpened, EnginePageEvents } from "./port.ts";

/** The dialog that holds a page up, and how many there have been. */
export class PageDialogs {
  current: DialogOpened | undefined;
  seen = 0;
  readonly #events: EventEmitter<EnginePageEvents>;

  constructor(events: EventEmitter<EnginePageEvents>) {
    this.#events = events;
  }

  /** `type`, `message` and the text that a prompt begins with, as both protocols call them, and how this one answers. */
  opened(
    { type, message, defaultText = "" }: { type: DialogOpened["kind"]; message: string; defaultText?: string },
    answer: (accept: boolean, text?: string) => Promise<unknown>,
  ): void {
    const dialog: DialogOpened = {
      kind: type,
      message,
      ...(type === "prompt" && { defaultValue: defaultText }),
      answer: async (accept, text) => {
        if (this.current === dialog) this.current = undefined;
        await mayFail(answer(accept, text), "a dialog may be gone already, answered by a person or with its page");
      },
    };
    this.current = dialog;
    this.seen++;
    this.#events.emit("dialog", dialog);
  }

  closed(): void {
    this.current = undefined;
    this.#events.emit("dialogclosed");
  }
}
