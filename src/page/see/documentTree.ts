/**
 * The document's elements as far as they are still those of the last reading: what was read off all of them need not be read again.
 * An observer tells which came and went, and is let go where a page changes so much that asking anew is cheaper. Of shadow roots
 * that come to elements which are there only the script in the page's own world can tell: without it nothing is remembered.
 */
import * as dom from "../dom.ts";
import { workEvents } from "../world/workEvents.ts";
import { isElement, searchRoots, type SearchRoot } from "./composed.ts";
import { perTask } from "./perTask.ts";

/** What a page may change between two readings: records of changes, elements that came. */
const MAX_CHANGES = 2000;
/** Each is observed by itself. */
const MAX_ROOTS = 500;
/** Longer lists are not kept. */
const MAX_KEPT = 2000;

const listedAttributes = ["role", "popover", "aria-labelledby", "aria-owns"] as const;

/** Elements of any of these tags or with any of these attributes. */
export interface Listing {
  tags: readonly string[];
  attributes: readonly (typeof listedAttributes)[number][];
  /** The rest is not looked at. */
  most?: number;
}

const observer = new MutationObserver(note);
let roots: SearchRoot[] | undefined;
let changesLeft = 0;
/** The event by which the page's own world is asked. */
let shadowsAsked: string | undefined;

/** From now on the script with this secret says whether shadow roots have come. */
export function rememberTree(workKey: string | undefined): void {
  if (workKey !== undefined) shadowsAsked = workEvents(workKey).shadows;
}

/** Nothing that was read holds any more. */
function forgetTree(): void {
  observer.disconnect();
  roots = undefined;
  changed();
}

/** From now on this closed root is read and searched as an open one is. */
export function enterShadowRoot(root: ShadowRoot): void {
  dom.handOver(root);
  forgetTree();
}

/** The document and every shadow root in it that can be entered, in document order. */
export const documentRoots = perTask((): SearchRoot[] => {
  note(observer.takeRecords());
  changesLeft = MAX_CHANGES;
  if (roots && hasSameShadows()) return roots;
  forgetTree();
  const found = searchRoots(document);
  if (!hasSameShadows() || found.length > MAX_ROOTS) return found;
  for (const root of found) observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: [...listedAttributes] });
  return (roots = found);
});

/** Elements that are known by a key until the document has others. */
export class PerTree<K> {
  readonly #lists = new Map<K, readonly Element[]>();

  constructor() {
    perTree.push(this.#lists);
  }

  get(key: K): readonly Element[] | undefined {
    documentRoots();
    return this.#lists.get(key);
  }

  keep(key: K, elements: readonly Element[]): void {
    if (roots && elements.length <= MAX_KEPT) this.#lists.set(key, elements);
  }
}

const perTree: Map<unknown, unknown>[] = [];
const lists = new PerTree<Listing>();

/**
 * Those of the document, kind by kind. Browsers keep the lists of a document's tags until it changes and look for one attribute fast; a
 * long selector they try on every element. They are slow at giving a list item by item to an iterator.
 */
export function listed(listing: Listing): readonly Element[] {
  const known = lists.get(listing);
  if (known) return known;
  const { most = Infinity } = listing;
  const found = new Set<Element>();
  for (const list of listsOf(listing)) for (let index = 0; index < list.length && found.size < most; index++) found.add(list[index] as Element);
  const elements = [...found];
  lists.keep(listing, elements);
  return elements;
}

function* listsOf({ tags, attributes }: Listing): Generator<HTMLCollectionOf<Element> | NodeListOf<Element>> {
  for (const root of documentRoots()) {
    for (const tag of tags) yield dom.elementsByTag(root, tag);
    for (const attribute of attributes) yield dom.querySelectorAll(root, `[${attribute}]`);
  }
}

/** Runs in the page's time: what has left the page is let go at once, and a page that changes a lot is no longer observed. */
function note(records: MutationRecord[]): void {
  if (!roots) return;
  changesLeft -= records.length;
  if (changesLeft < 0) return forgetTree();
  const came = records.flatMap(({ addedNodes }) => elementsOf(addedNodes));
  if (came.length === 0 && !records.some(({ type, removedNodes }) => type === "attributes" || elementsOf(removedNodes).length > 0)) return;
  changed();
  for (const element of came) changesLeft -= dom.elementsByTag(element, "*").length;
  if (changesLeft < 0 || came.some(bringsShadows) || !roots.every(isThere)) forgetTree();
}

function changed(): void {
  for (const map of perTree) map.clear();
}

/** Since this was asked last; false also where nobody answers. */
const hasSameShadows = (): boolean => shadowsAsked !== undefined && !window.dispatchEvent(new Event(shadowsAsked, { cancelable: true }));

const elementsOf = (nodes: NodeList): Element[] => [...nodes].filter(isElement);
const bringsShadows = (element: Element): boolean => searchRoots(element).length > 1;
const isThere = (root: SearchRoot): boolean => !(root instanceof ShadowRoot) || dom.isConnected(root.host);
