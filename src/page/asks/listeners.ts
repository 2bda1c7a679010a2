/** Knows who listens for presses and for what is typed, and tells page code by events: worlds share elements, and nothing else. */
import type { Kit } from "./kit.ts";
import { listenerEvents } from "./listenerEvents.ts";

const presses = new Set(["click", "mousedown", "mouseup", "pointerdown", "pointerup"]);
/** Frameworks that listen at the document keep what an element does in a property of it. */
const handlerProperties = ["$$click", "__click"];
const MAX_KNOWN = 20_000;

const typing = new Set(["keydown", "keypress", "keyup", "beforeinput", "input", "textInput"]);
const typingProperties = ["onkeydown", "onkeypress", "onkeyup", "onbeforeinput", "oninput"];

/** What jQuery keeps for `.on("click", selector, …)`. */
interface JQuery {
  _data?: (element: Node, name: "events") => { click?: { selector?: string | null }[] } | undefined;
}

export function wrapListeners(kit: Kit, key: string): void {
  const { apply, get } = Reflect;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const NativeElement = Element;
  const listeners = new WeakMap<Element, number>();
  const known = new Set<WeakRef<Element>>();
  let atDocument = false;
  /** Whoever has ever listened for what is typed. */
  const hearing = new WeakSet<object>();
  /** Nobody can have listened before this ran. */
  let isWhole = document.readyState === "loading" && document.scripts.length === 0 && document.body === null;
  kit.whenRestored(() => (isWhole = false));

  const count = (self: unknown, change: 1 | -1): void => {
    atDocument ||= self === document;
    if (!(self instanceof NativeElement)) return;
    const before = listeners.get(self);
    if (before === undefined && change > 0 && known.size < MAX_KNOWN) known.add(new WeakRef(self));
    listeners.set(self, Math.max(0, (before ?? 0) + change));
  };
  kit.method(EventTarget.prototype, "addEventListener", (native, self, args) => {
    if (typeof args[0] === "string") {
      if (presses.has(args[0])) count(self, 1);
      // Called without an object, it is the window's.
      if (typing.has(args[0])) hearing.add(self ?? window);
    }
    return native(...args);
  });
  kit.method(EventTarget.prototype, "removeEventListener", (native, self, args) => {
    if (typeof args[0] === "string" && presses.has(args[0])) count(self, -1);
    return native(...args);
  });
  // React sets it, to nothing that does anything, on each element that it has a handler for.
  for (const prototype of [HTMLElement.prototype, SVGElement.prototype])
    kit.setter(prototype, "onclick", (native, self, args) => {
      count(self, typeof args[0] === "function" ? 1 : -1);
      return native(...args);
    });

  const delegated = (element: Node): string[] => {
    const { jQuery } = window as { jQuery?: JQuery };
    return jQuery?._data?.(element, "events")?.click?.flatMap(({ selector }) => selector ?? []) ?? [];
  };
  const { ask, tell, typed } = listenerEvents(key);
  const hears = (at: EventTarget): boolean => hearing.has(at) || typingProperties.some((name) => get(at, name) != null);
  const answer = (event: Event): void => {
    if (isWhole && !event.composedPath().some(hears)) event.preventDefault();
  };
  apply(addEventListener, window, [typed, answer, true]);
  apply(addEventListener, window, [
    ask,
    () => {
      const told = (element: Element) => apply(dispatchEvent, element, [new Event(tell, { composed: true })]);
      for (const each of known) {
        const element = each.deref();
        if (!element) known.delete(each);
        else if (element.isConnected && listeners.get(element)) for (const one of [element, ...delegated(element).flatMap((selector) => [...element.querySelectorAll(selector)])]) told(one);
      }
      for (const selector of delegated(document)) document.querySelectorAll(selector).forEach(told);
      if (!atDocument) return;
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
      for (let looked = 0; looked < MAX_KNOWN && walker.nextNode(); looked++)
        if (handlerProperties.some((name) => name in walker.currentNode)) told(walker.currentNode as Element);
    },
  ]);
}
