/** What a page draws, as text to search, and covers over parts of it while a picture is taken. The values that are searched for never come here. */
import * as dom from "../dom.ts";
import type { Box } from "../api.ts";
import { PageRefusal } from "../pageRefusal.ts";
import type { SeeApi } from "./api.ts";
import { composedAncestors } from "./composed.ts";
import { documentRoots } from "./documentTree.ts";
import { Counters } from "./counters.ts";
import { generatedText } from "./pseudoText.ts";
import { isPassword } from "./value.ts";

const HIGHLIGHT = "drover-covered";
/** Glyphs reach out of their boxes. */
const MARGIN = 2;
const notDrawn = new Set(["script", "style", "noscript", "template", "title", "option"]);

interface DrawnText {
  node: Text;
  from: number;
}

let texts: DrawnText[] = [];
let controls: Element[] = [];
/** Those of them that draw something before or behind what they hold, perhaps out of their boxes. */
let generating = new Set<Element>();
let uncoverNow: (() => void) | undefined;

export const drawnTexts: SeeApi["drawnTexts"] = () => {
  texts = [];
  controls = [];
  generating = new Set();
  let counted: Counters | undefined;
  const counters = () => (counted ??= new Counters());
  let text = "";
  const values: string[] = [];
  for (const root of documentRoots()) {
    const walker = dom.createTreeWalker(document, root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Text) {
        const holder = dom.parentElement(node);
        if (holder && notDrawn.has(dom.localName(holder))) continue;
        texts.push({ node, from: text.length });
        text += node.data;
        continue;
      }
      const element = node as Element;
      const generated = (["::before", "::after"] as const).map((pseudo) => generatedText(element, pseudo, counters)).join("\n").trim();
      if (generated) generating.add(element);
      const value = drawnBy(element) || generated;
      if (!value) continue;
      controls.push(element);
      values.push(value);
    }
  }
  return { text, controls: values };
};

/** What an element draws that is in none of its text nodes. */
function drawnBy(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) return isPassword(element) && element.type === "password" ? undefined : element.value || element.placeholder;
  if (element instanceof HTMLTextAreaElement) return element.value || element.placeholder;
  if (element instanceof HTMLSelectElement) return [...(element.size > 1 ? element.options : element.selectedOptions)].map(({ label }) => label).join("\n");
  if (element instanceof HTMLImageElement) return element.alt;
  return undefined;
}

export const cover: SeeApi["cover"] = ({ spans, controls: covered, forPrint }) => {
  uncover(null);
  if (spans.length === 0 && covered.length === 0) return { boxes: [] };
  if (!(dom.documentElement(document) instanceof HTMLElement))
    throw new PageRefusal("refused", "the page draws a secret, and is no HTML document that it could be covered in", { hint: "Look at it with snapshot or text_search, which mask it." });
  const ranges = spans.map(({ from, to }) => rangeOf(from, to));
  const elements = covered.flatMap(({ index }) => controls[index] ?? []);
  if (forPrint) return hide([...ranges.flatMap(elementsOf), ...elements]);
  const boxes = [
    ...ranges.flatMap((range, at) => [...range.getClientRects()].map((rect) => ({ label: spans[at]?.label ?? "", box: visiblePart(rect, dom.parentElement(range.startContainer)) }))),
    ...elements.map((element, at) => ({ label: covered[at]?.label ?? "", box: visiblePart(dom.getBoundingClientRect(element), element) })),
  ].filter(({ box }) => box.width > 0 && box.height > 0);
  const undo = [paint(boxes), clearText(ranges), styledOver(elements.filter((element) => generating.has(element)), ["opacity", "0"])];
  uncoverNow = () => {
    for (const each of undo) each();
  };
  return { boxes: boxes.map(({ box }) => box) };
};

export const uncover: SeeApi["uncover"] = () => {
  uncoverNow?.();
  uncoverNow = undefined;
};

function rangeOf(from: number, to: number): Range {
  const range = dom.createRange(document);
  const at = (place: number, isEnd: boolean): [Text, number] => {
    const found = texts.findLast((each) => (isEnd ? each.from < place : each.from <= place)) ?? texts[0]!;
    return [found.node, Math.min(found.node.data.length, Math.max(0, place - found.from))];
  };
  range.setStart(...at(from, false));
  range.setEnd(...at(to, true));
  return range;
}

function elementsOf(range: Range): Element[] {
  return texts.filter(({ node }) => range.intersectsNode(node)).flatMap(({ node }) => dom.parentElement(node) ?? []);
}

/** The part of a box that its scrolling ancestors let be seen. */
function visiblePart(rect: DOMRect, within: Element | null): Box {
  let { left, top, right, bottom } = rect;
  for (const ancestor of within ? [within, ...composedAncestors(within)] : []) {
    if (ancestor === dom.documentElement(document) || ancestor === dom.body(document)) break;
    const { overflowX, overflowY } = getComputedStyle(ancestor);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const clip = dom.getBoundingClientRect(ancestor);
    left = Math.max(left, clip.left);
    top = Math.max(top, clip.top);
    right = Math.min(right, clip.right);
    bottom = Math.min(bottom, clip.bottom);
  }
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function styled(style: Record<string, string>): HTMLElement {
  const element = dom.createElement(document, "div");
  element.style.setProperty("all", "initial", "important");
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, "important");
  return element;
}

/** Boxes in document coordinates, above everything: a picture of the whole page has them too. */
function paint(boxes: readonly { label: string; box: Box }[]): () => void {
  const host = styled({ position: "absolute", left: "0", top: "0", width: "0", height: "0", margin: "0", padding: "0", border: "none", overflow: "visible", "pointer-events": "none", display: "block" });
  const shadow = dom.attachShadow(host, { mode: "closed" });
  for (const { label, box } of boxes) {
    const cloth = styled({
      position: "absolute",
      left: `${box.x + scrollX - MARGIN}px`,
      top: `${box.y + scrollY - MARGIN}px`,
      width: `${box.width + 2 * MARGIN}px`,
      height: `${box.height + 2 * MARGIN}px`,
      background: "#444",
      color: "#fff",
      font: `${Math.max(6, Math.min(14, box.height * 0.6))}px/${box.height + 2 * MARGIN}px monospace`,
      "text-align": "center",
      "white-space": "pre",
      overflow: "hidden",
      display: "block",
    });
    cloth.textContent = label;
    shadow.append(cloth);
  }
  dom.append(dom.documentElement(document), host);
  // The top layer is above dialogs and full-screen elements, which no z-index is.
  host.popover = "manual";
  dom.showPopover(host);
  return () => dom.remove(host);
}

/** Takes the glyphs away as well: a picture of the whole page may lay it out anew, and move text from under its cover. */
function clearText(ranges: readonly Range[]): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`::highlight(${HIGHLIGHT}) { color: transparent !important; -webkit-text-fill-color: transparent !important; background-color: #444 !important; text-shadow: none !important; text-decoration: none !important; }`);
  const roots = new Set(ranges.map(({ startContainer }) => dom.getRootNode(startContainer)).filter((root): root is Document | ShadowRoot => root instanceof Document || root instanceof ShadowRoot));
  for (const root of roots) dom.setAdoptedStyleSheets(root, [...dom.adoptedStyleSheets(root), sheet]);
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  return () => {
    CSS.highlights.delete(HIGHLIGHT);
    for (const root of roots) dom.setAdoptedStyleSheets(root, dom.adoptedStyleSheets(root).filter((each) => each !== sheet));
  };
}

/** Print has text and not its picture: what lies under a cover could still be copied. */
function hide(elements: readonly Element[]): { boxes: Box[] } {
  uncoverNow = styledOver(elements, ["visibility", "hidden"], ["opacity", "0"]);
  return { boxes: [...new Set(elements)].map((element) => dom.getBoundingClientRect(element)).map(({ x, y, width, height }) => ({ x, y, width, height })) };
}

/** Gives elements a style at once that nothing in the page overrides, until what it returns is called. */
function styledOver(elements: readonly Element[], ...styles: [name: string, value: string][]): () => void {
  const before = [...new Set(elements)].flatMap((element) => (element instanceof HTMLElement || element instanceof SVGElement ? [{ element, style: dom.getAttribute(element, "style") }] : []));
  for (const { element } of before) for (const [name, value] of [["transition", "none"], ...styles] as const) dom.style(element).setProperty(name, value, "important");
  return () => {
    for (const { element, style } of before) {
      dom.style(element).cssText = style ?? "";
      // Read first: Chromium keeps an empty attribute of a style that was not written out yet.
      if (style === null && dom.getAttribute(element, "style") !== null) dom.removeAttribute(element, "style");
    }
  };
}
