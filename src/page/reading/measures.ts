/** What elements say and how much of it, asked again and again of the same ones: kept until something inside them goes. */
interface Measures {
  words: string;
  linked?: number;
}

const known = new WeakMap<Element, Measures>();

function measuresOf(element: Element): Measures {
  let measures = known.get(element);
  if (!measures) known.set(element, (measures = { words: (element.textContent ?? "").replaceAll(/\s+/g, " ").trim() }));
  return measures;
}

export const wordsOf = (element: Element): string => measuresOf(element).words;

export const lengthOf = (element: Element): number => wordsOf(element).length;

/** Of the words of an element, the share that are links. */
export function linkedShare(element: Element): number {
  const measures = measuresOf(element);
  const all = measures.words.length;
  return (measures.linked ??= all === 0 ? 0 : [...element.querySelectorAll("a")].reduce((sum, link) => sum + lengthOf(link), 0) / all);
}

/** Takes an element out: what was known of those it stood in is so no more. */
export function drop(element: Element): void {
  forgetAround(element);
  element.remove();
}

/** What was known of all that a changed node stands in. */
export function forgetAround(node: Node): void {
  for (let at = node.parentElement; at; at = at.parentElement) known.delete(at);
}

/** How much text of a part comes before an element of it. */
export function textBefore(root: Element, element: Element): number {
  let length = 0;
  for (let at: Element = element; at !== root; at = at.parentElement ?? root) for (let before = at.previousSibling; before; before = before.previousSibling) length += (before.textContent ?? "").trim().length;
  return length;
}
