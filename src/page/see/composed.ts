/** The tree as it is rendered: shadow roots in place of their hosts' children, slotted nodes in place of their slots. */

export const isElement = (node: Node | null | undefined): node is Element => node?.nodeType === 1;
export const isText = (node: Node): node is Text => node.nodeType === 3;

/** The document's element. A document that a script has just opened has none yet: it reads as an empty one. */
export const documentRoot = (): Element => (document.documentElement as Element | null) ?? document.createElement("html");

/** The element that an element sits in, out of shadow roots and slots. */
export function composedParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  return element.parentElement ?? shadowHostOf(element);
}

/** The parent in the tree of documents and shadow roots, as `>` and descendant selectors see it. */
export function parentOrHost(element: Element): Element | null {
  return element.parentElement ?? shadowHostOf(element);
}

function shadowHostOf(element: Element): Element | null {
  const root = element.parentNode;
  return root instanceof ShadowRoot ? root.host : null;
}

export function composedChildren(element: Element, pierce = true): Iterable<Node> {
  if (pierce && element.shadowRoot) return element.shadowRoot.childNodes;
  if (pierce && element.localName === "slot") {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length) return assigned;
  }
  return element.childNodes;
}

export function composedContains(ancestor: Element, element: Element): boolean {
  for (let at: Element | null = element; at; at = composedParent(at)) if (at === ancestor) return true;
  return false;
}

export function* composedAncestors(element: Element): Generator<Element> {
  for (let at = composedParent(element); at; at = composedParent(at)) yield at;
}

export type SearchRoot = Document | ShadowRoot | Element;

/** A root and every open shadow root under it, in document order. */
export function searchRoots(root: SearchRoot): SearchRoot[] {
  const roots: SearchRoot[] = [root];
  if (isElement(root) && root.shadowRoot) roots.push(...searchRoots(root.shadowRoot));
  // Several times as fast as querySelectorAll("*") on large pages, and done more than once for every action.
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const { shadowRoot } = walker.currentNode as Element;
    if (shadowRoot) roots.push(...searchRoots(shadowRoot));
  }
  return roots;
}

let ofDocument: SearchRoot[] | undefined;

/** Those of the document, walked through once in each turn of page code however often they are asked for. */
export function documentRoots(): SearchRoot[] {
  if (!ofDocument) {
    ofDocument = searchRoots(document);
    queueMicrotask(() => (ofDocument = undefined));
  }
  return ofDocument;
}

/** Looks up an id where the element lives: in its own document or shadow root. */
function elementById(near: Element, id: string): Element | null {
  const root = near.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
}

export function elementsByIds(near: Element, ids: string | null): Element[] {
  if (!ids) return [];
  return ids
    .split(/\s+/)
    .map((id) => (id ? elementById(near, id) : null))
    .filter((found) => found !== null);
}
