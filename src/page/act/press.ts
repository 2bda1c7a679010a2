/**
 * Makes sure that a press lands where it was aimed. An element that moves or is covered in the last moment would let the
 * press fall on something else: then the events are swallowed before the page's own listeners see them.
 */
import * as dom from "../dom.ts";
import { composedContains, composedParent } from "../see/composed.ts";
import { elementAt, nameCover } from "../see/covered.ts";
import { imageOfArea } from "../see/imageMap.ts";
import { NameReader } from "../see/name.ts";
import { controls } from "./controlAround.ts";

const events = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "auxclick", "contextmenu"] as const;

export class PressGuard {
  readonly #target: Element;
  #verdict: "waiting" | "hit" | "missed" = "waiting";
  #hit: Element | undefined;
  readonly #listener = (event: Event) => this.#judge(event);

  constructor(target: Element) {
    this.#target = target;
    for (const type of events) window.addEventListener(type, this.#listener, { capture: true });
  }

  /** What was pressed instead of the target; undefined when the press landed, or none came. */
  get missed(): string | undefined {
    if (this.#verdict !== "missed") return undefined;
    return (this.#hit && dom.isConnected(this.#hit)) ? nameCover(this.#hit, new NameReader(), this.#target) : "something else";
  }

  get arrived(): boolean {
    return this.#verdict !== "waiting";
  }

  stop(): void {
    for (const type of events) window.removeEventListener(type, this.#listener, { capture: true });
  }

  #judge(event: Event): void {
    if (!event.isTrusted) return;
    if (this.#verdict === "waiting") {
      this.#hit = pressedBy(event);
      // Firefox gives an image the presses on the areas of its map.
      const landed = this.#hit && (lands(this.#hit, this.#target) || this.#hit === imageOfArea(this.#target));
      this.#verdict = landed ? "hit" : "missed";
    }
    if (this.#verdict !== "missed") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** Paths of events end at closed shadow roots: what lies in one that was entered is asked of the page. */
function pressedBy(event: Event): Element | undefined {
  const [hit] = event.composedPath();
  if (!(hit instanceof Element)) return undefined;
  return dom.shadowRoot(hit)?.mode === "closed" && event instanceof MouseEvent ? (elementAt(event.clientX, event.clientY) ?? hit) : hit;
}

/** A press on `hit` is a press on `target`: inside it, on its label, or on the control that it is a part of. */
export function lands(hit: Element, target: Element): boolean {
  if (composedContains(target, hit)) return true;
  const label = dom.closest(hit, "label");
  if (label && (label.control === target || label === target)) return true;
  const control = dom.closest(hit, `label, ${controls}`);
  return control !== null && isPartOf(target, control);
}

/** Inside a control and not a control of its own: a label in a button is no more than words. */
function isPartOf(target: Element, control: Element): boolean {
  for (let at: Element | null = target; at; at = composedParent(at)) {
    if (at === control) return true;
    if (dom.matches(at, controls)) return false;
  }
  return false;
}
