import type { SeeApi, ShadowTree } from "./api.ts";
import { resolveTarget } from "./elements.ts";
import { cut } from "./line.ts";
import { squash } from "./name.ts";

const MAX_CHILDREN = 50;

/** The open shadow roots under an element or in the document. */
export const shadowTrees: SeeApi["shadowTrees"] = ({ target, maxHosts }) => {
  const trees: ShadowTree[] = [];
  let capped = false;
  const visit = (root: Document | ShadowRoot | Element) => {
    const elements = root instanceof Element ? [root, ...root.querySelectorAll("*")] : root.querySelectorAll("*");
    for (const element of elements) {
      if (!element.shadowRoot) continue;
      if (trees.length >= maxHosts) {
        capped = true;
        return;
      }
      trees.push(describeTree(element, element.shadowRoot));
      visit(element.shadowRoot);
    }
  };
  visit(target ? resolveTarget(target) : document);
  return { trees, capped };
};

function describeTree(host: Element, root: ShadowRoot): ShadowTree {
  const children = [...root.children].slice(0, MAX_CHILDREN).map((child) => {
    const text = cut(squash(child.textContent ?? ""), 80);
    return { tag: child.localName, ...(text && { text }), childCount: child.childElementCount };
  });
  return { hostTag: host.localName, mode: "open", children, descendantCount: root.querySelectorAll("*").length };
}

/** The way from the document to an element, as places among element siblings; -1 steps into a shadow root. */
export const elementPath: SeeApi["elementPath"] = ({ target }) => {
  const path: number[] = [];
  for (let at: Node = resolveTarget(target); at.parentNode;) {
    const parent: ParentNode = at.parentNode;
    path.unshift([...parent.children].indexOf(at as Element));
    if (parent instanceof ShadowRoot) {
      path.unshift(-1);
      at = parent.host;
    } else at = parent;
  }
  return path;
};
