import type { MouseButton, MouseEventInput } from "../../engine/port.ts";
import type { Point } from "../../page/act/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../sessionPage.ts";

const buttonBits: Partial<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4 };

/** Where a page's mouse is and what it holds: a mouse has one place, whoever moves it. */
export class Pointer {
  x = 0;
  y = 0;
  buttons = 0;

  event(type: MouseEventInput["type"], at: Point | undefined, button: MouseButton, clickCount = 1): MouseEventInput {
    this.x = at?.x ?? this.x;
    this.y = at?.y ?? this.y;
    const bit = buttonBits[button] ?? 0;
    if (type === "down") this.buttons |= bit;
    if (type === "up") this.buttons &= ~bit;
    const held = type === "move" ? heldButton(this.buttons) : button;
    return { type, x: this.x, y: this.y, button: held, buttons: this.buttons, ...(type !== "move" && { clickCount }) };
  }
}

function heldButton(buttons: number): MouseButton {
  if (buttons & 1) return "left";
  if (buttons & 2) return "right";
  return buttons & 4 ? "middle" : "none";
}

export interface Press {
  button?: MouseButton;
  times?: number;
  /** Keys that are held meanwhile, as bits. */
  modifiers?: number;
  /** Aborted when the press is not wanted any more. */
  signal?: AbortSignal;
}

/** Moves there and presses, once or several times in a row. */
export async function pressAt(page: SessionPage, at: Point | undefined, { button = "left", times = 1, modifiers = 0, signal }: Press = {}): Promise<void> {
  if (!at) throw new DroverError("internal", "there is no point to press at");
  const { pointer } = page.parts;
  const events = [pointer.event("move", at, button)];
  for (let count = 1; count <= times; count++) events.push(pointer.event("down", at, button, count), pointer.event("up", at, button, count));
  await page.engine.input.mouseSequence(modifiers ? events.map((event) => ({ ...event, modifiers })) : events, signal);
}

export async function moveTo(page: SessionPage, at: Point | undefined, modifiers = 0): Promise<void> {
  if (!at) throw new DroverError("internal", "there is no point to move to");
  await page.engine.input.mouse({ ...page.parts.pointer.event("move", at, "none"), ...(modifiers && { modifiers }) });
}
