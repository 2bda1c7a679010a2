/** The tree as it is rendered: shadow roots in place of their hosts' children, slotted nodes in place of their slots. */
import * as dom from "../dom.ts";

export const isElement = (node: Node | null | undefined): node is Element => node != null && dom.nodeType(node) === 1;
export const isText = (node: Node): node is Text => dom.nodeType(node) === 3;

/** The document's element. A document that a script has just opened has none yet: it reads as an empty one. */
export const documentRoot = (): Element => (dom.documentElement(document) as Element | null) ?? dom.createElement(document, "html");

/** The element that an element sits in, out of shadow roots and slots. */
export function composedParent(element: Element): Element | null {
  if (dom.assignedSlot(element)) return dom.assignedSlot(element);
  return dom.parentElement(element) ?? shadowHostOf(element);
}

/** The parent in the tree of documents and shadow roots, as `>` and descendant selectors see it. */
export function parentOrHost(element: Element): Element | null {
  return dom.parentElement(element) ?? shadowHostOf(element);
}

function shadowHostOf(element: Element): Element | null {
  const root = dom.parentNode(element);
  return root instanceof ShadowRoot ? root.host : null;
}

export function composedChildren(element: Element, pierce = true): Iterable<Node> {
  const shadow = pierce ? dom.shadowRoot(element) : null;
  if (shadow) return dom.childNodes(shadow);
  if (pierce && dom.localName(element) === "slot") {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length) return assigned;
  }
  return dom.childNodes(element);
}

export function composedContains(ancestor: Element, element: Element): boolean {
  for (let at: Element | null = element; at; at = composedParent(at)) if (at === ancestor) return true;
  return false;
}

export function* composedAncestors(element: Element): Generator<Element> {
  for (let at = composedParent(element); at; at = composedParent(at)) yield at;
}

export type SearchRoot = Document | ShadowRoot | Element;

/** Large tables and lists are made of these, and none of them can have a shadow root: the browser leaves them out several times as fast as a script asks them. */
const mayBeHost = ":not(td, tr, a, button, input, li, option, th, label, path)";

/** A root and every open shadow root under it, in document order. */
export function searchRoots(root: SearchRoot): SearchRoot[] {
  const roots: SearchRoot[] = [root];
  const own = isElement(root) ? dom.shadowRoot(root) : null;
  if (own) roots.push(...searchRoots(own));
  const all = dom.querySelectorAll(root, mayBeHost);
  for (let index = 0; index < all.length; index++) {
    const shadow = dom.shadowRoot(all[index] as Element);
    if (shadow) roots.push(...searchRoots(shadow));
  }
  return roots;
}

/** Looks up an id where the element lives: in its own document or shadow root. */
function elementById(near: Element, id: string): Element | null {
  const root = dom.getRootNode(near);
  return root instanceof Document || root instanceof ShadowRoot ? dom.getElementById(root, id) : null;
}

export function elementsByIds(near: Element, ids: string | null): Element[] {
  if (!ids) return [];
  return ids
    .split(/\s+/)
    .map((id) => (id ? elementById(near, id) : null))
    .filter((found) => found !== null);
}
