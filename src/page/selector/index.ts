/** Finds elements by selector: CSS through open shadow roots, text, role, XPath, test attributes, chained by `>>`. */
import * as dom from "../dom.ts";
import { elementsByIds, isElement, searchRoots, type SearchRoot } from "../see/composed.ts";
import { documentRoots } from "../see/documentTree.ts";
import { NameReader } from "../see/name.ts";
import { mayHaveRole } from "../see/role.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { CssQuery } from "./css.ts";
import { invalidSelector } from "./invalid.ts";
import { placeScore } from "./layout.ts";
import { inComposedOrder } from "./order.ts";
import { parseSelector, type SelectorPart } from "./parse.ts";
import { queryRole, type RoleCandidate } from "./role.ts";
import { hasText, isInnermost, Texts, type TextMatch } from "./text.ts";

/** What several queries of one unchanged page share. */
export class QueryCache {
  readonly names: NameReader;
  readonly texts = new Texts();
  readonly #byRole = new Map<string, RoleCandidate[]>();

  constructor(names = new NameReader()) {
    this.names = names;
  }

  rootsOf(root: SearchRoot): SearchRoot[] {
    return root === document ? documentRoots() : searchRoots(root);
  }

  /** Those elements of the document that may have a role. */
  mayHaveRole(role: string): readonly RoleCandidate[] {
    let found = this.#byRole.get(role);
    if (!found) {
      const css = mayHaveRole(role);
      found = this.rootsOf(document).flatMap((root) => [...dom.querySelectorAll(root, css)].map((element) => ({ element })));
      this.#byRole.set(role, found);
    }
    return found;
  }
}

/** Elements that were found, and for some selectors how well they are placed. */
interface Found {
  elements: Set<Element>;
  scores?: ReadonlyMap<Element, number>;
}

/** Every element that a selector names, in document order; for layout selectors the nearest first. Throws `invalid-selector`. */
export function matchAll(selector: string, root: SearchRoot = document, cache = new QueryCache()): Element[] {
  return inOrder(follow(parseSelector(selector), root, cache));
}

/** The same without an order, for those who only count; `enough` matches may end the search. */
export function matchSet(selector: string, root: SearchRoot = document, cache = new QueryCache(), enough = Infinity): Set<Element> {
  return follow(parseSelector(selector), root, cache, enough).elements;
}

function inOrder({ elements, scores }: Found): Element[] {
  const ordered = inComposedOrder(elements);
  return scores?.size ? ordered.sort((a, b) => (scores.get(a) ?? Infinity) - (scores.get(b) ?? Infinity)) : ordered;
}

function follow(parts: readonly SelectorPart[], root: SearchRoot, cache: QueryCache, enough = Infinity): Found {
  const limit = parts.length === 1 ? enough : Infinity;
  let found: Found | undefined;
  for (const part of parts) found = step(part, root, found, cache, limit);
  return found ?? { elements: new Set() };
}

/** What one part makes of what the parts before it found; at first there is only the root. */
function step(part: SelectorPart, root: SearchRoot, before: Found | undefined, cache: QueryCache, limit: number): Found {
  const soFar = (): Found => before ?? { elements: new Set(allUnder(root)) };
  const keep = (test: (element: Element) => boolean): Found => {
    const { elements, scores } = soFar();
    return { elements: new Set([...elements].filter(test)), scores };
  };
  switch (part.engine) {
    case "nth": {
      const picked = inOrder(soFar()).at(part.index);
      return { elements: new Set(picked ? [picked] : []) };
    }
    case "visible":
      return keep((element) => hasVisibleBox(element) === part.visible);
    case "has-text":
      return keep((element) => hasText(element, part.match, cache.texts) !== part.not);
    case "has":
      return keep((element) => follow(part.parts, element, cache, 1).elements.size > 0 !== part.not);
    case "place":
      return placed(soFar().elements, part.side, follow(part.parts, root, cache).elements, part.max);
    case "and": {
      const { elements } = follow(part.parts, root, cache);
      return keep((element) => elements.has(element));
    }
    case "or":
      return { elements: new Set([...soFar().elements, ...follow(part.parts, root, cache).elements]) };
    case "pass":
      return soFar();
    default:
      return search(part, before ? before.elements : [root], cache, limit);
  }
}

function placed(elements: Set<Element>, side: Parameters<typeof placeScore>[0], others: Set<Element>, max: number | undefined): Found {
  const scores = new Map<Element, number>();
  for (const element of elements) {
    const score = placeScore(side, element, others, max);
    if (score !== undefined) scores.set(element, score);
  }
  return { elements: new Set(scores.keys()), scores };
}

type SearchingPart = Extract<SelectorPart, { engine: "css" | "text" | "label" | "role" | "xpath" | "attribute" | "chain" }>;

function search(part: SearchingPart, from: Iterable<SearchRoot>, cache: QueryCache, limit: number): Found {
  const elements = new Set<Element>();
  let scores: ReadonlyMap<Element, number> | undefined;
  for (const root of from) {
    const found = query(root, part, cache, limit);
    for (const element of found.elements) elements.add(element);
    scores ??= found.scores;
  }
  return { elements, scores };
}

function query(root: SearchRoot, part: SearchingPart, cache: QueryCache, limit: number): Found {
  switch (part.engine) {
    case "css": {
      const css = new CssQuery(root, cache.rootsOf(root), part.pierce, cache.texts);
      return { elements: css.all(part.css), scores: css.scores };
    }
    case "role":
      return { elements: queryRole(root, part.wish, cache, limit) };
    case "text":
      return { elements: new Set(queryText(root, part.match, part.pierce, cache.texts)) };
    case "label":
      return { elements: new Set(queryLabel(root, part.match, cache)) };
    case "xpath":
      return { elements: new Set(queryXPath(root, part.expression)) };
    case "attribute":
      return { elements: new Set(queryAttribute(root, part, cache)) };
    case "chain":
      return follow(part.parts, root, cache, limit);
  }
}

const allUnder = (root: SearchRoot, pierce = true): Element[] =>
  (pierce ? searchRoots(root) : [root]).flatMap((each) => [...dom.querySelectorAll(each, "*")]);

/** The element that the search starts from may be the one with the text: `li >> text=two`. */
function queryText(root: SearchRoot, match: TextMatch, pierce: boolean, texts: Texts): Element[] {
  const elements = [...(isElement(root) ? [root] : []), ...allUnder(root, pierce)];
  let without: Element | undefined;
  return elements.filter((element) => {
    if (match.isPartOfParents && without && dom.contains(without, element)) return false;
    if (match.test(texts.of(element))) return isInnermost(element, match, texts);
    without = element;
    return false;
  });
}

function queryLabel(root: SearchRoot, { test }: TextMatch, { texts }: QueryCache): Element[] {
  return allUnder(root).filter((element) => {
    const labelledBy = elementsByIds(element, dom.getAttribute(element, "aria-labelledby"));
    return texts.labelsOf(element, labelledBy).some(test);
  });
}

function queryAttribute(root: SearchRoot, { names, test, pierce }: SearchingPart & { engine: "attribute" }, cache: QueryCache): Element[] {
  const css = names.map((name) => `[${name}]`).join(",");
  const passes = (element: Element): boolean =>
    names.some((name) => {
      const value = dom.getAttribute(element, name);
      return value !== null && test(value);
    });
  return (pierce ? cache.rootsOf(root) : [root]).flatMap((each) => [...dom.querySelectorAll(each, css)].filter(passes));
}

function queryXPath(root: SearchRoot, body: string): Element[] {
  const expression = isElement(root) && body.startsWith("/") ? `.${body}` : body;
  try {
    const result = dom.evaluate(document, expression, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    const found: Element[] = [];
    for (let i = 0; i < result.snapshotLength; i++) {
      const node = result.snapshotItem(i);
      if (isElement(node)) found.push(node);
    }
    return found;
  } catch {
    throw invalidSelector(`xpath=${body}`, "it is not valid XPath");
  }
}
