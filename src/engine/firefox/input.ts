import type { Input } from "webdriver-bidi-protocol";
import { DroverError } from "../../protocol/errors.ts";
import { contextGone } from "../frameCalls.ts";
import type { EngineInput, KeyEventInput, MouseButton, MouseEventInput, TouchPoint } from "../port.ts";
import { type BidiConnection, BidiError } from "./connection.ts";
import { type FirefoxFrame, stringValue } from "./frame.ts";
import type { InputTurn } from "./inputTurn.ts";
import { keysOfModifiers, keyValue } from "./keys.ts";
import type { FirefoxPage } from "./page.ts";

const buttons: Record<MouseButton, number> = { none: 0, left: 0, middle: 1, right: 2, back: 3, forward: 4 };

type Source = Input.PointerSourceActions | Input.WheelSourceActions;

/**
 * There is no BiDi command for text. `execCommand` is what an input method comes closest to; Firefox fires no
 * `beforeinput` for it, so that one is sent from here, and editors that refuse it are obeyed. Answers with the frame
 * element that has the focus, when one has.
 */
const insertInFocus = `(text) => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (focused && /^i?frame$/i.test(focused.localName)) return focused;
  const event = new InputEvent("beforeinput", { inputType: "insertText", data: text, bubbles: true, cancelable: true, composed: true });
  if ((focused ?? document).dispatchEvent(event)) document.execCommand("insertText", false, text);
  return null;
}`;

/** Trusted input of one page. Coordinates are those of its main frame, whichever frame is under them. */
export class FirefoxInput implements EngineInput {
  readonly #page: FirefoxPage;
  readonly #connection: BidiConnection;
  readonly #turn: InputTurn;
  readonly #heldKeys = new Set<string>();
  readonly #touches = new Set<number>();
  /** Where each pointer is: Firefox presses wherever it was moved to last. */
  readonly #positions = new Map<string, { x: number; y: number }>();

  constructor(page: FirefoxPage, connection: BidiConnection, turn: InputTurn) {
    this.#page = page;
    this.#connection = connection;
    this.#turn = turn;
  }

  mouse(event: MouseEventInput): Promise<void> {
    return this.mouseSequence([event]);
  }

  async mouseSequence(events: MouseEventInput[]): Promise<void> {
    const pointerType = events[0]?.pointerType ?? "mouse";
    const actions = events.flatMap((event) => this.#pointerActions(pointerType, event));
    const source: Input.PointerSourceActions = { type: "pointer", id: pointerType, parameters: { pointerType }, actions };
    await this.#perform(this.#withModifiers(source, events[0]?.modifiers ?? 0));
  }

  async wheel(event: { x: number; y: number; deltaX: number; deltaY: number; modifiers?: number }): Promise<void> {
    const { x, y, deltaX, deltaY } = event;
    const scroll = { type: "scroll", x: Math.round(x), y: Math.round(y), deltaX: Math.round(deltaX), deltaY: Math.round(deltaY) } as const;
    await this.#perform(this.#withModifiers({ type: "wheel", id: "wheel", actions: [scroll] }, event.modifiers ?? 0));
  }

  async key(event: KeyEventInput): Promise<void> {
    const value = keyValue(event);
    if (event.type === "down") this.#heldKeys.add(value);
    else this.#heldKeys.delete(value);
    await this.#perform([{ type: "key", id: "keyboard", actions: [{ type: event.type === "down" ? "keyDown" : "keyUp", value }] }]);
  }

  async insertText(text: string): Promise<void> {
    await this.#turn.run(this.#page, async () => {
      let frame: FirefoxFrame | undefined = this.#page.mainFrame;
      while (frame) {
        const inner = await frame.call(insertInFocus, [stringValue(text)], "agent");
        frame = inner.type === "node" && inner.sharedId ? await frame.childOwnedBy(inner.sharedId) : undefined;
      }
    });
  }

  async touch(type: "start" | "move" | "end" | "cancel", points: TouchPoint[]): Promise<void> {
    const lifted = type === "end" || type === "cancel" ? [...this.#touches] : [];
    const sources = points.map((point) => touchSource(point.id, this.#touchActions(type, point)));
    for (const id of lifted) {
      this.#touches.delete(id);
      sources.push(touchSource(id, [{ type: "pointerUp", button: 0 }]));
    }
    if (sources.length > 0) await this.#perform(sources);
  }

  #touchActions(type: "start" | "move" | "end" | "cancel", { id, x, y, force, radiusX, radiusY }: TouchPoint): Input.PointerSourceAction[] {
    const contact = {
      ...(force !== undefined && { pressure: force }),
      ...(radiusX !== undefined && { width: radiusX * 2 }),
      ...(radiusY !== undefined && { height: radiusY * 2 }),
    };
    const move = { type: "pointerMove", x, y, ...contact } as const;
    if (type !== "start") return [move];
    this.#touches.add(id);
    return [move, { type: "pointerDown", button: 0, ...contact }];
  }

  #pointerActions(pointer: string, event: MouseEventInput): Input.PointerSourceAction[] {
    const { x, y } = event;
    const pressure = event.force === undefined ? {} : { pressure: event.force };
    const at = this.#positions.get(pointer);
    const move: Input.PointerSourceAction[] =
      event.type === "move" || at?.x !== x || at.y !== y ? [{ type: "pointerMove", x, y, ...pressure }] : [];
    this.#positions.set(pointer, { x, y });
    if (event.type === "move") return move;
    const button = buttons[event.button ?? "left"];
    return [...move, event.type === "down" ? { type: "pointerDown", button, ...pressure } : { type: "pointerUp", button }];
  }

  /** Firefox takes modifiers from the keys that are held, so those that are not are held for the length of the action. */
  #withModifiers(source: Source, modifiers: number): Input.SourceActions[] {
    const missing = keysOfModifiers(modifiers).filter((value) => !this.#heldKeys.has(value));
    if (missing.length === 0) return [source];
    const pauses = missing.map(() => ({ type: "pause" }) as const);
    const waiting = source.actions.map(() => ({ type: "pause" }) as const);
    const keys: Input.KeySourceActions = {
      type: "key",
      id: "keyboard",
      actions: [...missing.map((value) => ({ type: "keyDown", value }) as const), ...waiting, ...missing.toReversed().map((value) => ({ type: "keyUp", value }) as const)],
    };
    return [keys, { ...source, actions: [...pauses, ...source.actions] } as Source];
  }

  async #perform(actions: Input.SourceActions[]): Promise<void> {
    try {
      await this.#turn.run(this.#page, () =>
        this.#connection.send("input.performActions", { context: this.#page.mainFrame.contextId, actions }),
      );
    } catch (cause) {
      if (!(cause instanceof BidiError)) throw cause;
      if (cause.code === "move target out of bounds")
        throw new DroverError("not-visible", "that point is outside of the page's viewport", { cause, hint: "Scroll it into view first." });
      throw contextGone(cause);
    }
  }
}

const touchSource = (id: number, actions: Input.PointerSourceAction[]): Input.PointerSourceActions => ({
  type: "pointer",
  id: `touch-${id}`,
  parameters: { pointerType: "touch" },
  actions,
});
