import { onInputProblem, sendInput } from "../link/link.ts";
import { say } from "../state/notices.ts";
import type { PersonInput } from "../../wire.ts";
import { toPage, toPageClamped, wheelPixels, type Point, type Size, type Stage } from "./coordinates.ts";
import { keyFate, modifiersOf, typedWithoutKeys } from "./keyInput.ts";

/** Where the page is on the screen, and how large it is itself; undefined before its first picture. */
export type Place = () => { stage: Stage; page: Size; id: string } | undefined;

const buttons = ["left", "middle", "right", "back", "forward"] as const;
/** Clicks within this time and distance are one double click. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 5;

/**
 * Sends what is done on `surface`, and typed into `keyboard`, to the page, until it is stopped. The keyboard is a field because only fields get
 * compositions, pastes and virtual keyboards.
 */
export function steer(session: string, surface: HTMLElement, keyboard: HTMLTextAreaElement, place: Place): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const send = (event: PersonInput) => void sendInput(session, place()?.id, event);

  let held = false;
  let lastClick = { at: 0, x: 0, y: 0, count: 0 };
  const soon = everyFrame();

  const where = (event: { clientX: number; clientY: number }, clamp: boolean): Point | undefined => {
    const shown = place();
    if (!shown) return undefined;
    const at = { x: event.clientX, y: event.clientY };
    return clamp ? toPageClamped(at, shown.stage, shown.page) : toPage(at, shown.stage, shown.page);
  };
  const mouse = (type: "move" | "down" | "up", event: MouseEvent, at: Point, clickCount?: number) =>
    send({ kind: "mouse", type, ...at, ...(type !== "move" && { button: buttons[event.button] ?? "left" }), buttons: event.buttons, ...(clickCount && { clickCount }), modifiers: modifiersOf(event) });

  surface.addEventListener(
    "mousedown",
    (event) => {
      const at = where(event, false);
      if (!at) return;
      event.preventDefault();
      keyboard.focus({ preventScroll: true });
      moveTo(keyboard, surface, event);
      const again = event.timeStamp - lastClick.at < DOUBLE_MS && Math.hypot(at.x - lastClick.x, at.y - lastClick.y) < DOUBLE_PX;
      lastClick = { at: event.timeStamp, ...at, count: again ? lastClick.count + 1 : 1 };
      held = true;
      soon.now();
      mouse("down", event, at, lastClick.count);
    },
    { signal },
  );
  addEventListener(
    "mouseup",
    (event) => {
      const at = held && where(event, true);
      if (!at) return;
      held = event.buttons !== 0;
      soon.now();
      mouse("up", event, at, lastClick.count);
    },
    { signal },
  );
  addEventListener(
    "mousemove",
    (event) => {
      if (!held && !(event.target instanceof Node && surface.contains(event.target))) return;
      const at = where(event, held);
      if (at) soon.plan(() => mouse("move", event, at));
    },
    { signal },
  );
  surface.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });

  let turned = { x: 0, y: 0 };
  surface.addEventListener(
    "wheel",
    (event) => {
      const at = where(event, false);
      const shown = place();
      if (!at || !shown) return;
      event.preventDefault();
      const pixels = wheelPixels({ x: event.deltaX, y: event.deltaY, mode: event.deltaMode }, shown.page);
      turned = { x: turned.x + pixels.x, y: turned.y + pixels.y };
      const modifiers = modifiersOf(event);
      soon.plan(() => {
        send({ kind: "wheel", ...at, deltaX: turned.x, deltaY: turned.y, modifiers });
        turned = { x: 0, y: 0 };
      });
    },
    { signal, passive: false },
  );

  for (const [name, type] of [["touchstart", "start"], ["touchmove", "move"], ["touchend", "end"], ["touchcancel", "cancel"]] as const)
    surface.addEventListener(
      name,
      (event) => {
        if (!place()) return;
        event.preventDefault();
        if (type === "start") keyboard.focus({ preventScroll: true });
        const points = [...event.touches].map((touch) => ({ id: touch.identifier, ...(where(touch, true) ?? { x: 0, y: 0 }) }));
        send({ kind: "touch", type, points });
      },
      { signal, passive: false },
    );

  const down = new Map<string, Extract<PersonInput, { kind: "key" }>>();
  /** A key that is let go elsewhere would stay down in the page for ever. */
  const letGo = () => {
    for (const { text: _, repeat: __, ...key } of down.values()) send({ ...key, type: "up", modifiers: 0 });
    down.clear();
  };
  keyboard.addEventListener("blur", letGo, { signal });
  const pressed = (event: KeyboardEvent) => {
    const fate = keyFate(event);
    // The window's own shortcuts are not for somebody who types into a page.
    event.stopPropagation();
    if (fate.fate === "browser") return;
    event.preventDefault();
    if (fate.fate === "leave") {
      if (event.type === "keydown") keyboard.blur();
      return;
    }
    if (event.type === "keydown") down.set(event.code, fate.event);
    else down.delete(event.code);
    send(fate.event);
  };
  keyboard.addEventListener("keydown", pressed, { signal });
  keyboard.addEventListener("keyup", pressed, { signal });
  let composing = false;
  keyboard.addEventListener("compositionstart", () => (composing = true), { signal });
  keyboard.addEventListener("compositionupdate", ({ data }) => send({ kind: "compose", text: data }), { signal });
  keyboard.addEventListener(
    "compositionend",
    ({ data }) => {
      composing = false;
      send(data ? { kind: "text", text: data } : { kind: "compose", text: "" });
      keyboard.value = "";
    },
    { signal },
  );
  keyboard.addEventListener(
    "beforeinput",
    (event) => {
      if (composing || event.inputType.startsWith("insertCompositionText")) return;
      event.preventDefault();
      for (const typed of typedWithoutKeys(event.inputType, event.data)) send(typed);
    },
    { signal },
  );
  keyboard.addEventListener(
    "paste",
    (event) => {
      event.preventDefault();
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text) send({ kind: "paste", text });
    },
    { signal },
  );

  const stopHearing = onInputProblem((problem) => {
    if (problem.session === session) say("failed", problem.message);
  });
  return () => {
    letGo();
    stopping.abort();
    stopHearing();
    soon.drop();
  };
}

/** Keeps the last wish of each frame: a mouse moves more often than a page is drawn. */
function everyFrame() {
  let wish: (() => void) | undefined;
  let frame = 0;
  const now = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    wish?.();
    wish = undefined;
  };
  return {
    plan: (next: () => void) => {
      wish = next;
      frame ||= requestAnimationFrame(now);
    },
    now,
    drop: () => {
      wish = undefined;
      cancelAnimationFrame(frame);
    },
  };
}

/** The list of an input method opens where its field is. */
function moveTo(keyboard: HTMLTextAreaElement, surface: HTMLElement, { clientX, clientY }: MouseEvent): void {
  const { left, top } = surface.getBoundingClientRect();
  keyboard.style.left = `${clientX - left}px`;
  keyboard.style.top = `${clientY - top}px`;
}
