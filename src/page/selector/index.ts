/** Finds elements by selector: CSS through open shadow roots, text, role, XPath, test attributes, chained by `>>`. */
import { isElement, searchRoots, type SearchRoot } from "../see/composed.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { CssQuery, inComposedOrder } from "./css.ts";
import { invalidSelector, parseSelector, type SelectorPart } from "./parse.ts";
import { queryRole } from "./role.ts";
import { isExactly, isInnermost, Texts, textTest } from "./text.ts";

/** Every element that a selector names, in document order. Throws `invalid-selector`. */
export function matchAll(selector: string, root: SearchRoot = document): Element[] {
  let found: Element[] | undefined;
  for (const part of parseSelector(selector)) {
    if (part.engine === "nth") found = pickNth(found ?? allUnder(root), part.body, selector);
    else if (part.engine === "visible")
      found = (found ?? allUnder(root)).filter((element) => hasVisibleBox(element) === (part.body !== "false"));
    else {
      const roots: SearchRoot[] = found ?? [root];
      const next = new Set<Element>();
      for (const from of roots) for (const element of query(from, part)) next.add(element);
      found = inComposedOrder(next);
    }
    if (!found.length) return [];
  }
  return found ?? [];
}

const allUnder = (root: SearchRoot): Element[] => searchRoots(root).flatMap((each) => [...each.querySelectorAll("*")]);

function pickNth(elements: Element[], body: string, selector: string): Element[] {
  const n = Number(body);
  if (!body || !Number.isInteger(n)) throw invalidSelector(selector, `nth= needs a whole number, not "${body}"`);
  const picked = elements.at(n);
  return picked ? [picked] : [];
}

function query(root: SearchRoot, part: SelectorPart): Iterable<Element> {
  switch (part.engine) {
    case "css":
      return new CssQuery(root).all(part.body);
    case "role":
      return queryRole(root, part.body);
    case "text":
      return queryText(root, part.body);
    case "xpath":
      return queryXPath(root, part.body);
    case "attribute":
      return new CssQuery(root).all(`[${part.attribute}=${JSON.stringify(part.body)}]`);
    default:
      return [];
  }
}

function queryText(root: SearchRoot, body: string): Element[] {
  const texts = new Texts();
  const { exact, test } = textTest(body);
  const passes = exact === undefined ? (element: Element) => isInnermost(element, test, texts) : (element: Element) => isExactly(element, exact, texts);
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
