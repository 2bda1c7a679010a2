export const wordsOf = (element: Element): string => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

export const lengthOf = (element: Element): number => wordsOf(element).length;

/** Of the words of an element, the share that are links. */
export function linkedShare(element: Element): number {
  const all = lengthOf(element);
  return all === 0 ? 0 : [...element.querySelectorAll("a")].reduce((sum, link) => sum + lengthOf(link), 0) / all;
}

/** How much text of a part comes before an element of it. */
export function textBefore(root: Element, element: Element): number {
  let length = 0;
  for (let at: Element = element; at !== root; at = at.parentElement ?? root) for (let before = at.previousSibling; before; before = before.previousSibling) length += (before.textContent ?? "").trim().length;
  return length;
}
