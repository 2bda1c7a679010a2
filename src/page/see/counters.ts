/** CSS counters: no browser tells their values, so they are counted as the style sheets say. */
import { composedChildren, documentRoot, isElement } from "./composed.ts";
import { counterText } from "./counterText.ts";

/** The counters in force at some place: for each name the values of the elements that began one, the innermost last. */
type Scope = Map<string, number[]>;

interface Change {
  name: string;
  by: number;
}

function changesOf(property: string, otherwise: number): Change[] {
  if (property === "none" || property === "") return [];
  const changes: Change[] = [];
  for (const [, name = "", by] of property.matchAll(/([^\s\d-][^\s]*|--?[^\s\d]\S*)(?:\s+(-?\d+))?/g))
    changes.push({ name, by: by === undefined ? otherwise : Number(by) });
  return changes;
}

type Place = "::before" | "::after";

/** Counts once through the document, the first time that somebody asks. */
export class Counters {
  readonly #values = new Map<Element, Partial<Record<Place, ReadonlyMap<string, readonly number[]>>>>();

  constructor() {
    this.#count(documentRoot(), new Map(), new Map());
  }

  textOf(element: Element, pseudo: Place, name: string, style: string, separator?: string): string {
    const values = this.#values.get(element)?.[pseudo]?.get(name) ?? [0];
    const shown = separator === undefined ? values.slice(-1) : values;
    return shown.map((value) => counterText(value, style)).join(separator);
  }

  /** `inherited` is what the parent began; `siblings` also what the elements before this one began. */
  #count(element: Element, inherited: Scope, siblings: Scope): void {
    const style = getComputedStyle(element);
    if (style.display === "none") return;
    this.#change(style, inherited, siblings);
    const inside: Scope = new Map(siblings);
    this.#pseudo(element, "::before", siblings, inside);
    for (const child of composedChildren(element)) if (isElement(child)) this.#count(child, siblings, inside);
    this.#pseudo(element, "::after", siblings, inside);
    // What was counted inside goes on counting outside; what was begun inside ends here.
    for (const [name, values] of siblings) {
      const counted = inside.get(name);
      if (counted) siblings.set(name, counted.slice(0, values.length));
    }
  }

  #pseudo(element: Element, pseudo: Place, inherited: Scope, siblings: Scope): void {
    const style = getComputedStyle(element, pseudo);
    if (style.content === "none" || style.content === "normal" || style.display === "none") return;
    this.#change(style, inherited, siblings);
    if (!style.content.includes("counter")) return;
    const known = this.#values.get(element) ?? {};
    known[pseudo] = new Map(siblings);
    this.#values.set(element, known);
  }

  #change(style: CSSStyleDeclaration, inherited: Scope, scope: Scope): void {
    for (const { name, by } of changesOf(style.counterReset, 0)) {
      // A sibling's counter of that name is replaced, a parent's is nested.
      const depth = inherited.get(name)?.length ?? 0;
      scope.set(name, [...(scope.get(name) ?? []).slice(0, depth), by]);
    }
    for (const { name, by } of changesOf(style.counterIncrement, 1)) {
      const values = scope.get(name) ?? [0];
      scope.set(name, [...values.slice(0, -1), (values.at(-1) ?? 0) + by]);
    }
    for (const { name, by } of changesOf(style.getPropertyValue("counter-set"), 0)) {
      const values = scope.get(name) ?? [0];
      scope.set(name, [...values.slice(0, -1), by]);
    }
  }
}
