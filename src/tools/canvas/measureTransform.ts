import { analyse } from "../../analysis/analyse.ts";
import type { PictureShift } from "../../analysis/picture/pictureShift.ts";
import type { Box } from "../../page/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { parseChord, pressChord } from "../../session/keyboard.ts";
import type { LocatedTarget } from "../../session/sessionPage.ts";
import type { PageContext } from "../context.ts";
import type { Affine } from "./affine.ts";
import { locateCanvas, type CanvasTarget } from "./canvasTarget.ts";
import { readCanvas } from "./readCanvas.ts";

export const probeGestures = ["middle-drag", "drag", "wheel"] as const;
export type ProbeGesture = (typeof probeGestures)[number];

interface Measured {
  matrix: Affine;
  /** In CSS pixels: how far the probe went, and how far what is on the canvas did. */
  probe: { moved: { x: number; y: number }; shifted: { x: number; y: number }; undone: boolean };
}

/** Neither equal to each other nor a whole part of one another, so that a shift by the wrong axis is noticed. */
const PROBE = { x: 64, y: 44 };
const STEPS = 4;
/** Less than this is no shift but another picture: something was drawn, or zoomed. */
const EXPLAINED = 0.6;

/** Moves the view a little, sees by how much the picture goes with it, and moves it back. */
export async function measureTransform(context: PageContext, target: CanvasTarget, by: ProbeGesture): Promise<Measured> {
  const located = await locateCanvas(context.page, target);
  const before = await readCanvas(context, located, "png");
  const middle = visibleMiddle(before.box, await context.page.engine.mainFrame.ask("viewport", null));
  await gesture(context, by, middle, PROBE);
  const shift = await shiftSince(context, located, before.bytes);
  const isShift = !shift.still && shift.explained >= EXPLAINED;
  const undone = shift.still || (await undo(context, located, { before: before.bytes, by, middle, isShift }));
  if (!undone) context.warn("The probe could not be undone: look at the canvas, and undo it in the application.");
  if (!isShift) throw noShift(shift, by, undone);
  const pixel = { x: before.box.width / before.width, y: before.box.height / before.height };
  const shifted = { x: shift.dx * pixel.x, y: shift.dy * pixel.y };
  const scale = { x: shifted.x / PROBE.x, y: shifted.y / PROBE.y };
  if (scale.x === 0 || scale.y === 0) throw noShift(shift, by, undone);
  return { matrix: [scale.x, 0, 0, scale.y, before.box.x, before.box.y], probe: { moved: PROBE, shifted, undone } };
}

const noShift = (shift: PictureShift, by: ProbeGesture, undone: boolean): DroverError =>
  new DroverError("refused", shift.still ? `nothing on the canvas moved with a ${by}` : `what is on the canvas changed with a ${by}, but it did not move as a whole`, {
    hint: `Try another gesture (${probeGestures.filter((each) => each !== by).join(", ")}), or pass transform.`,
    failure: { source: "app" },
    fields: { code: "no-transform", undone },
  });

function visibleMiddle({ x, y, width, height }: Box, view: { width: number; height: number }): { x: number; y: number } {
  const [left, right, top, bottom] = [Math.max(0, x), Math.min(view.width, x + width), Math.max(0, y), Math.min(view.height, y + height)];
  if (right - left < 2 * PROBE.x || bottom - top < 2 * PROBE.y)
    throw new DroverError("not-visible", "too little of the canvas is in view for a probe", { hint: "Scroll it into view first.", failure: { source: "app" }, fields: { code: "no-transform" } });
  return { x: Math.round((left + right - PROBE.x) / 2), y: Math.round((top + bottom - PROBE.y) / 2) };
}

async function gesture({ page }: Pick<PageContext, "page">, by: ProbeGesture, from: { x: number; y: number }, way: { x: number; y: number }): Promise<void> {
  const { input } = page.engine;
  const { pointer } = page.parts;
  await input.mouse(pointer.event("move", from, "none"));
  if (by === "wheel") return input.wheel({ ...from, deltaX: -way.x, deltaY: -way.y });
  const button = by === "drag" ? "left" : "middle";
  await input.mouse(pointer.event("down", from, button));
  for (let step = 1; step <= STEPS; step++) await input.mouse(pointer.event("move", { x: from.x + (way.x * step) / STEPS, y: from.y + (way.y * step) / STEPS }, "none"));
  await input.mouse(pointer.event("up", undefined, button));
}

/** The canvas is read a frame or more after the gesture: applications draw with the next one. */
async function shiftSince(context: PageContext, located: LocatedTarget, before: Uint8Array): Promise<PictureShift> {
  const { bytes } = await readCanvas(context, located, "png");
  const first = await analyse("pictureShift", { before, after: bytes }, context.signal);
  if (!first.still) return first;
  const later = await readCanvas(context, located, "png");
  return analyse("pictureShift", { before, after: later.bytes }, context.signal);
}

interface Probed {
  before: Uint8Array;
  by: ProbeGesture;
  middle: { x: number; y: number };
  isShift: boolean;
}

/** Back the way it came; what was no move but a change is taken back as a person would. */
async function undo(context: PageContext, located: LocatedTarget, { before, by, middle, isShift }: Probed): Promise<boolean> {
  if (isShift || by === "wheel") await gesture(context, by, { x: middle.x + (by === "wheel" ? 0 : PROBE.x), y: middle.y + (by === "wheel" ? 0 : PROBE.y) }, { x: -PROBE.x, y: -PROBE.y });
  else await pressChord(context.page.engine.input, parseChord("ControlOrMeta+z"));
  for (let look = 1; look <= 3; look++) {
    const now = await readCanvas(context, located, "png");
    if ((await analyse("pictureShift", { before, after: now.bytes }, context.signal)).still) return true;
  }
  return false;
}
