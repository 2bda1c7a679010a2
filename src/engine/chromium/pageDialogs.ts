import type { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import type { DialogOpened, EnginePageEvents } from "../port.ts";
import type { CdpSession } from "./connection.ts";

/** The dialog that holds a page up, and how many there have been. */
export class PageDialogs {
  current: DialogOpened | undefined;
  seen = 0;
  readonly #session: CdpSession;
  readonly #events: EventEmitter<EnginePageEvents>;

  constructor(session: CdpSession, events: EventEmitter<EnginePageEvents>) {
    this.#session = session;
    this.#events = events;
  }

  watch(): void {
    this.#session.on("Page.javascriptDialogOpening", (event) => this.#opened(event));
    this.#session.on("Page.javascriptDialogClosed", () => {
      this.current = undefined;
      this.#events.emit("dialogclosed");
    });
  }

  #opened(event: Protocol.Page.JavascriptDialogOpeningEvent): void {
    const dialog: DialogOpened = {
      kind: event.type,
      message: event.message,
      ...(event.type === "prompt" && { defaultValue: event.defaultPrompt ?? "" }),
      answer: async (accept, promptText) => {
        if (this.current === dialog) this.current = undefined;
        await this.#session
          .send("Page.handleJavaScriptDialog", { accept, ...(promptText !== undefined && { promptText }) })
          .catch(() => undefined);
      },
    };
    this.current = dialog;
    this.seen++;
    this.#events.emit("dialog", dialog);
  }
}
