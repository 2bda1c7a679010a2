/** Content that does not fit: scrolled, cut off, shortened, or wider than the window. */
import * as dom from "../dom.ts";
import type { OverflowFinding, OverflowType, SeeApi } from "./api.ts";
import { composedChildren, documentRoot, isElement } from "./composed.ts";
import { DEFAULT_TEST_ATTRIBUTES, testAttributeOf } from "./elements.ts";
import { cut } from "./line.ts";
import { attributeSelector } from "./locators.ts";
import { squash } from "./name.ts";
import { BoxReader } from "./visible.ts";

/** Fonts that scale and fractional pixel ratios are off by less than this. */
const EPSILON = 1;
const MAX_ELEMENTS_SCANNED = 10_000;
const PATH_LEVELS = 5;
const SELECTOR_LENGTH = 200;

function nthPath(element: Element): string {
  const steps: string[] = [];
  for (
    let at: Element | null = element;
    at && steps.length < PATH_LEVELS && at !== dom.documentElement(document);
    at = dom.parentElement(at)
  ) {
    let n = 1;
    for (let before = dom.previousElementSibling(at); before; before = dom.previousElementSibling(before))
      if (dom.localName(before) === dom.localName(at)) n++;
    steps.unshift(`${dom.localName(at)}:nth-of-type(${n})`);
  }
  return steps.join(" > ");
}

function selectorFor(element: Element, testAttributes: readonly string[]): { selector: string; truncated: boolean } {
  const test = testAttributeOf(element, testAttributes);
  const role = dom.getAttribute(element, "role");
  const label = dom.getAttribute(element, "aria-label");
  const classes = [...dom.classList(element)]
    .slice(0, 3)
    .map((name) => `.${CSS.escape(name)}`)
    .join("");
  const selector = test
    ? attributeSelector(test)
    : role && label
      ? `[role=${JSON.stringify(role)}][aria-label=${JSON.stringify(label)}]`
      : nthPath(element) || `${dom.localName(element)}${classes}`;
  return selector.length > SELECTOR_LENGTH ? { selector: dom.localName(element), truncated: true } : { selector, truncated: false };
}

function textsOf(element: Element): { visibleText: string; fullText: string } {
  const fullText = squash(dom.textContent(element) ?? "");
  const share = dom.clientWidth(element) / Math.max(1, dom.scrollWidth(element));
  return { visibleText: fullText.slice(0, Math.floor(fullText.length * share)), fullText: cut(fullText, 500) };
}

const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";

class Scan {
  readonly findings: OverflowFinding[] = [];
  scanned = 0;
  stopped = false;
  truncated = false;
  readonly #types: ReadonlySet<OverflowType>;
  readonly #limit: number;
  readonly #inViewOnly: boolean;
  readonly #testAttributes: readonly string[];
  readonly #boxes = new BoxReader();

  constructor(types: ReadonlySet<OverflowType>, limit: number, inViewOnly: boolean, testAttributes: readonly string[]) {
    this.#types = types;
    this.#limit = limit;
    this.#inViewOnly = inViewOnly;
    this.#testAttributes = testAttributes;
  }

  tree(element: Element): void {
    if (this.scanned >= MAX_ELEMENTS_SCANNED) {
      this.stopped = true;
      return;
    }
    this.scanned++;
    if (element !== dom.documentElement(document) && element !== dom.body(document)) this.#element(element);
    for (const child of composedChildren(element)) if (isElement(child) && !this.stopped) this.tree(child);
  }

  #element(element: Element): void {
    const wide = dom.scrollWidth(element) > dom.clientWidth(element) + EPSILON;
    const tall = dom.scrollHeight(element) > dom.clientHeight(element) + EPSILON;
    if ((!wide && !tall) || dom.clientWidth(element) + dom.clientHeight(element) === 0 || !dom.checkVisibility(element)) return;
    if (this.#inViewOnly && !this.#boxes.visibleBox(element)) return;
    const { overflowX, overflowY, textOverflow, display } = getComputedStyle(element);
    if (display === "inline") return;
    const sizes = {
      scrollWidth: dom.scrollWidth(element),
      clientWidth: dom.clientWidth(element),
      scrollHeight: dom.scrollHeight(element),
      clientHeight: dom.clientHeight(element),
      overflowX,
      overflowY,
    };
    if (wide && textOverflow === "ellipsis" && cuts(overflowX))
      this.#add(element, "text-ellipsis", {
        scrollWidth: dom.scrollWidth(element),
        clientWidth: dom.clientWidth(element),
        ...textsOf(element),
      });
    else if ((wide && cuts(overflowX)) || (tall && cuts(overflowY))) this.#add(element, "clipped", sizes);
    else if ((wide && scrolls(overflowX)) || (tall && scrolls(overflowY))) this.#add(element, "layout", sizes);
  }

  #add(element: Element, type: OverflowType, evidence: Record<string, unknown>): void {
    const { selector, truncated } = selectorFor(element, this.#testAttributes);
    const box = this.#boxes.visibleBox(element);
    this.push({
      selector,
      bbox: box && { x: box.x, y: box.y, w: box.width, h: box.height },
      type,
      evidence: truncated ? { ...evidence, selectorTruncated: true } : evidence,
    });
  }

  push(finding: OverflowFinding): void {
    if (!this.#types.has(finding.type)) return;
    if (this.findings.length >= this.#limit) this.truncated = true;
    else this.findings.push(finding);
  }
}

function horizontalOverrun(testAttributes: readonly string[]): OverflowFinding | undefined {
  const root = documentRoot();
  const overrunPx = dom.scrollWidth(root) - dom.clientWidth(root);
  if (overrunPx <= EPSILON) return undefined;
  let widest: Element | undefined;
  let right = dom.clientWidth(root);
  let looked = 0;
  for (const element of dom.body(document) ? dom.querySelectorAll(dom.body(document), "*") : []) {
    if (++looked > MAX_ELEMENTS_SCANNED) break;
    const rect = dom.getBoundingClientRect(element);
    if (rect.right + scrollX <= right || rect.width === 0) continue;
    right = rect.right + scrollX;
    widest = element;
  }
  return {
    selector: "html",
    bbox: { x: 0, y: 0, w: dom.clientWidth(root), h: dom.clientHeight(root) },
    type: "viewport-horizontal",
    evidence: {
      documentScrollWidth: dom.scrollWidth(root),
      viewportWidth: dom.clientWidth(root),
      overrunPx,
      ...(widest && {
        widestDescendantSelector: selectorFor(widest, testAttributes).selector,
        widestDescendantWidth: dom.getBoundingClientRect(widest).width,
      }),
    },
  };
}

export const overflowDetect: SeeApi["overflowDetect"] = ({
  inViewOnly,
  types,
  limit,
  testAttributes = DEFAULT_TEST_ATTRIBUTES,
}) => {
  const scan = new Scan(new Set(types), limit, inViewOnly, testAttributes);
  const overrun = horizontalOverrun(testAttributes);
  if (overrun) scan.push(overrun);
  scan.tree(documentRoot());
  return { findings: scan.findings, truncated: scan.truncated, stopped: scan.stopped };
};
