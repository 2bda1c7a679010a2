/**
 * The DOM as the browser made it. The fields of a form hide its own properties (`form.parentElement` is the field of that name), and named
 * elements hide those of the document: page code reads both through these, which are the browser's, taken from the prototypes.
 */
const { call } = Function.prototype;

function getter<P extends object, K extends keyof P & string>(prototype: P, name: K): (of: P) => P[K] {
  return call.bind(Object.getOwnPropertyDescriptor(prototype, name)?.get as () => P[K]);
}

type Method<P, K extends keyof P> = P[K] extends (...args: infer A) => infer R ? (of: P, ...args: A) => R : never;

function method<P extends object, K extends keyof P & string>(prototype: P, name: K): Method<P, K> {
  return call.bind(prototype[name] as () => unknown) as Method<P, K>;
}

const node = Node.prototype;
export const nodeType = getter(node, "nodeType");
export const parentNode = getter(node, "parentNode");
export const parentElement = getter(node, "parentElement");
export const childNodes = getter(node, "childNodes");
export const firstChild = getter(node, "firstChild");
export const lastChild = getter(node, "lastChild");
export const nextSibling = getter(node, "nextSibling");
export const isConnected = getter(node, "isConnected");
export const baseURI = getter(node, "baseURI");
export const getRootNode = method(node, "getRootNode");
export const contains = method(node, "contains");
export const compareDocumentPosition = method(node, "compareDocumentPosition");
/** Only documents have none. */
export const textContent = getter(node, "textContent") as (of: Node) => string;

const element = Element.prototype;
export const localName = getter(element, "localName");
export const namespaceURI = getter(element, "namespaceURI");
export const outerHTML = getter(element, "outerHTML");
export const slot = getter(element, "slot");
export const id = getter(element, "id");
export const classList = getter(element, "classList");
export const attributes = getter(element, "attributes");
export const getAttribute = method(element, "getAttribute");
export const getAttributeNames = method(element, "getAttributeNames");
export const hasAttribute = method(element, "hasAttribute");
export const hasAttributeNS = method(element, "hasAttributeNS");
export const hasAttributes = method(element, "hasAttributes");
export const removeAttribute = method(element, "removeAttribute");
export const matches = method(element, "matches") as (of: Element, selectors: string) => boolean;
const openShadowRoot = getter(element, "shadowRoot");
/** Closed roots that the engine has handed over, by their hosts. */
const handedRoots = new WeakMap<Element, ShadowRoot>();
let anyHanded = false;
export const shadowRoot = (of: Element): ShadowRoot | null => openShadowRoot(of) ?? (anyHanded ? (handedRoots.get(of) ?? null) : null);

export function handOver(root: ShadowRoot): void {
  handedRoots.set(root.host, root);
  anyHanded = true;
}
export const attachShadow = method(element, "attachShadow");
export const assignedSlot = getter(element, "assignedSlot");
export const children = getter(element, "children");
export const childElementCount = getter(element, "childElementCount");
export const firstElementChild = getter(element, "firstElementChild");
export const nextElementSibling = getter(element, "nextElementSibling");
export const previousElementSibling = getter(element, "previousElementSibling");
export const append = method(element, "append");
export const remove = method(element, "remove");
export const checkVisibility = method(element, "checkVisibility");
export const getBoundingClientRect = method(element, "getBoundingClientRect");
export const getClientRects = method(element, "getClientRects");
export const clientLeft = getter(element, "clientLeft");
export const clientTop = getter(element, "clientTop");
export const clientWidth = getter(element, "clientWidth");
export const clientHeight = getter(element, "clientHeight");
export const scrollLeft = getter(element, "scrollLeft");
export const scrollTop = getter(element, "scrollTop");
export const scrollWidth = getter(element, "scrollWidth");
export const scrollHeight = getter(element, "scrollHeight");
export const scrollBy = method(element, "scrollBy") as (of: Element, options: ScrollToOptions) => void;
export const scrollTo = method(element, "scrollTo") as (of: Element, options: ScrollToOptions) => void;
export const scrollIntoView = method(element, "scrollIntoView");
export const dispatchEvent = method(EventTarget.prototype, "dispatchEvent");

const closestOf = method(element, "closest");
export function closest<K extends keyof HTMLElementTagNameMap>(of: Element, selector: K): HTMLElementTagNameMap[K] | null;
export function closest<E extends Element = Element>(of: Element, selectors: string): E | null;
export function closest(of: Element, selectors: string): Element | null {
  return closestOf(of, selectors);
}

/** Among its ancestors alone. */
export function closestAround(of: Element, selectors: string): Element | null {
  const parent = parentElement(of);
  return parent && closestOf(parent, selectors);
}

/** SVG has some of these too, but nothing that hides them. */
const html = HTMLElement.prototype;
const isEditable = getter(html, "isContentEditable");
const editableAs = getter(html, "contentEditable");
const focusOn = method(html, "focus");
export const innerText = getter(html, "innerText");
export const offsetHeight = getter(html, "offsetHeight");
export const showPopover = method(html, "showPopover");
const styleOf = getter(html, "style");
export const style = (of: HTMLElement | SVGElement): CSSStyleDeclaration => (of instanceof HTMLElement ? styleOf(of) : of.style);
export const isContentEditable = (of: Element): boolean => of instanceof HTMLElement && isEditable(of);
export const contentEditable = (of: Element): string => (of instanceof HTMLElement ? editableAs(of) : "inherit");
export function focus(of: Element, options?: FocusOptions): void {
  if (of instanceof HTMLElement) focusOn(of, options);
  else if (of instanceof SVGElement || of instanceof MathMLElement) of.focus(options);
}

const ofDocument = Document.prototype;
export const execCommand = method(ofDocument, "execCommand");
export const documentElement = getter(ofDocument, "documentElement");
export const body = getter(ofDocument, "body");
export const head = getter(ofDocument, "head");
export const title = getter(ofDocument, "title");
export const cookie = getter(ofDocument, "cookie");
export const activeElement = getter(ofDocument, "activeElement");
export const fullscreenElement = getter(ofDocument, "fullscreenElement");
export const scrollingElement = getter(ofDocument, "scrollingElement");
export const timeline = getter(ofDocument, "timeline");
export const hasFocus = method(ofDocument, "hasFocus");
export const getAnimations = method(ofDocument, "getAnimations");
export const elementFromPoint = method(ofDocument, "elementFromPoint");
const elementsInDocument = method(ofDocument, "elementsFromPoint");
export const elementsFromPoint = (of: Document | ShadowRoot, x: number, y: number): Element[] => (of instanceof Document ? elementsInDocument(of, x, y) : of.elementsFromPoint(x, y));
export const createRange = method(ofDocument, "createRange");
export const createTreeWalker = method(ofDocument, "createTreeWalker");
export const createDocumentFragment = method(ofDocument, "createDocumentFragment");
export const evaluate = method(ofDocument, "evaluate");
const makeElement = method(ofDocument, "createElement");
export const createElement = <K extends keyof HTMLElementTagNameMap>(of: Document, tag: K): HTMLElementTagNameMap[K] => makeElement(of, tag) as HTMLElementTagNameMap[K];

/** Each kind of root has methods of its own for the same. */
type Root = Document | DocumentFragment | Element;
const inElement = { one: method(element, "querySelector"), all: method(element, "querySelectorAll") };
const inDocument = { one: method(ofDocument, "querySelector"), all: method(ofDocument, "querySelectorAll"), byId: method(ofDocument, "getElementById") };
const inFragment = { one: method(DocumentFragment.prototype, "querySelector"), all: method(DocumentFragment.prototype, "querySelectorAll"), byId: method(DocumentFragment.prototype, "getElementById") };

export function querySelector<E extends Element = Element>(of: Root, selectors: string): E | null {
  if (of instanceof Element) return inElement.one(of, selectors) as E | null;
  return (of instanceof Document ? inDocument.one(of, selectors) : inFragment.one(of, selectors)) as E | null;
}

export function querySelectorAll<E extends Element = Element>(of: Root, selectors: string): NodeListOf<E> {
  if (of instanceof Element) return inElement.all(of, selectors) as NodeListOf<E>;
  return (of instanceof Document ? inDocument.all(of, selectors) : inFragment.all(of, selectors)) as NodeListOf<E>;
}

const tagsInElement = method(element, "getElementsByTagName") as (of: Element, name: string) => HTMLCollectionOf<Element>;
const tagsInDocument = method(ofDocument, "getElementsByTagName") as (of: Document, name: string) => HTMLCollectionOf<Element>;

/** Browsers keep such a list until the document changes, and give its items by number several times as fast as a selector finds them. Shadow roots have none. */
export function elementsByTag(of: Root, tag: string): HTMLCollectionOf<Element> | NodeListOf<Element> {
  if (of instanceof Element) return tagsInElement(of, tag);
  return of instanceof Document ? tagsInDocument(of, tag) : inFragment.all(of, tag);
}

export const getElementById = (of: Document | DocumentFragment, elementId: string): Element | null =>
  of instanceof Document ? inDocument.byId(of, elementId) : inFragment.byId(of, elementId);

export const styleSheets = getter(ofDocument, "styleSheets");
const sheetsOf = getter(ofDocument, "adoptedStyleSheets");
const setSheets = call.bind(Object.getOwnPropertyDescriptor(ofDocument, "adoptedStyleSheets")?.set as (sheets: CSSStyleSheet[]) => void);
export const adoptedStyleSheets = (of: Document | ShadowRoot): CSSStyleSheet[] => (of instanceof Document ? sheetsOf(of) : of.adoptedStyleSheets);
export function setAdoptedStyleSheets(of: Document | ShadowRoot, sheets: CSSStyleSheet[]): void {
  if (of instanceof Document) setSheets(of, sheets);
  else of.adoptedStyleSheets = sheets;
}
