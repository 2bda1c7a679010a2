/** What a reader sees of a document, as a document of its own: what is hidden is gone, shadow trees and frames stand where they are shown. */
import { mathSource } from "./mathSource.ts";

const dropped = new Set("script style noscript template link meta canvas audio object embed head title select textarea input datalist svg".split(" "));
const kept = new Set(["href", "src", "alt", "title", "id", "class", "role", "colspan", "rowspan", "start", "reversed", "lang", "dir", "datetime", "cite", "itemprop", "itemtype", "aria-label", "rel", "type", "headers", "scope"]);
/** Where pages that load pictures late keep their addresses. */
const lateSources = ["data-src", "data-original", "data-lazy-src", "data-url"];

/** More frames inside each other than this are a page that holds itself. */
const MAX_FRAME_DEPTH = 4;
/** Longer text is no decoration, whatever assistive technology is told. */
const DECORATION = 200;

export function copyOf(document: Document, scope?: Element): Document {
  const copy = document.implementation.createHTMLDocument("");
  copy.title = document.title;
  const copier = new Copier(document, copy);
  if (scope) copier.add(scope, copy.body);
  else if (document.body) copier.addChildren(document.body, copy.body);
  return copy;
}

class Copier {
  readonly #copy: Document;
  readonly #base: string;
  readonly #view: Window | null;
  readonly #depth: number;

  constructor(document: Document, copy: Document, depth = 0) {
    this.#copy = copy;
    this.#base = document.baseURI || document.URL;
    // A document without a window has no styles: then its markup alone says what is hidden.
    this.#view = document.defaultView && "getComputedStyle" in document.defaultView ? document.defaultView : null;
    this.#depth = depth;
  }

  addChildren(from: Element, to: Element): void {
    for (const child of shownChildren(from)) this.#addNode(child, to);
  }

  #addNode(node: Node, to: Element): void {
    if (node.nodeType === 3) to.appendChild(this.#copy.createTextNode(node.nodeValue ?? ""));
    else if (node.nodeType === 1) this.add(node as Element, to);
  }

  add(element: Element, to: Element): void {
    const math = mathSource(element);
    if (math) return void to.append(this.#formula(math));
    if (dropped.has(element.localName) || this.#isHidden(element)) return;
    if (element.localName === "iframe" || element.localName === "frame") return this.#addFrame(element, to);
    if (element.localName === "slot") return this.addChildren(element, to);
    const made = this.#copy.createElement(plainName(element));
    this.#copyAttributes(element, made);
    this.addChildren(element, made);
    to.appendChild(made);
  }

  #copyAttributes(from: Element, to: Element): void {
    for (const { name, value } of from.attributes) if (kept.has(name) && value.length < 2000) to.setAttribute(name, value);
    const href = from.getAttribute("href");
    if (from.localName === "a" && href !== null) setOrRemove(to, "href", this.#absolute(href));
    if (from.localName === "img") setOrRemove(to, "src", this.#picture(from));
    const language = languageOf(from);
    if (language) to.setAttribute("data-language", language);
  }

  #addFrame(frame: Element, to: Element): void {
    const inside = this.#depth < MAX_FRAME_DEPTH ? documentIn(frame) : undefined;
    if (!inside?.body) return;
    const section = this.#copy.createElement("section");
    new Copier(inside, this.#copy, this.#depth + 1).addChildren(inside.body, section);
    if (section.textContent?.trim()) to.append(section);
  }

  #formula({ tex, display }: { tex: string; display: boolean }): Element {
    const made = this.#copy.createElement("code");
    made.setAttribute("data-math", display ? "block" : "inline");
    made.textContent = tex;
    return made;
  }

  #picture(image: Element): string | undefined {
    const shown = "currentSrc" in image ? String(image.currentSrc) : "";
    const late = lateSources.map((name) => image.getAttribute(name)).find(Boolean);
    const source = [shown, late, image.getAttribute("src")].find((each) => each && !each.startsWith("data:"));
    return source ? this.#absolute(source) : undefined;
  }

  #absolute(given: string): string | undefined {
    const address = given.trim();
    if (address === "" || address.startsWith("#") || /^javascript:/i.test(address)) return undefined;
    return URL.canParse(address, this.#base) ? new URL(address, this.#base).href : undefined;
  }

  #isHidden(element: Element): boolean {
    if (element.hasAttribute("hidden") && element.getAttribute("hidden") !== "until-found") return true;
    if (element.getAttribute("aria-hidden") === "true" && (element.textContent ?? "").length < DECORATION) return true;
    if (!this.#view) return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(element.getAttribute("style") ?? "");
    // One by one: each that is asked for is written out by the browser.
    const style = this.#view.getComputedStyle(element);
    if (style.display === "none") return true;
    // For ears only: what is cut off to a pixel.
    if (style.position === "absolute" && (style.clipPath === "inset(50%)" || /^rect\((?:0px|1px), (?:0px|1px)/.test(style.clip))) return true;
    const { visibility } = style;
    return (visibility === "hidden" || visibility === "collapse") && !this.#hasVisible(element);
  }

  #hasVisible(element: Element): boolean {
    return [...element.querySelectorAll("*")].some((inner) => this.#view?.getComputedStyle(inner).visibility === "visible");
  }
}

/** As they are shown: of a host its shadow tree, of a slot what stands in it. */
function shownChildren(element: Element): ArrayLike<Node> & Iterable<Node> {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (element.localName === "slot" && "assignedNodes" in element) {
    const assigned = (element as HTMLSlotElement).assignedNodes({ flatten: true });
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}

/** Elements that a page made up say nothing to those who convert them. */
function plainName({ localName }: Element): string {
  if (localName.includes("-")) return "div";
  return localName === "center" || localName === "font" ? "div" : localName;
}

/** Of the page's own origin: others keep theirs to themselves. */
const documentIn = (frame: Element): Document | undefined => (frame as HTMLIFrameElement).contentDocument ?? undefined;

const languageClass = /(?:^|\s)(?:lang(?:uage)?|highlight-source|brush:?)-?\s*([\w+#.-]+)/i;

/** Of a block of code, as the highlighters mark it. */
function languageOf(element: Element): string | undefined {
  if (element.localName !== "pre" && element.localName !== "code" && !/\bhighlight/.test(element.className)) return undefined;
  return element.getAttribute("data-lang") ?? element.getAttribute("data-language") ?? languageClass.exec(String(element.getAttribute("class") ?? ""))?.[1];
}

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
