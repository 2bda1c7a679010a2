import type { Input } from "webdriver-bidi-protocol";
import { DroverError } from "../../protocol/errors.ts";
import { frameRefusal } from "../frameCalls.ts";
import type { EngineInput, KeyEventInput, MouseButton, MouseEventInput, TouchPoint } from "../port.ts";
import { type BidiConnection, BidiError } from "./connection.ts";
import { Dragging } from "./dragging.ts";
import { type FirefoxFrame, stringValue } from "./frame.ts";
import { focusedFrame, type Point, pointsIn, type Spot, spotAt } from "./hitTest.ts";
import { type InputTurn, within } from "./inputTurn.ts";
import { codeInFirefox, keysOfModifiers, keyValue } from "./keys.ts";
import type { FirefoxPage } from "./page.ts";

const buttons: Record<MouseButton, number> = { none: 0, left: 0, middle: 1, right: 2, back: 3, forward: 4 };

const ENTER = keyValue({ key: "Enter", code: "Enter" });
/** What a tab that input opened gets to be set up in. */
const POPUP_MS = 2000;

type Frames = Pick<Spot, "frame" | "inner">;

type Source = Input.PointerSourceActions | Input.WheelSourceActions;

/**
 * There is no BiDi command for text. `execCommand` is what an input method comes closest to; Firefox fires no
 * `beforeinput` for it, so that one is sent from here, and editors that refuse it are obeyed.
 */
const insertInFocus = `(text) => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const event = new InputEvent("beforeinput", { inputType: "insertText", data: text, bubbles: true, cancelable: true, composed: true });
  if ((focused ?? document).dispatchEvent(event)) document.execCommand("insertText", false, text);
}`;

/** WebDriver has no name for every key; none of those that it lacks does anything in a page by itself. */
const tellKey = `(json) => {
  const { type, key, code, keyCode, location = 0, modifiers } = JSON.parse(json);
  let focused = document.activeElement ?? document;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const [altKey, ctrlKey, metaKey, shiftKey] = [1, 2, 4, 8].map((bit) => (modifiers & bit) !== 0);
  focused.dispatchEvent(new KeyboardEvent(type, { key, code, keyCode, location, altKey, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true, composed: true }));
}`;

/** Trusted input of one page. Coordinates are those of its main frame, whichever frame is under them. */
export class FirefoxInput implements EngineInput {
  readonly #page: FirefoxPage;
  readonly #connection: BidiConnection;
  readonly #turn: InputTurn;
  sent = 0;
  /** It carries out one command after the other. */
  readonly isBesideQuestions = false;
  /** Firefox remembers held keys for each frame on its own. */
  readonly #heldKeys = new Map<string, FirefoxFrame>();
  readonly #touches = new Map<number, Frames>();
  /** Where each pointer is: Firefox presses wherever it was moved to last. */
  readonly #positions = new Map<string, Frames & Point>();
  /** Frames in which a pointer is held down: until it is let go they get all of its events. */
  readonly #pressedIn = new Map<string, Frames>();
  readonly #dragging = new Dragging();

  constructor(page: FirefoxPage, connection: BidiConnection, turn: InputTurn) {
    this.#page = page;
    this.#connection = connection;
    this.#turn = turn;
  }

  mouse(event: MouseEventInput): Promise<void> {
    return this.mouseSequence([event]);
  }

  async mouseSequence(events: MouseEventInput[], signal?: AbortSignal): Promise<void> {
    const [first] = events;
    if (!first) return;
    const pointerType = first.pointerType ?? "mouse";
    const held = this.#pressedIn.get(pointerType);
    if (held && first.type === "move") await this.#dragging.watch(held.inner);
    if (held && first.type === "up") await this.#dragging.drop(first, (point) => this.mouse({ ...first, ...point, type: "move" }));
    // One trip for all of them: they begin in one frame and stay there.
    const frames = await this.#framesAt(first, held);
    const { frame } = frames;
    const inFrame = await pointsIn(frame);
    const actions = events.flatMap((event) => this.#pointerActions(pointerType, event, { ...frames, ...inFrame(event) }));
    const source: Input.PointerSourceActions = { type: "pointer", id: pointerType, parameters: { pointerType }, actions };
    await this.#perform(frame, this.#withModifiers(frame, source, first.modifiers ?? 0), signal);
    if (events.some(({ type }) => type === "up")) await this.#awaitPopups();
  }

  async wheel(event: { x: number; y: number; deltaX: number; deltaY: number; modifiers?: number }): Promise<void> {
    const { frame, x, y } = await spotAt(this.#page.mainFrame, event);
    const scroll = { type: "scroll", x: Math.round(x), y: Math.round(y), deltaX: Math.round(event.deltaX), deltaY: Math.round(event.deltaY) } as const;
    await this.#perform(frame, this.#withModifiers(frame, { type: "wheel", id: "wheel", actions: [scroll] }, event.modifiers ?? 0));
  }

  async key(event: KeyEventInput): Promise<void> {
    if (keyValue(event) !== undefined) return this.keySequence([event]);
    const frame = await focusedFrame(this.#page.mainFrame);
    const told = { ...event, type: event.type === "down" ? "keydown" : "keyup", code: codeInFirefox(event.code) };
    await this.#turn.run(this.#page, () => frame.call(tellKey, [stringValue(JSON.stringify(told))], "isolated"));
  }

  async keySequence(events: KeyEventInput[]): Promise<void> {
    const frame = await focusedFrame(this.#page.mainFrame);
    const actions = events.flatMap((event): Input.KeySourceAction[] => {
      const value = keyValue(event);
      if (value === undefined) return [];
      if (event.type === "down") this.#heldKeys.set(value, frame);
      else this.#heldKeys.delete(value);
      return [{ type: event.type === "down" ? "keyDown" : "keyUp", value }];
    });
    await this.#perform(frame, [{ type: "key", id: "keyboard", actions }]);
    if (events.some((event) => keyValue(event) === ENTER)) await this.#awaitPopups();
  }

  takeFocus(): Promise<void> {
    return this.#turn.run(this.#page, () => Promise.resolve());
  }

  async insertText(text: string): Promise<void> {
    await this.#turn.run(this.#page, async () => {
      const frame = await focusedFrame(this.#page.mainFrame);
      this.sent++;
      await frame.call(insertInFocus, [stringValue(text)], "isolated");
    });
  }

  async touch(type: "start" | "move" | "end" | "cancel", points: TouchPoint[]): Promise<void> {
    if (type === "end" || type === "cancel") return this.#liftTouches(points);
    const sources = new Map<FirefoxFrame, Input.SourceActions[]>();
    for (const point of points) {
      const frames = await this.#framesAt(point, this.#touches.get(point.id));
      const { frame } = frames;
      const inFrame = await pointsIn(frame);
      this.#touches.set(point.id, frames);
      sources.set(frame, [...(sources.get(frame) ?? []), touchSource(point.id, touchActions(type, point, inFrame(point)))]);
    }
    for (const [frame, actions] of sources) await this.#perform(frame, actions);
  }

  async #liftTouches(points: TouchPoint[]): Promise<void> {
    const lifted = [...this.#touches].filter(([id]) => points.length === 0 || points.some((point) => point.id === id));
    for (const [id] of lifted) this.#touches.delete(id);
    for (const frame of new Set(lifted.map(([, each]) => each.frame))) {
      const ids = lifted.filter(([, each]) => each.frame === frame).map(([id]) => id);
      await this.#perform(frame, ids.map((id) => touchSource(id, [{ type: "pointerUp", button: 0 }])));
    }
  }

  async #awaitPopups(): Promise<void> {
    await within(POPUP_MS, this.#page.context.browser.takeInNewTabs(this.#page));
  }

  async #framesAt(point: Point, held: Frames | undefined): Promise<Frames> {
    if (held && !held.frame.detached) return held;
    const { frame, inner } = await spotAt(this.#page.mainFrame, point);
    return { frame, inner };
  }

  #pointerActions(pointer: string, event: MouseEventInput, spot: Frames & Point): Input.PointerSourceAction[] {
    const { x, y, frame, inner } = spot;
    const pressure = event.force === undefined ? {} : { pressure: event.force };
    const at = this.#positions.get(pointer);
    const there = at?.frame === frame && at.x === x && at.y === y;
    const move: Input.PointerSourceAction[] = event.type === "move" || !there ? [{ type: "pointerMove", x, y, ...pressure }] : [];
    this.#positions.set(pointer, spot);
    if (event.type === "move") return move;
    if (event.type === "down") this.#pressedIn.set(pointer, { frame, inner });
    else this.#pressedIn.delete(pointer);
    const button = buttons[event.button ?? "left"];
    return [...move, event.type === "down" ? { type: "pointerDown", button, ...pressure } : { type: "pointerUp", button }];
  }

  /** Firefox takes modifiers from the keys that are held, so those that are not are held for the length of the action. */
  #withModifiers(frame: FirefoxFrame, source: Source, modifiers: number): Input.SourceActions[] {
    const missing = keysOfModifiers(modifiers).filter((value) => this.#heldKeys.get(value) !== frame);
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

  async #perform(frame: FirefoxFrame, actions: Input.SourceActions[], signal?: AbortSignal): Promise<void> {
    const { documentId } = frame;
    try {
      await this.#turn.run(this.#page, () => {
        signal?.throwIfAborted();
        this.sent++;
        return this.#connection.send("input.performActions", { context: frame.contextId, actions });
      });
    } catch (cause) {
      if (!(cause instanceof BidiError)) throw cause;
      if (cause.code === "move target out of bounds")
        throw new DroverError("not-visible", "that point is outside of the page's viewport", { cause, hint: "Scroll it into view first." });
      throw frameRefusal(frame, cause, frame.documentId !== documentId);
    }
  }
}

function touchActions(type: "start" | "move", { force, radiusX, radiusY }: TouchPoint, { x, y }: Point): Input.PointerSourceAction[] {
  const contact = {
    ...(force !== undefined && { pressure: force }),
    ...(radiusX !== undefined && { width: radiusX * 2 }),
    ...(radiusY !== undefined && { height: radiusY * 2 }),
  };
  const move = { type: "pointerMove", x, y, ...contact } as const;
  return type === "start" ? [move, { type: "pointerDown", button: 0, ...contact }] : [move];
}

const touchSource = (id: number, actions: Input.PointerSourceAction[]): Input.PointerSourceActions => ({
  type: "pointer",
  id: `touch-${id}`,
  parameters: { pointerType: "touch" },
  actions,
});
