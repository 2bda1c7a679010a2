import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import type { PageTarget } from "../api.ts";
import type { ElementReading, PointLayer, SeeApi } from "./api.ts";
import { codeOf } from "./codeEditor.ts";
import { composedAncestors, composedParent } from "./composed.ts";
import { coveredBy, nameCover } from "./covered.ts";
import { DEFAULT_TEST_ATTRIBUTES, RefMint, resolveAll, testAttributeOf } from "./elements.ts";
import { frameShownBy } from "./frames.ts";
import { cut } from "./line.ts";
import { NameReader, squash } from "./name.ts";
import { roleOf, widgetRoles } from "./role.ts";
import { chosenValue, editorText } from "./value.ts";
import { BoxReader, hasVisibleBox } from "./visible.ts";

const defaultStyles = [
  "display",
  "visibility",
  "opacity",
  "position",
  "cursor",
  "pointerEvents",
  "overflow",
  "overflowX",
  "overflowY",
  "zIndex",
  "flexDirection",
  "justifyContent",
  "alignItems",
];

function plainBox(element: Element) {
  const { x, y, width, height } = dom.getBoundingClientRect(element);
  return { x, y, width, height };
}

/** The first match, or undefined: for reads to which "nothing there" is an answer. */
function firstOf(target: PageTarget): Element | undefined {
  return resolveAll(target)[0];
}

export const inspect: SeeApi["inspect"] = ({ target, styles = [] }) => {
  const element = firstOf(target);
  if (!element) return { found: false };
  const computed = getComputedStyle(element);
  const values: Record<string, string> = {};
  for (const name of [...defaultStyles, ...styles]) {
    const css = name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    values[name] = computed.getPropertyValue(css);
  }
  return {
    found: true,
    box: plainBox(element),
    styles: values,
    overflowing: { x: dom.scrollWidth(element) > dom.clientWidth(element), y: dom.scrollHeight(element) > dom.clientHeight(element) },
    visible: whyHidden(element) === undefined,
    childCount: dom.childElementCount(element),
  };
};

/** Why people cannot see an element; undefined when they can, if need be after scrolling. */
function whyHidden(element: Element): string | undefined {
  for (const each of [element, ...composedAncestors(element)]) {
    const style = getComputedStyle(each);
    if (style.display === "none") return "hidden (display:none)";
    if (style.opacity === "0") return "hidden (opacity:0)";
  }
  if (getComputedStyle(element).visibility !== "visible") return "hidden (visibility:hidden)";
  if (!hasVisibleBox(element)) return "hidden (zero-sized box)";
  const boxes = new BoxReader();
  const seen = boxes.visibleBox(element);
  if (seen) return coveredBy(element, seen) ? "off-screen or covered" : undefined;
  return canScrollTo(element, boxes) ? undefined : "off-screen or covered";
}

/** Out of view, but only by scrolling: inside the document's and every scroller's reach, not cut off for good. */
function canScrollTo(element: Element, boxes: BoxReader): boolean {
  const rect = boxes.rectOf(element);
  const root = dom.documentElement(document);
  const left = rect.left + scrollX;
  const top = rect.top + scrollY;
  let inScroller = false;
  for (const ancestor of composedAncestors(element)) {
    const style = getComputedStyle(ancestor);
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
    if (scrolls && ancestor !== root && ancestor !== dom.body(document)) inScroller = true;
    if (!/hidden|clip/.test(style.overflowX + style.overflowY) || inScroller || ancestor === root || ancestor === dom.body(document))
      continue;
    const around = boxes.rectOf(ancestor);
    if (rect.right <= around.left || rect.left >= around.right || rect.bottom <= around.top || rect.top >= around.bottom)
      return false;
  }
  if (inScroller) return true;
  return left + rect.width > 0 && top + rect.height > 0 && left < dom.scrollWidth(root) && top < dom.scrollHeight(root);
}

/** What the verify tools compare: one element's visibility, text, value and attribute. */
export const readElement: SeeApi["readElement"] = ({ target, attribute }) => {
  const matches = resolveAll(target);
  const [element] = matches;
  if (!element) return { matches: 0 };
  const reading: ElementReading = {
    matches: matches.length,
    text: squash(dom.innerText((element as HTMLElement)) ?? dom.textContent(element) ?? ""),
  };
  const hidden = whyHidden(element);
  if (hidden) {
    reading.hidden = hidden;
    const box = new BoxReader().visibleBox(element);
    const cover = box && coveredBy(element, box);
    if (cover) reading.coveredBy = nameCover(cover, new NameReader(), element);
  }
  const value = rawValue(element);
  if (value !== undefined) reading.value = value;
  if (attribute !== undefined) reading.attribute = dom.getAttribute(element, attribute);
  return reading;
};

/** The value as the DOM has it. A password's is compared and never leaves: the tool is told only whether it is the same. */
function rawValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) return element.type === "password" ? undefined : element.value;
  if (element instanceof HTMLTextAreaElement) return codeOf(element) ?? element.value;
  if (element instanceof HTMLSelectElement) return chosenValue(element);
  if (dom.isContentEditable((element as HTMLElement))) return editorText(element as HTMLElement);
  return codeOf(element);
}

/** True when a control holds exactly this value. */
export const holdsValue: SeeApi["holdsValue"] = ({ target, value }) => {
  const element = firstOf(target);
  if (!element) return false;
  const own = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.value : undefined;
  return own === value || rawValue(element) === value;
};

const MAX_LAYERS = 8;
const clickableTags = new Set(["a", "button", "summary", "label", "input", "select", "textarea", "option"]);

function layerOf(element: Element, names: NameReader, testAttributes: readonly string[]): PointLayer {
  const style = getComputedStyle(element);
  const role = roleOf(element);
  return {
    ...shortLayer(element, testAttributes),
    role: role === "generic" || role === "none" ? null : role,
    name: cut(names.nameOf(element), 80),
    pointerEvents: style.pointerEvents,
    visibility: style.visibility,
    display: style.display,
    zIndex: style.zIndex,
    cursor: style.cursor,
    bbox: plainBox(element),
  };
}

function shortLayer(element: Element, testAttributes: readonly string[]) {
  const test = testAttributeOf(element, testAttributes);
  return {
    tag: dom.localName(element),
    id: dom.getAttribute(element, "id") || null,
    testId: test?.[1] ?? null,
    classes: [...dom.classList(element)].slice(0, 10),
  };
}

function layersAt(x: number, y: number, root: Document | ShadowRoot = document): Element[] {
  const layers: Element[] = [];
  for (const element of dom.elementsFromPoint(root, x, y)) {
    if (dom.getRootNode(element) !== root) continue;
    const shadow = dom.shadowRoot(element);
    if (shadow) layers.push(...layersAt(x, y, shadow));
    layers.push(element);
  }
  return layers;
}

const isScrollContainer = (element: Element): boolean => {
  const style = getComputedStyle(element);
  return (
    (/auto|scroll/.test(style.overflowY) && dom.scrollHeight(element) > dom.clientHeight(element)) ||
    (/auto|scroll/.test(style.overflowX) && dom.scrollWidth(element) > dom.clientWidth(element))
  );
};

const isClickable = (element: Element): boolean =>
  clickableTags.has(dom.localName(element)) ||
  widgetRoles.has(roleOf(element)) ||
  dom.hasAttribute(element, "onclick") ||
  (getComputedStyle(element).cursor === "pointer" && getComputedStyle(composedParent(element) ?? element).cursor !== "pointer");

export const pointProbe: SeeApi["pointProbe"] = ({ x, y, nextRef, testAttributes = DEFAULT_TEST_ATTRIBUTES }) => {
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
    throw new PageRefusal("bad-input", `the point ${x},${y} is outside the viewport (${innerWidth}×${innerHeight})`, {
      hint: "Coordinates are CSS pixels from the top-left of what is in view; scroll first to reach what is not.",
    });
  const names = new NameReader();
  const stack = layersAt(x, y).slice(0, MAX_LAYERS);
  const [top] = stack;
  const around = top ? [top, ...composedAncestors(top)] : [];
  const scroller = around.find(isScrollContainer);
  const clickable = around.find(isClickable);
  const mint = new RefMint(nextRef, names, testAttributes);
  const meant = clickable ?? top;
  const ref = meant && mint.refOf(meant);
  return {
    stack: stack.map((element) => layerOf(element, names, testAttributes)),
    scrollContainer: scroller ? shortLayer(scroller, testAttributes) : null,
    frameIndex: (top && frameShownBy(top)) ?? -1,
    clickableAncestor: clickable
      ? { ...shortLayer(clickable, testAttributes), role: roleOf(clickable), name: cut(names.nameOf(clickable), 80) }
      : null,
    ...(ref && { ref }),
    minted: mint.minted,
    nextRef: mint.next,
  };
};
