/** Watches the DOM between the beginning and the end of an action. */
import * as dom from "../dom.ts";
import { isElement, searchRoots } from "../see/composed.ts";
import { documentRoots } from "../see/documentTree.ts";

/** A change that comes again and again in the same place is a ticking clock or an animation, not an effect. */
const REPEATS = 3;
/** More places than this need not be told apart. */
const MAX_PLACES = 400;

/** Whether a part can be reached is not its content: a modal takes that from all the others. Drawers that come are found by their looks. */
const noticeable = /^(aria-(?!hidden$)|open$|hidden$|disabled$|checked$|selected$|value$|role$|href$|title$|alt$|placeholder$|popover$|data-state$)/;

/** How long to wait for a page to come to rest. */
export interface Patience {
  frames: number;
  /** A page that never stops changing is taken as it is. */
  capMs: number;
  isBusy: () => boolean;
  busyCapMs: number;
  /** Resolves with the next frame. */
  frame: () => Promise<void>;
  /** Resolves to true when what the last input put off has come. */
  isOver?: () => Promise<boolean>;
}

export class DomWatch {
  readonly #observer = new MutationObserver((records) => this.#take(records));
  readonly #seen = new Map<Node, Map<string, { frame: number; times: number }>>();
  /** Elements that came. */
  readonly added = new Set<Element>();
  /** Elements whose words or noticeable attributes changed. */
  readonly altered = new Set<Element>();
  /** Elements that a class or a style may have brought to light. */
  readonly restyled = new Set<Element>();
  /** Elements that went and left no place behind that could tell of it. */
  readonly gone = new Set<Element>();
  #records = 0;
  #frame = 0;
  #news = false;
  #changed = false;

  constructor() {
    for (const root of documentRoots()) this.#observe(root);
  }

  get changed(): boolean {
    this.#take(this.#observer.takeRecords());
    return this.#changed;
  }

  /** Changes of any kind so far. */
  get records(): number {
    this.#take(this.#observer.takeRecords());
    return this.#records;
  }

  /** What the input's own listeners did is done: only what comes after it must be waited out. */
  passOver(): void {
    this.#take(this.#observer.takeRecords());
    this.#news = false;
  }

  /** Waits until so many frames in a row brought nothing new and nothing is under way; false when the time was over first. */
  async untilQuiet({ frames, capMs, isBusy, busyCapMs, frame, isOver }: Patience): Promise<boolean> {
    const start = performance.now();
    // An effect is there, and nothing that could bring more of it. That there is none at all takes a frame to say.
    if ((await isOver?.()) && this.changed && !this.#news && !isBusy()) return true;
    this.passOver();
    for (let quiet = 0, busy = false; quiet < frames; ) {
      if (performance.now() - start >= (busy ? busyCapMs : capMs)) return false;
      await frame();
      this.#take(this.#observer.takeRecords());
      busy = isBusy() && performance.now() - start < busyCapMs;
      quiet = this.#news || busy ? 0 : quiet + 1;
      this.#news = false;
      this.#frame++;
    }
    return true;
  }

  stop(): void {
    this.#observer.disconnect();
  }

  #observe(root: Node): void {
    this.#observer.observe(root, { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true });
  }

  #take(records: MutationRecord[]): void {
    this.#records += records.length;
    for (const record of records) {
      if (isAside(record.target)) continue;
      this.#note(record);
      for (const added of record.addedNodes) if (isElement(added)) this.#enterShadows(added);
    }
  }

  #note(record: MutationRecord): void {
    const what = record.attributeName ?? record.type;
    if (isSetAgain(record)) return;
    if (this.#isRepeated(record.target, what)) return;
    this.#news = true;
    if (record.type === "attributes" && !noticeable.test(what)) {
      if (mayReveal(record)) this.restyled.add(record.target as Element);
      return;
    }
    this.#changed = true;
    if (record.type === "childList") this.#noteChildren(record);
    else noteIn(this.altered, placeOf(record.target));
  }

  /** What came is the place that changed; what is around it only when words came or something went. */
  #noteChildren({ target, addedNodes, removedNodes }: MutationRecord): void {
    let words = false;
    for (const added of addedNodes) {
      if (isElement(added)) noteIn(this.added, added);
      else if (dom.textContent(added)?.trim()) words = true;
    }
    const lost = addedNodes.length === 0 && removedNodes.length > 0;
    if (lost && target === dom.body(document)) for (const node of removedNodes) if (isElement(node)) this.gone.add(node);
    if (words || (lost && target !== dom.body(document))) noteIn(this.altered, placeOf(target));
  }

  #isRepeated(node: Node, what: string): boolean {
    const kinds = this.#seen.get(node) ?? new Map<string, { frame: number; times: number }>();
    this.#seen.set(node, kinds);
    const known = kinds.get(what);
    if (!known) {
      kinds.set(what, { frame: this.#frame, times: 1 });
      return false;
    }
    if (known.frame !== this.#frame) known.times++;
    known.frame = this.#frame;
    return known.times > REPEATS;
  }

  #enterShadows(added: Element): void {
    if (!dom.shadowRoot(added) && !dom.firstElementChild(added)) return;
    for (const root of searchRoots(added)) if (root instanceof ShadowRoot) this.#observe(root);
  }
}

/** Without words they say as little as when they are not there. */
const wordy = /^(?:title|alt|placeholder|aria-label)$/;

/** To what it was: toolbars write all their states at every key. */
function isSetAgain({ type, target, attributeName, attributeNamespace, oldValue }: MutationRecord): boolean {
  if (type !== "attributes" || attributeName === null || attributeNamespace !== null || !isElement(target)) return false;
  const value = dom.getAttribute(target, attributeName);
  return value === oldValue || (wordy.test(attributeName) && (value ?? "") === (oldValue ?? ""));
}

function noteIn(places: Set<Element>, place: Element | undefined): void {
  if (place && places.size < MAX_PLACES) places.add(place);
}

const hides = /(display:\s*none|visibility:\s*hidden)/;

/** Menus, tabs and panels are often shown by a class alone, or by a style that no longer hides them. */
function mayReveal({ target, attributeName, oldValue }: MutationRecord): boolean {
  if (attributeName === "class") return target !== dom.body(document) && target !== dom.documentElement(document);
  return attributeName === "style" && hides.test(oldValue ?? "") && !hides.test(dom.getAttribute((target as Element), "style") ?? "");
}

function placeOf(node: Node): Element | undefined {
  if (isElement(node)) return node;
  if (node instanceof ShadowRoot) return node.host;
  return dom.parentElement(node) ?? (node instanceof Document ? dom.documentElement(node) : undefined);
}

/** What is in the head is not seen. */
function isAside(node: Node): boolean {
  const element = isElement(node) ? node : dom.parentElement(node);
  if (!element) return false;
  const tag = dom.localName(element);
  const parent = dom.parentElement(element);
  return tag === "head" || tag === "style" || tag === "script" || tag === "title" || (parent !== null && dom.localName(parent) === "head");
}
