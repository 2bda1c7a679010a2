/**
 * One pass over the rendered tree. Wrappers, cells and inline mark-up melt into their parents, so what is left is what a
 * reader would point at: controls, structure, and runs of text. Names and boxes are read later, only for what is shown.
 */
import * as dom from "../dom.ts";
import { composedAncestors, composedContains, documentRoot } from "./composed.ts";
import { cellsOf } from "./context.ts";
import { drawsCode } from "./codeEditor.ts";
import { LARGE_DRAWING } from "./drawing.ts";
import { testAttributeOf } from "./elements.ts";
import { withoutGlyphs } from "./glyphs.ts";
import { isEditingHost, isFocusGuard, isRepeatedItem, isScroller, isStageProp } from "./evidence.ts";
import { areaRect } from "./imageMap.ts";
import { ancestorsOf, pressedByListeners } from "./listening.ts";
import { topModal } from "./modal.ts";
import { ownedElements } from "./owned.ts";
import type { Level, Silence } from "./silence.ts";
import { isNativelyFocusable, namedFromContent, roleOf, widgetRoles } from "./role.ts";

/** Which evidence made an element a node: its role, the DOM (test attribute, clickable), or both. */
export type Source = "a11y" | "dom" | "both";

export interface TextRun {
  text: string;
  /** The element whose text it is. */
  element: Element;
  /** When it is of several elements: what each says. */
  parts?: { text: string; element: Element }[];
}

export interface PageNode {
  element: Element;
  role: string;
  source: Source;
  interactive: boolean;
  /** Clickable only because of `cursor: pointer` or somebody who listens there, without a role, `onclick` or tab stop. */
  byCursor: boolean;
  test?: [attribute: string, value: string];
  parent: PageNode | undefined;
  children: (PageNode | TextRun)[];
  /** People see it, assistive technology does not. */
  ariaHidden: boolean;
  inert: boolean;
  /** A cell that is shown for itself, because its row was asked for. */
  cell?: true;
}

export const isTextRun = (child: PageNode | TextRun): child is TextRun => "text" in child;

export interface WalkOptions {
  root?: Element;
  testAttributes: readonly string[];
  /** Enter open shadow roots. */
  shadow: boolean;
  /** Parts that need not be walked, because nobody asks for what is in them. */
  silence?: Silence;
}

export interface Walked {
  root: PageNode;
  /** Elements visited. */
  elements: number;
  /** Controls that have a role, which assistive technology would list. */
  semanticControls: number;
  controls: number;
  /** The modal dialog that makes the rest of the page inert. */
  modal: Element | null;
}

const skipped = new Set(
  "script style template noscript head meta link title base param source track datalist colgroup col".split(" "),
);
const inlineTags = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark q s samp small span strike strong sub sup svg time tt u var slot button select".split(
    " ",
  ),
);
/** Roles that say something about words, not about structure. */
const meltingRoles = new Set(
  "generic none paragraph strong emphasis code mark subscript superscript time deletion insertion rowgroup definition blockquote caption".split(
    " ",
  ),
);
const cells = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
/** Their text is already the name of the element they belong to. */
const namingParts: Record<string, string> = { legend: "fieldset", caption: "table", figcaption: "figure" };

/** Parsers nest 512 elements at most; what a script nests deeper than this is left out before the stack runs over. */
const MAX_DEPTH = 700;

interface Place {
  node: PageNode;
  ariaHidden: boolean;
  inert: boolean;
  /** The words here are in a name already: of the control they label, or of the element they are the content of. */
  named: boolean;
}

/** Whether words are left out here, because they are told elsewhere or to nobody. */
const saysNothing = ({ named, ariaHidden }: Place): boolean => named || ariaHidden;

/** What the walk must know of a style. */
interface StyleFacts {
  key: number;
  pointer: boolean;
  /** As `hidden="until-found"` does; or they are told as the value of another element. */
  hidesContents: boolean;
}

class Walk {
  readonly #options: WalkOptions;
  readonly #owned = ownedElements();
  readonly #styleKeys = new Map<string, StyleFacts>();
  /** In a row that was asked for, each cell is told. */
  readonly #told: ReadonlySet<Element>;
  readonly #tellsCells: boolean;
  #parts: { text: string; element: Element }[] = [];
  readonly #pressed = pressedByListeners();
  readonly #aroundPressed = ancestorsOf(this.#pressed);
  readonly #modal = topModal();
  readonly #aroundModal = new Set(this.#modal ? composedAncestors(this.#modal) : []);
  /** Text collected for a node and not yet flushed into its children. */
  #pending = "";
  #pendingElement: Element | undefined;
  #depth = 0;
  /** Tags of which the last element became a node. Being shown takes longer to ask than being drawn, and both together longest. */
  readonly #nodeTags = new Set<string>();
  elements = 0;
  controls = 0;
  semanticControls = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#tellsCells = options.root !== undefined && roleOf(options.root) === "row";
    this.#told = new Set(options.root && this.#tellsCells ? cellsOf(options.root) : []);
  }

  run(): Walked {
    const top = this.#options.root ?? documentRoot();
    const root: PageNode = {
      element: top,
      role: roleOf(top),
      source: "a11y",
      interactive: false,
      byCursor: false,
      parent: undefined,
      children: [],
      ariaHidden: false,
      inert: false,
    };
    const inert = this.#isBehindModal(top);
    const place: Place = { node: root, ariaHidden: false, inert, named: false };
    if (this.#options.root) this.#element(top, place, 0, false);
    else this.#children(top, place, 0, true);
    this.#flush(root);
    return {
      root,
      elements: this.elements,
      controls: this.controls,
      semanticControls: this.semanticControls,
      modal: this.#modal,
    };
  }

  #flush(node: PageNode): void {
    if (!this.#pending) return;
    const text = this.#pending.replace(/\s+/g, " ").trim();
    const several = this.#parts.some(({ element }) => element !== this.#pendingElement);
    if (text && this.#pendingElement) node.children.push({ text, element: this.#pendingElement, ...(several && { parts: this.#parts }) });
    this.#parts = [];
    this.#pending = "";
    this.#pendingElement = undefined;
  }

  #children(element: Element, place: Place, styleKey: number, pointer: boolean): void {
    if (this.#options.shadow) {
      const shadow = dom.shadowRoot(element);
      if (shadow) {
        for (let child = dom.firstChild(shadow); child; child = dom.nextSibling(child))
          this.#child(child, element, place, styleKey, pointer);
        return;
      }
      const assigned = dom.localName(element) === "slot" ? (element as HTMLSlotElement).assignedNodes() : [];
      for (const child of assigned) this.#child(child, element, place, styleKey, pointer);
      if (assigned.length) return;
    }
    const level = needsParts(place.node) ? undefined : this.#options.silence?.levelIn(element);
    if (saysNothing(place)) for (let child = dom.firstElementChild(element); child; child = dom.nextElementSibling(child)) this.#childElement(child, element, place, styleKey, pointer, level);
    else for (let child = dom.firstChild(element); child; child = dom.nextSibling(child)) this.#child(child, element, place, styleKey, pointer, level);
  }

  #child(child: Node, parent: Element, place: Place, styleKey: number, pointer: boolean, level?: Level): void {
    const type = dom.nodeType(child);
    if (type === Node.TEXT_NODE) {
      if (saysNothing(place)) return;
      const text = withoutGlyphs((child as Text).data);
      // Whitespace between blocks is layout of the source, but it parts words inside a run.
      if (this.#pending || /\S/.test(text)) {
        if (!this.#pending) this.#pendingElement = parent;
        this.#pending += text;
        if (/\S/.test(text)) this.#parts.push({ text, element: parent });
      }
    } else if (type === Node.ELEMENT_NODE) this.#childElement(child as Element, parent, place, styleKey, pointer, level);
  }

  #childElement(element: Element, parent: Element, place: Place, styleKey: number, pointer: boolean, level?: Level): void {
    const owner = this.#owned.size ? this.#owned.get(element) : undefined;
    if (owner && owner !== parent) return;
    if (level && this.#isSilent(element, place, level)) this.#passOver(element, place);
    else this.#element(element, place, styleKey, pointer);
  }

  #isSilent(element: Element, place: Place, level: Level): boolean {
    const tag = dom.localName(element);
    // These are within the words around them.
    if (tag === "br" || inlineTags.has(tag)) return false;
    // Words that are left out here are sooner walked than asked.
    if (saysNothing(place) && !dom.firstElementChild(element)) return false;
    return this.#options.silence?.isSilent(element, level) === true;
  }

  /** It still parts the words before it from those after it. */
  #passOver(element: Element, { node }: Place): void {
    if (this.#pending && !skipped.has(dom.localName(element)) && isDrawn(element)) this.#flush(node);
  }

  #element(element: Element, place: Place, parentKey: number, parentPointer: boolean): void {
    const tag = dom.localName(element);
    if (tag === "br") {
      this.#pending &&= `${this.#pending} `;
      return;
    }
    if (skipped.has(tag)) return;
    const names = dom.hasAttributes(element) ? dom.getAttributeNames(element) : none;
    // Bare words that somebody's name holds: most of what is in a table. Nothing more to learn about them.
    if (place.named && names === none && !dom.firstElementChild(element) && bareTags.has(tag) && !this.#tellsCells && !this.#pressed.has(element)) {
      this.elements++;
      return;
    }
    const mayBeNode = this.#nodeTags.has(tag);
    const isSeen = mayBeNode && dom.checkVisibility(element, withVisibility);
    if (!isSeen && !isDrawn(element) && !(tag === "area" && areaRect(element))) return;
    this.elements++;

    const { key, pointer, hidesContents } = this.#styleOf(element, tag, names, parentKey);
    const inside = this.#placeInside(element, tag, names, place);
    const node = this.#nodeFor(element, tag, names, pointer && !parentPointer, place, inside);
    if (node && !mayBeNode) this.#nodeTags.add(tag);
    else if (!node && mayBeNode) this.#nodeTags.delete(tag);
    if (!node || !(isSeen || isShown(element))) {
      const block = !inlineTags.has(tag);
      const joined = this.#beginBoundary(element, block, place.node);
      if (!hidesContents) this.#inside(element, tag, inside, key, pointer);
      this.#endBoundary(joined, block, place.node);
      return;
    }
    this.#flush(place.node);
    place.node.children.push(node);
    if (node.interactive) this.controls++;
    if (node.interactive && node.source !== "dom") this.semanticControls++;
    if (!hidesContents && !leaves.has(node.role)) {
      // What is pressed in a row, and has no name of its own, is told by its words although the row says them too.
      const named = isNamedByContent(node.role, element) || (inside.named && !((node.interactive || node.cell) && node.source === "dom"));
      this.#inside(element, tag, { node, ariaHidden: inside.ariaHidden, inert: inside.inert, named }, key, pointer);
    }
    this.#flush(node);
    if (node.role === "item" && node.children.length < 2) dissolve(node, place.node);
  }

  #placeInside(element: Element, tag: string, names: string[], place: Place): Place {
    if (names === none && tag !== "label" && !this.#modal) return place;
    const ariaHidden = place.ariaHidden || (names.includes("aria-hidden") && dom.getAttribute(element, "aria-hidden") === "true");
    const inert = place.inert || names.includes("inert") || (this.#modal !== null && this.#isBehindModal(element));
    const named = place.named || (tag === "label" && (element as HTMLLabelElement).control?.checkVisibility() === true);
    if (ariaHidden === place.ariaHidden && inert === place.inert && named === place.named) return place;
    return { node: place.node, ariaHidden, inert, named };
  }

  /** Parts the words of a block, or of inline mark-up that is laid out as one, from the words before it. */
  #beginBoundary(element: Element, block: boolean, node: PageNode): number {
    if (block) this.#flush(node);
    const length = this.#pending.length;
    if (!block && length && !/\s$/.test(this.#pending) && !isInlineBox(element)) this.#pending += " ";
    return length;
  }

  #endBoundary(before: number, block: boolean, node: PageNode): void {
    if (block) this.#flush(node);
    else if (before < this.#pending.length && this.#pending[before] === " ") this.#pending += " ";
  }

  #inside(element: Element, tag: string, place: Place, styleKey: number, pointer: boolean): void {
    if (this.#depth >= MAX_DEPTH) return;
    this.#depth++;
    this.#contents(element, tag, place, styleKey, pointer);
    this.#depth--;
  }

  #contents(element: Element, tag: string, place: Place, styleKey: number, pointer: boolean): void {
    const owner = namingParts[tag];
    if (
      owner &&
      dom.localName(place.node.element) === owner &&
      dom.parentElement(element) === place.node.element &&
      !dom.firstElementChild(element)
    )
      return;
    if (tag === "details" && !(element as HTMLDetailsElement).open) {
      const summary = dom.querySelector(element, ":scope > summary");
      if (summary) this.#element(summary, place, styleKey, pointer);
      return;
    }
    if (tag === "svg" && !this.#mayHoldControls(element, place) && !dom.querySelector(element, "a, text, title, [role], [tabindex], [onclick], [data-testid], foreignObject"))
      return;
    this.#children(element, place, styleKey, pointer);
    if (this.#owned.size)
      for (const [owned, by] of this.#owned)
        if (by === element && dom.parentElement(owned) !== element) this.#element(owned, place, styleKey, pointer);
  }

  #isBehindModal(element: Element): boolean {
    return this.#modal !== null && !this.#aroundModal.has(element) && !composedContains(this.#modal, element);
  }

  /** Elements of one kind in one place share a cursor; asking the browser once per kind keeps the walk linear and quick. */
  #styleOf(
    element: Element,
    tag: string,
    names: string[],
    parentKey: number,
  ): StyleFacts {
    let text = `${parentKey} ${tag} ${names.length}`;
    const className = names.includes("class") ? (dom.getAttribute(element, "class") ?? "") : "";
    if (className) text += ` ${className}`;
    if (names.includes("style")) text += ` ${dom.getAttribute(element, "style")}`;
    if (names.includes("hidden")) text += " hidden";
    let known = this.#styleKeys.get(text);
    if (!known) {
      const style = getComputedStyle(element);
      known = {
        key: this.#styleKeys.size + 1,
        pointer: style.cursor === "pointer",
        hidesContents: style.contentVisibility === "hidden" || drawsCode(className),
      };
      this.#styleKeys.set(text, known);
    }
    return known;
  }

  #nodeFor(
    element: Element,
    tag: string,
    names: string[],
    ownPointer: boolean,
    place: Place,
    inside: Place,
  ): PageNode | undefined {
    if (names === none && !ownPointer && plainTags.has(tag) && !this.#tellsCells && !this.#pressed.has(element)) return undefined;
    // Nearly all cells are only what they contain; which kind of cell one is takes a look at its table.
    const plainCell = (tag === "td" || tag === "th") && !names.includes("role");
    let role = plainCell ? "cell" : roleOf(element);
    const test = names === none ? undefined : testAttributeOf(element, this.#options.testAttributes);
    const tabStop = names.includes("tabindex") && dom.getAttribute(element, "tabindex") !== "-1";
    // A label of a control that is not rendered is what people click instead of it.
    const standsIn = tag === "label" && (element as HTMLLabelElement).control?.checkVisibility() === false;
    const draggable = names.includes("draggable") && dom.getAttribute(element, "draggable") === "true";
    const handled = standsIn || draggable || names.includes("onclick") || isEditingHost(element, names);
    const widget = widgetRoles.has(role) || isNativelyFocusable(element);
    const byCursor =
      (ownPointer || this.#pressed.has(element)) && !widget && !tabStop && !handled && !place.node.interactive && tag !== "body" && tag !== "label";
    const offered = widget || handled || byCursor || (tabStop && !isScroller(element));
    const interactive = offered && !(inside.ariaHidden ? isStageProp(element, tag, byCursor) : tabStop && !widget && !handled && isFocusGuard(element));
    if (offered && !interactive && !test) return undefined;
    const isSemantic = () => !inside.ariaHidden && !meltingRoles.has(role);
    const told = this.#told.has(element);
    const shown = (told && !inside.ariaHidden) || (!cells.has(role) && isSemantic() && (role !== "img" || !place.node.interactive));
    if (!interactive && !test && !shown)
      return !place.named && !place.node.interactive && isRepeatedItem(element, tag, names)
        ? makeNode(element, "item", "dom", false, false, undefined, inside)
        : undefined;
    if (tag === "label" && !test && !standsIn) return undefined;
    if (plainCell) role = roleOf(element);
    const semantic = isSemantic();
    const fromDom = test !== undefined || (interactive && !widget);
    const source: Source = semantic ? (fromDom ? "both" : "a11y") : "dom";
    const shownRole = semantic || (role !== "generic" && role !== "none") ? role : tag;
    const node = makeNode(element, shownRole, source, interactive, byCursor, test, inside);
    return told ? { ...node, cell: true } : node;
  }

  /** Drawings that are more than an icon of something else may have parts to press. */
  #mayHoldControls(svg: Element, place: Place): boolean {
    if (this.#aroundPressed.has(svg)) return true;
    return !place.node.interactive && dom.clientWidth(svg) >= LARGE_DRAWING && dom.clientHeight(svg) >= LARGE_DRAWING;
  }
}

/** Whether a node is called by what is in it, or dissolved when that is too little. */
const needsParts = ({ source, role }: PageNode): boolean => source === "dom" || role === "listitem" || role === "alert" || role === "status";

function makeNode(
  element: Element,
  role: string,
  source: Source,
  interactive: boolean,
  byCursor: boolean,
  test: PageNode["test"],
  place: Place,
): PageNode {
  return {
    element,
    role,
    source,
    interactive,
    byCursor,
    test,
    parent: place.node,
    children: [],
    ariaHidden: place.ariaHidden,
    inert: place.inert,
  };
}

/** Puts what is in a wrapper in its place. */
function dissolve(node: PageNode, parent: PageNode): void {
  parent.children.pop();
  for (const child of node.children) {
    if (!isTextRun(child)) child.parent = parent;
    parent.children.push(child);
  }
}

/** True when an element's name is made of what is inside it, so that its text need not be said again. */
export function isNamedByContent(role: string, element: Element): boolean {
  return (
    namedFromContent.has(role) && !dom.getAttribute(element, "aria-label")?.trim() && !dom.getAttribute(element, "aria-labelledby")?.trim()
  );
}

const none: string[] = [];
/** Without attributes these are wrappers or words, whatever is in them. */
const plainTags = new Set("div span td th b i u small tbody thead tfoot center font p em strong code pre wbr body".split(" "));
const bareTags = new Set("span td th b i u small em strong code p div".split(" "));

/** What is inside these is their value or their picture, not content of the page. */
const leaves = new Set([
  "combobox",
  "textbox",
  "searchbox",
  "slider",
  "spinbutton",
  "progressbar",
  "meter",
  "scrollbar",
  "iframe",
  "audio",
  "video",
]);

/** Both ask first in a way that makes no object and no text; it says no of `display: contents` and of what `content-visibility` skips, too. */
const isDrawn = (element: Element): boolean => dom.checkVisibility(element) || getComputedStyle(element).display !== "none";
const isShown = (element: Element): boolean => dom.checkVisibility(element, withVisibility) || getComputedStyle(element).visibility === "visible";
const withVisibility = { visibilityProperty: true };

function isInlineBox(element: Element): boolean {
  const display = getComputedStyle(element).display;
  return display === "inline" || display === "contents";
}

export function walk(options: WalkOptions): Walked {
  return new Walk(options).run();
}
