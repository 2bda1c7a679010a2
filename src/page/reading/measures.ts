/** What elements say and how much of it, asked again and again of the same ones: kept until something inside them goes. */
interface Measures {
  words?: string;
  length?: number;
  linked?: number;
}

const known = new WeakMap<Element, Measures>();

function measuresOf(element: Element): Measures {
  let measures = known.get(element);
  if (!measures) known.set(element, (measures = {}));
  return measures;
}

export const wordsOf = (element: Element): string => (measuresOf(element).words ??= (element.textContent ?? "").replaceAll(/\s+/g, " ").trim());

/** Of its words. Counted where nobody has asked for them: of a whole page that takes a tenth of the time of writing them anew. */
export const lengthOf = (element: Element): number => {
  const measures = measuresOf(element);
  return (measures.length ??= measures.words?.length ?? squashedLength(element.textContent ?? ""));
};

function squashedLength(text: string): number {
  let length = 0;
  let isAfterSpace = true;
  for (let index = 0; index < text.length; index++) {
    const isHere = isSpace(text.charCodeAt(index));
    if (!isHere || !isAfterSpace) length++;
    isAfterSpace = isHere;
  }
  return isAfterSpace && length > 0 ? length - 1 : length;
}

/** As `\s` has it. */
const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || (code >= 0x1680 && (code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff));

/** Of the words of an element, the share that are links. */
export function linkedShare(element: Element): number {
  const measures = measuresOf(element);
  const all = lengthOf(element);
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
