/** Finds elements by selector: CSS through open shadow roots, text, role, XPath, test attributes, chained by `>>`. */
import { isElement, searchRoots, type SearchRoot } from "../see/composed.ts";
import { NameReader } from "../see/name.ts";
import { mayHaveRole, roleOf } from "../see/role.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { CssQuery, inComposedOrder } from "./css.ts";
import { invalidSelector, parseSelector, type SelectorPart } from "./parse.ts";
import { queryRole } from "./role.ts";
import { isExactly, isInnermost, Texts, textTest } from "./text.ts";

/** What several queries of one unchanged page share. */
export class QueryCache {
  readonly names: NameReader;
  #roots: SearchRoot[] | undefined;
  readonly #byRole = new Map<string, Element[]>();

  constructor(names = new NameReader()) {
    this.names = names;
  }

  rootsOf(root: SearchRoot): SearchRoot[] {
    return root === document ? (this.#roots ??= searchRoots(document)) : searchRoots(root);
  }

  /** The document's elements of a role. */
  withRole(role: string): Element[] {
    let found = this.#byRole.get(role);
    if (!found) {
      const css = mayHaveRole(role);
      found = this.rootsOf(document).flatMap((root) =>
        [...root.querySelectorAll(css)].filter((element) => roleOf(element) === role),
      );
      this.#byRole.set(role, found);
    }
    return found;
  }
}

/** Every element that a selector names, in document order. Throws `invalid-selector`. */
export function matchAll(selector: string, root: SearchRoot = document, cache = new QueryCache()): Element[] {
  return inComposedOrder(matchSet(selector, root, cache));
}

/** The same without an order, for those who only count; `enough` matches may end the search. */
export function matchSet(
  selector: string,
  root: SearchRoot = document,
  cache = new QueryCache(),
  enough = Infinity,
): Set<Element> {
  let found: Set<Element> | undefined;
  const parts = parseSelector(selector);
  const limit = parts.length === 1 ? enough : Infinity;
  for (const part of parts) {
    if (part.engine === "nth") found = pickNth(inComposedOrder(found ?? allUnder(root)), part.body, selector);
    else if (part.engine === "visible")
      found = new Set([...(found ?? allUnder(root))].filter((element) => hasVisibleBox(element) === (part.body !== "false")));
    else {
      const next = new Set<Element>();
      for (const from of found ?? [root]) for (const element of query(from, part, cache, limit)) next.add(element);
      found = next;
    }
    if (!found.size) return found;
  }
  return found ?? new Set();
}

const allUnder = (root: SearchRoot): Element[] => searchRoots(root).flatMap((each) => [...each.querySelectorAll("*")]);

function pickNth(elements: Element[], body: string, selector: string): Set<Element> {
  const n = Number(body);
  if (!body || !Number.isInteger(n)) throw invalidSelector(selector, `nth= needs a whole number, not "${body}"`);
  const picked = elements.at(n);
  return new Set(picked ? [picked] : []);
}

function query(root: SearchRoot, part: SelectorPart, cache: QueryCache, limit: number): Iterable<Element> {
  switch (part.engine) {
    case "css":
      return new CssQuery(root, cache.rootsOf(root)).all(part.body);
    case "role":
      return queryRole(root, part.body, cache, limit);
    case "text":
      return queryText(root, part.body);
    case "xpath":
      return queryXPath(root, part.body);
    case "attribute":
      return new CssQuery(root, cache.rootsOf(root)).all(`[${part.attribute}=${JSON.stringify(part.body)}]`);
    default:
      return [];
  }
}

function queryText(root: SearchRoot, body: string): Element[] {
  const texts = new Texts();
  const { exact, test } = textTest(body);
  const passes =
    exact === undefined
      ? (element: Element) => isInnermost(element, test, texts)
      : (element: Element) => isExactly(element, exact, texts);
  return allUnder(root).filter(passes);
}

function queryXPath(root: SearchRoot, body: string): Element[] {
  const expression = isElement(root) && body.startsWith("/") ? `.${body}` : body;
  try {
    const result = document.evaluate(expression, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
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
