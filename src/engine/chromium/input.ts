import type { Protocol } from "devtools-protocol";
import type { EngineInput, KeyEventInput, MouseEventInput, TouchPoint } from "../port.ts";
import type { CdpSession, Commands, Params, Result } from "./connection.ts";

const mouseTypes = { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" } as const;
const touchTypes = { start: "touchStart", move: "touchMove", end: "touchEnd", cancel: "touchCancel" } as const;

/** Trusted input through the browser process, which routes it to whichever frame is under the point or focused. */
export class ChromiumInput implements EngineInput {
  readonly #session: CdpSession;
  sent = 0;
  readonly isBesideQuestions = true;
  /** Fingers that are down. */
  readonly #touches = new Map<number, TouchPoint>();

  constructor(session: CdpSession) {
    this.#session = session;
  }

  async mouse(event: MouseEventInput): Promise<void> {
    await this.#send("Input.dispatchMouseEvent", {
      type: mouseTypes[event.type],
      x: event.x,
      y: event.y,
      button: event.button ?? "none",
      ...(event.buttons !== undefined && { buttons: event.buttons }),
      ...(event.clickCount !== undefined && { clickCount: event.clickCount }),
      ...(event.modifiers !== undefined && { modifiers: event.modifiers }),
      ...(event.pointerType && { pointerType: event.pointerType }),
      // A mouse whose button is down has half the pressure; CDP would send none.
      force: event.force ?? (event.buttons ? 0.5 : 0),
    });
  }

  async mouseSequence(events: MouseEventInput[], signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await Promise.all(events.map((event) => this.mouse(event)));
  }

  async wheel(event: { x: number; y: number; deltaX: number; deltaY: number; modifiers?: number }): Promise<void> {
    await this.#send("Input.dispatchMouseEvent", { type: "mouseWheel", ...event });
  }

  async key(event: KeyEventInput): Promise<void> {
    await this.#send("Input.dispatchKeyEvent", {
      type: event.type === "up" ? "keyUp" : event.text ? "keyDown" : "rawKeyDown",
      key: event.key,
      code: event.code,
      windowsVirtualKeyCode: event.keyCode,
      // Without it a key is the page's only.
      ...(event.forBrowser && { nativeVirtualKeyCode: event.keyCode }),
      modifiers: event.modifiers,
      ...(event.location !== undefined && { location: event.location, isKeypad: event.location === 3 }),
      ...(event.text && { text: event.text, unmodifiedText: event.text }),
      ...(event.commands && { commands: event.commands }),
    });
  }

  /** Commands of one session are carried out in their order. */
  async keySequence(events: KeyEventInput[]): Promise<void> {
    await Promise.all(events.map((event) => this.key(event)));
  }

  async insertText(text: string): Promise<void> {
    await this.#send("Input.insertText", { text });
  }

  async compose(text: string): Promise<void> {
    await this.#send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }

  async touch(type: "start" | "move" | "end" | "cancel", points: TouchPoint[]): Promise<void> {
    const lifts = type === "end" || type === "cancel";
    if (!lifts) for (const point of points) this.#touches.set(point.id, { radiusX: 1, radiusY: 1, force: 1, ...point });
    else if (points.length === 0) this.#touches.clear();
    else for (const { id } of points) this.#touches.delete(id);
    // CDP takes all the fingers that are down: one that is missing has been lifted, and an end has none.
    const remain = this.#touches.size > 0;
    await this.#send("Input.dispatchTouchEvent", {
      type: lifts && remain ? "touchMove" : touchTypes[type],
      touchPoints: [...this.#touches.values()],
    });
  }

  #send<M extends keyof Commands>(method: M, params: Params<M>): Promise<Result<M>> {
    this.sent++;
    return this.#session.send(method, params);
  }

  /**
   * With interception on, Chromium hands us the drag that a press and a move start, and we play the rest. Without it a
   * native drag loop would swallow the mouse in headed browsers.
   */
  async drag(from: { x: number; y: number }, path: { x: number; y: number }[]): Promise<boolean> {
    const session = this.#session;
    await session.send("Input.setInterceptDrags", { enabled: true });
    try {
      let data: Protocol.Input.DragData | undefined;
      const stop = session.on("Input.dragIntercepted", (event) => {
        data = event.data;
      });
      await this.mouse({ type: "move", ...from });
      await this.mouse({ type: "down", ...from, button: "left", buttons: 1, clickCount: 1 });
      let entered = false;
      const last = path.at(-1) ?? from;
      // Word of the drag may come after the answer to the move that began it: there is always a second one to notice it at.
      for (const point of path.length > 1 ? path : [...path, last]) {
        if (!data) await this.mouse({ type: "move", ...point, button: "left", buttons: 1 });
        if (!data) continue;
        if (!entered) await session.send("Input.dispatchDragEvent", { type: "dragEnter", ...point, data });
        entered = true;
        await session.send("Input.dispatchDragEvent", { type: "dragOver", ...point, data });
      }
      stop();
      if (data && !entered) {
        await session.send("Input.dispatchDragEvent", { type: "dragEnter", ...last, data });
        await session.send("Input.dispatchDragEvent", { type: "dragOver", ...last, data });
      }
      // A drop lets go of the button: pages hear of no mouse that comes up.
      if (data) await session.send("Input.dispatchDragEvent", { type: "drop", ...last, data });
      else await this.mouse({ type: "up", ...last, button: "left", clickCount: 1 });
      return true;
    } finally {
      session.post("Input.setInterceptDrags", { enabled: false });
    }
  }
}
