/** CSS that sees through open shadow roots: a descendant may be in the shadow of an ancestor. */
import * as dom from "../dom.ts";
import { parentOrHost, searchRoots, type SearchRoot } from "../see/composed.ts";
import { documentRoots } from "../see/documentTree.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { invalidSelector } from "./invalid.ts";
import { placeScore } from "./layout.ts";
import { inComposedOrder } from "./order.ts";
import { isPlainCss, parseCss, type ComplexSelector, type Compound, type Pseudo } from "./parseCss.ts";
import { contains, fitsPattern, hasOwnRun, hasText, isInnermost, Texts } from "./text.ts";

function nativeQuery(root: SearchRoot | DocumentFragment, css: string, selector: string): Element[] {
  try {
    return [...dom.querySelectorAll(root, css)];
  } catch (thrown) {
    throw invalidSelector(selector, (thrown as Error).message.replace(/^(Failed to execute '\w+' on '\w+'|\w+\.querySelectorAll): /, ""));
  }
}

/** One compound that the browser can look for from anywhere: what it is inside of does not matter. */
const isSimple = (css: string): boolean => !/[\s>+~,(]|:scope/.test(css);

/** The part of the tree that a search may look at, and what `:scope` is in it. */
interface Scope {
  root: SearchRoot;
  /** Matching goes no further up than this. */
  top: SearchRoot;
  pierce: boolean;
}

const scopeElement = ({ root }: Scope): Element | null => (root instanceof Document ? dom.documentElement(root) : root instanceof Element ? root : null);

function parentIn(element: Element, { top, pierce }: Scope): Element | null {
  if (element === top) return null;
  return pierce ? parentOrHost(element) : dom.parentElement(element);
}

const rootsOf = (root: SearchRoot, pierce: boolean): SearchRoot[] => {
  if (!pierce) return [root];
  return root === document ? documentRoots() : searchRoots(root);
};
const namesScope = ({ compounds }: ComplexSelector): boolean =>
  compounds.some(({ scope, pseudos }) => scope || pseudos.some((pseudo) => pseudo.kind === "is" && pseudo.of.some(namesScope)));

export class CssQuery {
  readonly #scope: Scope;
  readonly #roots: SearchRoot[];
  readonly #texts: Texts;
  readonly #listed = new Map<Pseudo, Set<Element>>();
  readonly #nth = new Map<Pseudo, Element | undefined>();
  readonly #scores = new Map<Element, number>();

  constructor(root: SearchRoot, roots?: SearchRoot[], pierce = true, texts = new Texts()) {
    this.#scope = { root, top: root, pierce };
    this.#roots = (pierce ? roots : undefined) ?? rootsOf(root, pierce);
    this.#texts = texts;
  }

  /** Every match, not in order when several shadow roots are involved. */
  all(css: string): Set<Element> {
    const wholeDocument = this.#scope.root === document && !css.includes(":scope");
    if (this.#roots.length === 1 && isPlainCss(css) && (wholeDocument || isSimple(css)))
      return new Set(nativeQuery(this.#scope.root, css, css));
    return this.#union(parseCss(css), css);
  }

  /** How well each match of a layout pseudo-class is placed, the best with the lowest score. Empty without one. */
  get scores(): ReadonlyMap<Element, number> {
    return this.#scores;
  }

  #union(list: ComplexSelector[], selector: string): Set<Element> {
    const found = new Set<Element>();
    for (const complex of list) {
      for (const { native } of complex.compounds) if (native) nativeQuery(dom.createDocumentFragment(document), native, selector);
      const last = complex.compounds.at(-1);
      if (!last) continue;
      const { scope, roots } = this.#around(complex);
      for (const root of roots)
        for (const element of nativeQuery(root, last.native || "*", selector))
          if (this.#matchesFrom(element, complex, complex.compounds.length - 1, scope)) found.add(element);
    }
    return found;
  }

  /** With `:scope` in it a selector may match the element it starts from, and its siblings. */
  #around(complex: ComplexSelector): { scope: Scope; roots: SearchRoot[] } {
    const { root, pierce } = this.#scope;
    const parent = namesScope(complex) && root instanceof Element ? parentIn(root, { ...this.#scope, top: document }) : null;
    if (!parent) return { scope: this.#scope, roots: this.#roots };
    return { scope: { root, top: parent, pierce }, roots: rootsOf(parent, pierce) };
  }

  #matchesFrom(element: Element, complex: ComplexSelector, index: number, scope: Scope): boolean {
    const compound = complex.compounds[index];
    if (!compound || !this.#matchesCompound(element, compound, scope)) return false;
    if (index === 0) return true;
    switch (complex.combinators[index - 1]) {
      case ">": {
        const parent = parentIn(element, scope);
        return parent !== null && this.#matchesFrom(parent, complex, index - 1, scope);
      }
      case "+": {
        const before = element === scope.top ? null : dom.previousElementSibling(element);
        return before !== null && this.#matchesFrom(before, complex, index - 1, scope);
      }
      case "~":
        if (element === scope.top) return false;
        for (let before = dom.previousElementSibling(element); before; before = dom.previousElementSibling(before))
          if (this.#matchesFrom(before, complex, index - 1, scope)) return true;
        return false;
      default:
        for (let at = parentIn(element, scope); at; at = parentIn(at, scope))
          if (this.#matchesFrom(at, complex, index - 1, scope)) return true;
        return false;
    }
  }

  #matchesCompound(element: Element, compound: Compound, scope: Scope): boolean {
    if (compound.scope && element !== scopeElement(scope)) return false;
    if (compound.native && !dom.matches(element, compound.native)) return false;
    return compound.pseudos.every((pseudo) => this.#matchesPseudo(element, pseudo, scope));
  }

  #matchesAny(element: Element, list: ComplexSelector[], scope: Scope): boolean {
    return list.some((complex) => {
      const around = namesScope(complex) ? { ...this.#around(complex).scope, pierce: scope.pierce } : scope;
      return this.#matchesFrom(element, complex, complex.compounds.length - 1, around);
    });
  }

  #matchesPseudo(element: Element, pseudo: Pseudo, scope: Scope): boolean {
    switch (pseudo.kind) {
      case "visible":
        return hasVisibleBox(element);
      case "has-text":
        return hasText(element, contains(pseudo.text), this.#texts);
      case "text":
        return isInnermost(element, contains(pseudo.text), this.#texts);
      case "text-is":
        return isInnermost(element, hasOwnRun(pseudo.text), this.#texts);
      case "text-matches":
        return isInnermost(element, fitsPattern(pseudo.pattern), this.#texts);
      case "nth-match":
        return this.#nthOf(pseudo) === element;
      case "place":
        return this.#isPlaced(element, pseudo);
      case "is":
        return this.#matchesAny(element, pseudo.of, scope);
      case "not":
        return !this.#matchesAny(element, pseudo.of, scope);
      case "has":
        return new CssQuery(element, undefined, scope.pierce, this.#texts).#union(pseudo.of, ":has").size > 0;
      case "light":
        return dom.getRootNode(element) === dom.getRootNode(scope.root) && this.#matchesAny(element, pseudo.of, { ...scope, pierce: false });
    }
  }

  #nthOf(pseudo: Pseudo & { kind: "nth-match" }): Element | undefined {
    if (!this.#nth.has(pseudo)) this.#nth.set(pseudo, inComposedOrder(this.#list(pseudo))[pseudo.n - 1]);
    return this.#nth.get(pseudo);
  }

  #isPlaced(element: Element, pseudo: Pseudo & { kind: "place" }): boolean {
    const score = placeScore(pseudo.side, element, this.#list(pseudo), pseudo.max);
    if (score === undefined) return false;
    this.#scores.set(element, score);
    return true;
  }

  /** What the argument of a pseudo-class names, found once. */
  #list(pseudo: Pseudo & { of: ComplexSelector[] }): Set<Element> {
    let found = this.#listed.get(pseudo);
    if (!found) {
      found = this.#union(pseudo.of, `:${pseudo.kind}`);
      this.#listed.set(pseudo, found);
    }
    return found;
  }
}
