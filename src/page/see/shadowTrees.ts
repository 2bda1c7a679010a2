import * as dom from "../dom.ts";
import type { SeeApi, ShadowTree } from "./api.ts";
import { isElement } from "./composed.ts";
import { resolveTarget } from "./elements.ts";
import { cut } from "./line.ts";
import { squash } from "./name.ts";

const MAX_CHILDREN = 50;

/** The open shadow roots under an element or in the document. */
export const shadowTrees: SeeApi["shadowTrees"] = ({ target, maxHosts }) => {
  const trees: ShadowTree[] = [];
  let capped = false;
  const visit = (root: Document | ShadowRoot | Element) => {
    const elements = root instanceof Element ? [root, ...dom.querySelectorAll(root, "*")] : dom.querySelectorAll(root, "*");
    for (const element of elements) {
      const shadow = dom.shadowRoot(element);
      if (!shadow) continue;
      if (trees.length >= maxHosts) {
        capped = true;
        return;
      }
      trees.push(describeTree(element, shadow));
      visit(shadow);
    }
  };
  visit(target ? resolveTarget(target) : document);
  return { trees, capped };
};

function describeTree(host: Element, root: ShadowRoot): ShadowTree {
  const children = [...root.children].slice(0, MAX_CHILDREN).map((child) => {
    const text = cut(squash(dom.textContent(child) ?? ""), 80);
    return { tag: dom.localName(child), ...(text && { text }), childCount: dom.childElementCount(child) };
  });
  return { hostTag: dom.localName(host), mode: "open", children, descendantCount: root.querySelectorAll("*").length };
}

/** The way from the document to an element, as places among element siblings; -1 steps into a shadow root. */
export const elementPath: SeeApi["elementPath"] = ({ target }) => {
  const path: number[] = [];
  let at: Node = resolveTarget(target);
  for (let parent = dom.parentNode(at); parent; parent = dom.parentNode(at)) {
    path.unshift([...dom.childNodes(parent)].filter(isElement).indexOf(at as Element));
    if (parent instanceof ShadowRoot) {
      path.unshift(-1);
      at = parent.host;
    } else at = parent;
  }
  return path;
};
