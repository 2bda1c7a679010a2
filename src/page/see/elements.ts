/** Refs belong to elements: `eN` stays with its element whatever happens to its text, role or place. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import type { PageTarget, RefDescriptor } from "../api.ts";
import { matchAll } from "../selector/index.ts";
import { type SearchRoot } from "./composed.ts";
import { documentRoots, PerTree } from "./documentTree.ts";
import { cssPath } from "./cssPath.ts";
import { roleAndName } from "./line.ts";
import { NameReader } from "./name.ts";
import { roleOf } from "./role.ts";

interface Known {
  element: WeakRef<Element>;
  descriptor: RefDescriptor;
  /** The last reading in which the element was still on the page. */
  aliveAt: number;
}

const byRef = new Map<string, Known>();
const refs = new WeakMap<Element, string>();
/** In which reading an element was met first: one met while a ref's own element was alive cannot be its replacement. */
const firstMet = new WeakMap<Element, number>();
let reading = 0;
/** What elements with refs are: nothing of another tag can come in the place of one. */
const tagsWithRefs = new Set<string>();
/** Those that were not met because they were not drawn, by their tag. */
const undrawn = new PerTree<string>();

export const DEFAULT_TEST_ATTRIBUTES = ["data-testid", "data-test", "data-cy", "data-qa"];

/** The first of the configured test attributes that an element has. */
export function testAttributeOf(element: Element, attributes: readonly string[]): [attribute: string, value: string] | undefined {
  for (const attribute of attributes) {
    const value = dom.getAttribute(element, attribute);
    if (value) return [attribute, value];
  }
  return undefined;
}

/** As many as a session remembers. */
const MAX_REFS = 20_000;

function forgetOldest(): void {
  for (const ref of byRef.keys()) {
    if (byRef.size <= MAX_REFS) return;
    byRef.delete(ref);
  }
}

/** Hands out refs during one reading of the page and collects what the session must remember of the new ones. */
export class RefMint {
  next: number;
  readonly minted: Record<string, RefDescriptor> = {};
  readonly #names: NameReader;
  readonly #testAttributes: readonly string[];

  constructor(nextRef: number, names: NameReader, testAttributes: readonly string[] = DEFAULT_TEST_ATTRIBUTES) {
    this.next = nextRef;
    this.#names = names;
    this.#testAttributes = testAttributes;
    reading++;
    forgetOldest();
    for (const known of byRef.values()) {
      const element = known.element.deref();
      if (element && dom.isConnected(element)) known.aliveAt = reading;
    }
  }

  /** Notes which elements are there in this reading. */
  meetPage(): void {
    for (const tag of tagsWithRefs) meetAll(tag);
  }

  refOf(element: Element): string {
    const known = refs.get(element);
    if (known && byRef.has(known)) return known;
    if (!firstMet.has(element)) firstMet.set(element, reading);
    const ref = `e${this.next++}`;
    const descriptor = describeForRef(element, this.#names, this.#testAttributes);
    bind(ref, element, descriptor);
    this.minted[ref] = descriptor;
    return ref;
  }
}

function meetAll(tag: string): void {
  const known = undrawn.get(tag);
  const left: Element[] = [];
  for (const list of known ? [known] : documentRoots().map((root) => dom.elementsByTag(root, tag)))
    for (let index = 0; index < list.length; index++) {
      const element = list[index] as Element;
      if (firstMet.has(element)) continue;
      if (isDrawn(element)) firstMet.set(element, reading);
      else left.push(element);
    }
  undrawn.keep(tag, left);
}

/** What is not drawn may yet be shown in the place of another. */
const isDrawn = (element: Element): boolean => dom.checkVisibility(element) || getComputedStyle(element).display === "contents";

/** The ref that an element has already. */
export const knownRef = (element: Element): string | undefined => refs.get(element);

/** The element of a ref while it is on the page. */
export function elementOfRef(ref: string): Element | null {
  const element = byRef.get(ref)?.element.deref();
  return element && dom.isConnected(element) ? element : null;
}

function bind(ref: string, element: Element, descriptor: RefDescriptor): void {
  refs.set(element, ref);
  byRef.set(ref, { element: new WeakRef(element), descriptor, aliveAt: reading });
  if (tagsWithRefs.has(descriptor.tag)) return;
  tagsWithRefs.add(descriptor.tag);
  meetAll(descriptor.tag);
}

function describeForRef(element: Element, names: NameReader, testAttributes: readonly string[]): RefDescriptor {
  const test = testAttributeOf(element, testAttributes);
  return {
    role: roleOf(element),
    name: names.nameOf(element),
    tag: dom.localName(element),
    ...(test && { test }),
    ...(dom.getAttribute(element, "id") && { id: dom.getAttribute(element, "id") ?? "" }),
    path: cssPath(element),
  };
}

function refGone(ref: string, why: string): PageRefusal {
  return new PageRefusal("ref-gone", `${ref} ${why}`, {
    hint: "Call snapshot or find again and use the ref it gives.",
    fields: { ref },
  });
}

/** The element behind a ref. After a re-render it re-binds only to the one element that looks the same. */
function resolveRef(ref: string, given: RefDescriptor | undefined): Element {
  const known = byRef.get(ref);
  const element = known?.element.deref();
  if (element && dom.isConnected(element)) return element;
  const descriptor = known?.descriptor ?? given;
  if (!descriptor) throw refGone(ref, "is not known on this page");
  const candidates = lookalikes(descriptor).filter((other) => (firstMet.get(other) ?? Infinity) > (known?.aliveAt ?? -1));
  const [only] = candidates;
  if (!only || candidates.length > 1) {
    const what = roleAndName(descriptor.role, descriptor.name);
    const why = candidates.length ? `and ${candidates.length} elements look like it` : "and nothing like it is there";
    throw refGone(ref, `(${what}) is no longer on the page, ${why}`);
  }
  byRef.set(ref, { element: new WeakRef(only), descriptor, aliveAt: reading });
  if (!refs.has(only)) refs.set(only, ref);
  return only;
}

function lookalikes(descriptor: RefDescriptor): Element[] {
  const names = new NameReader();
  const css = descriptor.test ? `${descriptor.tag}[${descriptor.test[0]}=${JSON.stringify(descriptor.test[1])}]` : descriptor.tag;
  const found: Element[] = [];
  for (const root of documentRoots())
    for (const element of dom.querySelectorAll(root, css))
      if (roleOf(element) === descriptor.role && names.nameOf(element) === descriptor.name) found.push(element);
  return found;
}

/** Where a target's selector is looked for. */
function rootOf(target: PageTarget): SearchRoot {
  return target.within ? resolveTarget(target.within) : document;
}

/** Every element a target names, in document order; none is no error. */
export function resolveAll(target: PageTarget): Element[] {
  if (target.ref) return [resolveRef(target.ref, target.descriptor)];
  if (target.selector === undefined) throw new PageRefusal("bad-input", "a target needs a ref or a selector");
  return matchAll(target.selector, rootOf(target));
}

/** The element a target names; for a selector, the first match. */
export function resolveTarget(target: PageTarget): Element {
  const [first] = resolveAll(target);
  if (first) return first;
  throw nothingMatches(target);
}

export function nothingMatches({ selector }: PageTarget): PageRefusal {
  const inFrames = window.length > 0 ? " Selectors look into one frame; find gives refs in all of them." : "";
  return new PageRefusal("not-found", `nothing matches "${selector}"`, {
    hint: `Check the selector with find or snapshot; the element may not be there yet.${inFrames}`,
    fields: { selector },
  });
}
