/** Elements of several shadow roots in the order a reader meets them: a host, what is in its shadow, what follows. */
import * as dom from "../dom.ts";

export function inComposedOrder(elements: Iterable<Element>): Element[] {
  const list = [...elements];
  const first = list[0] && dom.getRootNode(list[0]);
  if (list.every((element) => dom.getRootNode(element) === first))
    return isInOrder(list) ? list : list.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  const chains = new Map(list.map((element) => [element, hostChain(element)]));
  return list.sort((a, b) => compareChains(chains.get(a) ?? [], chains.get(b) ?? []));
}

const comesBefore = (a: Element, b: Element): boolean => (dom.compareDocumentPosition(a, b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The browser's own queries answer in order; comparing neighbours is cheaper than sorting. */
const isInOrder = (list: readonly Element[]): boolean =>
  list.every((element, i) => i === 0 || comesBefore(list[i - 1] as Element, element));

function hostChain(element: Element): Element[] {
  const chain = [element];
  for (let root = dom.getRootNode(element); root instanceof ShadowRoot; root = dom.getRootNode(root.host)) chain.unshift(root.host);
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
