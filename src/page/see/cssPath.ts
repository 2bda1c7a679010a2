/** A structural CSS path: anchored at the nearest id, else counted from the document's root. */
import * as dom from "../dom.ts";


function isUnique(root: Document | ShadowRoot, css: string): boolean {
  return dom.querySelectorAll(root, css).length === 1;
}

function position(element: Element): string {
  let index = 1;
  let alone = true;
  for (let before = dom.previousElementSibling(element); before; before = dom.previousElementSibling(before))
    if (dom.localName(before) === dom.localName(element)) index++;
  if (index > 1) alone = false;
  else
    for (let after = dom.nextElementSibling(element); after; after = dom.nextElementSibling(after))
      if (dom.localName(after) === dom.localName(element)) {
        alone = false;
        break;
      }
  return alone ? "" : `:nth-of-type(${index})`;
}

/** Ids that a program made up change with the next render. */
export const isStableId = (id: string): boolean =>
  /^[A-Za-z][\w-]*$/.test(id) &&
  !/\d{4,}|^(:r|radix-|mui-|ember|react-|headlessui-|downshift-)/.test(id) &&
  !/[0-9a-f]{8}/i.test(id);

/** The path inside the element's own document or shadow root; `host >> …` is not needed, since `>` crosses shadow roots. */
export function cssPath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at;) {
    const root = dom.getRootNode(at);
    const inTree = root instanceof Document || root instanceof ShadowRoot;
    // Not `at.id`: a form's field named "id" stands in its place.
    const id: string | null = dom.getAttribute(at, "id");
    if (inTree && id && isStableId(id) && isUnique(root, `#${CSS.escape(id)}`)) {
      steps.unshift(`#${CSS.escape(id)}`);
      if (root instanceof Document) break;
    } else steps.unshift(CSS.escape(dom.localName(at)) + position(at));
    at = dom.parentElement(at) ?? (root instanceof ShadowRoot && dom.parentNode(at) === root ? root.host : null);
    if (at && dom.localName(at) === "html") break;
  }
  return steps.join(" > ");
}
