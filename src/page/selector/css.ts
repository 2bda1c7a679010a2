/** CSS that sees through open shadow roots: a descendant may be in the shadow of an ancestor. */
import { parentOrHost, searchRoots, type SearchRoot } from "../see/composed.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { invalidSelector } from "./parse.ts";
import { isPlainCss, parseCss, type ComplexSelector, type Compound, type Pseudo } from "./parseCss.ts";
import { containsText, isExactly, isInnermost, matchesText, Texts } from "./text.ts";

function nativeQuery(root: SearchRoot, css: string, selector: string): Element[] {
  try {
    return [...root.querySelectorAll(css)];
  } catch (thrown) {
    throw invalidSelector(selector, (thrown as Error).message.replace(/^Failed to execute '\w+' on '\w+': /, ""));
  }
}

export class CssQuery {
  readonly #root: SearchRoot;
  readonly #roots: SearchRoot[];
  readonly #texts = new Texts();
  readonly #nth = new Map<Pseudo, Element | undefined>();

  constructor(root: SearchRoot, roots = searchRoots(root)) {
    this.#root = root;
    this.#roots = roots;
  }

  /** Every match, not in order when several shadow roots are involved. */
  all(css: string): Set<Element> {
    if (isPlainCss(css) && this.#roots.length === 1 && !css.includes(":scope")) return new Set(nativeQuery(this.#root, css, css));
    return this.#union(parseCss(css), css);
  }

  #union(list: ComplexSelector[], selector: string): Set<Element> {
    const found = new Set<Element>();
    for (const complex of list) {
      const last = complex.compounds.at(-1);
      if (!last) continue;
      for (const root of this.#roots)
        for (const element of nativeQuery(root, last.native || "*", selector))
          if (this.#matchesFrom(element, complex, complex.compounds.length - 1, this.#root)) found.add(element);
    }
    return found;
  }

  #matchesFrom(element: Element, complex: ComplexSelector, index: number, scope: SearchRoot): boolean {
    const compound = complex.compounds[index];
    if (!compound || !this.#matchesCompound(element, compound, scope)) return false;
    if (index === 0) return true;
    switch (complex.combinators[index - 1]) {
      case ">": {
        const parent = parentOrHost(element);
        return parent !== null && this.#matchesFrom(parent, complex, index - 1, scope);
      }
      case "+": {
        const before = element.previousElementSibling;
        return before !== null && this.#matchesFrom(before, complex, index - 1, scope);
      }
      case "~":
        for (let before = element.previousElementSibling; before; before = before.previousElementSibling)
          if (this.#matchesFrom(before, complex, index - 1, scope)) return true;
        return false;
      default:
        for (let at = parentOrHost(element); at; at = parentOrHost(at))
          if (this.#matchesFrom(at, complex, index - 1, scope)) return true;
        return false;
    }
  }

  #matchesCompound(element: Element, compound: Compound, scope: SearchRoot): boolean {
    if (compound.scope && element !== (scope instanceof Document ? scope.documentElement : scope)) return false;
    if (compound.native && !element.matches(compound.native)) return false;
    return compound.pseudos.every((pseudo) => this.#matchesPseudo(element, pseudo));
  }

  #matchesPseudo(element: Element, pseudo: Pseudo): boolean {
    switch (pseudo.kind) {
      case "visible":
        return hasVisibleBox(element);
      case "has-text":
        return containsText(pseudo.text)(this.#texts.of(element));
      case "text":
        return isInnermost(element, containsText(pseudo.text), this.#texts);
      case "text-is":
        return isExactly(element, pseudo.text, this.#texts);
      case "text-matches":
        return isInnermost(element, matchesText(pseudo.pattern), this.#texts);
      case "nth-match":
        return this.#nthOf(pseudo) === element;
      case "is":
        return pseudo.of.some((complex) => this.#matchesFrom(element, complex, complex.compounds.length - 1, this.#root));
      case "not":
        return !pseudo.of.some((complex) => this.#matchesFrom(element, complex, complex.compounds.length - 1, this.#root));
      case "has":
        return new CssQuery(element).#union(pseudo.of, ":has").size > 0;
    }
  }

  #nthOf(pseudo: Pseudo & { kind: "nth-match" }): Element | undefined {
    if (!this.#nth.has(pseudo)) {
      const matches = inComposedOrder(this.#union(pseudo.of, ":nth-match"));
      this.#nth.set(pseudo, matches[pseudo.n - 1]);
    }
    return this.#nth.get(pseudo);
  }
}

/** Elements of several shadow roots in the order a reader meets them: a host, what is in its shadow, what follows. */
export function inComposedOrder(elements: Iterable<Element>): Element[] {
  const list = [...elements];
  const first = list[0]?.getRootNode();
  if (list.every((element) => element.getRootNode() === first))
    return isInOrder(list) ? list : list.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  const chains = new Map(list.map((element) => [element, hostChain(element)]));
  return list.sort((a, b) => compareChains(chains.get(a) ?? [], chains.get(b) ?? []));
}

const comesBefore = (a: Element, b: Element): boolean => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The browser's own queries answer in order; comparing neighbours is cheaper than sorting. */
const isInOrder = (list: readonly Element[]): boolean =>
  list.every((element, i) => i === 0 || comesBefore(list[i - 1] as Element, element));

function hostChain(element: Element): Element[] {
  const chain = [element];
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) chain.unshift(root.host);
  return chain;
}

function compareChains(a: Element[], b: Element[]): number {
  for (let i = 0; ; i++) {
    const left = a[i];
    const right = b[i];
    if (!left || !right) return a.length - b.length;
    if (left !== right) return comesBefore(left, right) ? -1 : 1;
  }
}
