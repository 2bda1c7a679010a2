/** Elements that can be pressed because somebody listens there, and nothing else shows it. */
import { listenerEvents } from "../asks/listenerEvents.ts";
import * as dom from "../dom.ts";
import { composedAncestors } from "./composed.ts";
import { perTask } from "./perTask.ts";
import { pressedShapes } from "./drawing.ts";

let events: ReturnType<typeof listenerEvents> | undefined;

/** The name by which the script in the page's own world is asked; without one nothing is known. */
export function askListenersBy(key: string): void {
  events = listenerEvents(key);
}

/** Whether anybody but the browser may hear what is typed into a field, one key after the other. */
export function hearsTyping(field: Element): boolean {
  const root = dom.getRootNode(field);
  if (!events || (root instanceof ShadowRoot && root.mode === "closed")) return true;
  return dom.dispatchEvent(field, new Event(events.typed, { cancelable: true, composed: true }));
}

const none: ReadonlySet<Element> = new Set();

export const pressedByListeners = perTask((): ReadonlySet<Element> => {
  if (!events) return none;
  const listening = new Set<Element>();
  const hear = (event: Event) => {
    const [at] = event.composedPath();
    if (at instanceof Element) listening.add(at);
  };
  window.addEventListener(events.tell, hear, { capture: true });
  window.dispatchEvent(new Event(events.ask));
  window.removeEventListener(events.tell, hear, { capture: true });
  return listening.size > 0 ? whatIsPressed(listening) : none;
});

const controls = "a[href], button, input, select, textarea, summary, [role], [tabindex], [onclick]";
/** A wrapper of more than this hears of presses in it, and is not what is pressed. */
const SMALL = 12;
const MANY = 400;

export function ancestorsOf(elements: ReadonlySet<Element>): Set<Element> {
  const around = new Set<Element>();
  for (const element of elements)
    for (const ancestor of composedAncestors(element)) {
      if (around.has(ancestor)) break;
      around.add(ancestor);
    }
  return around;
}

function whatIsPressed(listening: ReadonlySet<Element>): Set<Element> {
  const around = ancestorsOf(listening);
  const pressed = new Set<Element>();
  for (const element of listening) {
    if (element === dom.body(document) || element === dom.documentElement(document)) continue;
    const shapes = pressedShapes(element).filter((shape) => firstOf(listening, composedAncestors(shape)) === element && !listening.has(shape));
    for (const part of shapes.length > 1 ? shapes : around.has(element) ? [] : partsOf(element)) pressed.add(part);
  }
  return pressed;
}

function firstOf(wanted: ReadonlySet<Element>, elements: Iterable<Element>): Element | undefined {
  for (const element of elements) if (wanted.has(element)) return element;
  return undefined;
}

/** The element itself; or, of one that listens for many alike ones in it (the board of a game), those. */
function partsOf(element: Element): Element[] {
  if (dom.childElementCount(element) === 0) return [element];
  if (dom.querySelector(element, controls)) return [];
  const inside = dom.elementsByTag(element, "*");
  if (inside.length > MANY) return [];
  const leaves = [...inside].filter((each) => dom.childElementCount(each) === 0);
  const kindOf = (each: Element) => `${dom.localName(each)} ${dom.getAttribute(each, "class")?.split(" ")[0] ?? ""}`;
  const [first] = leaves;
  if (first && leaves.length > 3 && leaves.every((each) => kindOf(each) === kindOf(first))) return leaves;
  return inside.length <= SMALL ? [element] : [];
}
