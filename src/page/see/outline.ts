/** From the walked tree to the lines of a snapshot: what is said once is not said twice, and repeated siblings fold. */
import * as dom from "../dom.ts";
import { codeOf } from "./codeEditor.ts";
import { contextOf, RowNumbers } from "./context.ts";
import { NearWords } from "./drawing.ts";
import { foldRepeatedSiblings, isFold, UNFOLDED, type Fold, type Folding } from "./fold.ts";
import { cut, type ElementLine, type LineMarks, type SnapshotLine } from "./line.ts";
import type { RefMint } from "./elements.ts";
import { squash, type NameReader } from "./name.ts";
import { paintedSize } from "./paintedSize.ts";
import { roleOf } from "./role.ts";
import { focusedElement, stateOf } from "./state.ts";
import { tellingMark } from "./tellingMark.ts";
import { optionsOf, valueOf } from "./value.ts";
import type { BoxReader } from "./visible.ts";
import { isNamedByContent, isTextRun, type PageNode, type TextRun } from "./walk.ts";

export interface OutlineItem {
  /** Index of the item it stands under; -1 at the top. */
  parent: number;
  depth: number;
  priority: number;
  /** Nodes it stands for: one, or those a fold hides. */
  nodes: number;
  controls: number;
  /** How many a fold hides. */
  folded?: number;
  line: () => SnapshotLine;
  node?: PageNode;
}

export interface OutlineOptions {
  full: boolean;
  /** Only what can be operated, and the structure around it. */
  interactiveOnly: boolean;
  /** Headings stay, too. */
  headings: boolean;
  /** Lower-case; matching nodes go with all that is in them. */
  omit: readonly string[];
}

const NAME_LENGTH = 120;
const TEXT_LENGTH = 240;
const VALUE_LENGTH = 80;
/** What somebody writes in is there to be read. */
const WRITING_LENGTH = 400;
const TEST_LENGTH = 80;

const landmarks = new Set("banner complementary contentinfo form main navigation region search heading".split(" "));
const urgent = new Set(["dialog", "alertdialog", "alert", "status"]);

/** In view first; structure next; then what is further down the page. */
const Priority = { control: 0, structure: 1, inView: 2, controlElsewhere: 3, elsewhere: 4 } as const;

/** Commas and bullets between links. */
const onlySeparators = /^[\s,.;:|·•/\\()[\]–—›»-]+$/;

export class Outline {
  readonly items: OutlineItem[] = [];
  omittedTrees = 0;
  omittedNodes = 0;
  folded = 0;
  readonly #names: NameReader;
  readonly #rows = new RowNumbers();
  readonly #near = new NearWords();
  readonly #boxes: BoxReader;
  readonly #mint: RefMint;
  readonly #options: OutlineOptions;
  readonly #focused = focusedElement();
  readonly #folding: Folding<PageNode | TextRun> = {
    kindOf: (child) => (isTextRun(child) ? undefined : foldKind(child)),
    keep: (child) => this.#inView(child.element),
  };

  constructor(names: NameReader, boxes: BoxReader, mint: RefMint, options: OutlineOptions) {
    this.#names = names;
    this.#boxes = boxes;
    this.#mint = mint;
    this.#options = options;
  }

  /** Adds what is in a node, without the node itself. */
  addChildren(node: PageNode, parent = -1, depth = 0): void {
    const entries = this.#contents(node);
    const shown = this.#options.full ? entries : foldRepeatedSiblings(entries, this.#folding);
    for (const entry of shown) {
      if (isFold(entry)) this.#addFold(entry, node, parent, depth);
      else if (isTextRun(entry)) this.#addText(entry, parent, depth);
      else this.#addNode(entry, parent, depth);
    }
  }

  #addFold(fold: Fold, within: PageNode, parent: number, depth: number): void {
    this.folded += fold.folded;
    const what = [...new Set(fold.kinds.map((kind) => `${kind.split(" ")[0]}s`))].join(", ");
    this.items.push({
      parent,
      depth,
      priority: Priority.inView,
      nodes: 0,
      controls: 0,
      folded: fold.folded,
      line: () => {
        const scope = within.parent ? `scope:${this.#mint.refOf(within.element)}, ` : "";
        const cells = fold.kinds.some((kind) => kind.startsWith("row ")) ? "; scope: a row's ref shows its cells" : "";
        return [depth, null, `… ${fold.folded} more ${what} like this (${scope}find or full:true reaches them${cells})`];
      },
    });
  }

  #addText(run: TextRun, parent: number, depth: number): void {
    if (this.#options.interactiveOnly || onlySeparators.test(run.text) || getComputedStyle(run.element).visibility !== "visible")
      return;
    const inView = () => this.#inView(run.element);
    this.items.push({
      parent,
      depth,
      get priority() {
        return inView() ? Priority.inView : Priority.elsewhere;
      },
      nodes: 1,
      controls: 0,
      line: () => [depth, this.#options.full ? run.text : cut(run.text, TEXT_LENGTH)],
    });
  }

  #addNode(node: PageNode, parent: number, depth: number): void {
    if (this.#isOmitted(node)) return;
    if (this.#isLookAlone(node)) {
      this.addChildren(node, parent, depth);
      return;
    }
    const index = this.items.length;
    const priorityOf = () => this.#priority(node);
    let line: ElementLine | undefined;
    const item: OutlineItem = {
      parent,
      depth,
      get priority() {
        return priorityOf();
      },
      nodes: 1,
      controls: node.interactive ? 1 : 0,
      line: () => (line ??= this.#lineOf(node, depth)),
      node,
    };
    this.items.push(item);
    this.addChildren(node, index, depth + 1);
    if (this.items.length === index + 1 && !this.#saysSomething(node)) this.items.pop();
  }

  #priority(node: PageNode): number {
    if (urgent.has(node.role) || node.element === this.#focused) return Priority.control;
    if (landmarks.has(node.role)) return Priority.structure;
    const inView = this.#inView(node.element);
    if (node.interactive) return inView ? Priority.control : Priority.controlElsewhere;
    return inView ? Priority.inView : Priority.elsewhere;
  }

  #inView(element: Element): boolean {
    return this.#boxes.isInView(element);
  }

  /** Clickable by its cursor alone, and as large as the page: a style on a wrapper, not a control. */
  #isLookAlone(node: PageNode): boolean {
    if (!node.byCursor || node.test) return false;
    const box = this.#boxes.rectOf(node.element);
    return box.width * box.height > innerWidth * innerHeight * 0.5;
  }

  #isOmitted(node: PageNode): boolean {
    const { omit } = this.#options;
    if (!omit.length) return false;
    const facts = [node.role, this.nameOf(node), node.test?.[1] ?? ""].map((fact) => fact.toLowerCase());
    if (!omit.some((pattern) => facts.some((fact) => fact.includes(pattern)))) return false;
    this.omittedTrees++;
    this.omittedNodes += countNodes(node);
    return true;
  }

  /** Worth a line even with nothing under it. */
  #saysSomething(node: PageNode): boolean {
    if (node.interactive || node.test || node.cell || node.role === "iframe") return true;
    if (this.#options.interactiveOnly) return this.#options.headings && node.role === "heading" && this.nameOf(node) !== "";
    return node.role === "separator" ? false : this.nameOf(node) !== "" || valueOf(node.element) !== undefined;
  }

  #contents(node: PageNode): (PageNode | TextRun)[] {
    const children = node.parent && saysItsContent(node) && !this.#isLookAlone(node) ? operable(node.children) : node.children;
    const labelled = node.interactive && namers.some((attribute) => dom.hasAttribute(node.element, attribute)) ? this.nameOf(node).toLowerCase() : "";
    const result: (PageNode | TextRun)[] = [];
    for (const child of children) {
      if (isTextRun(child) && labelled.includes(child.text.toLowerCase())) continue;
      const only = isTextRun(child) ? undefined : soleChild(child);
      result.push(only ?? child);
    }
    return result;
  }

  /** The accessible name; for elements that have none but can be operated, the words people see on them. */
  nameOf(node: PageNode): string {
    const name = this.#names.nameOf(node.element);
    if (name) return name;
    if (node.role === "label") return this.#names.contentOf(node.element);
    const wordsOnly = node.children.length > 0 && node.children.every(isTextRun);
    if (wordsOnly && (node.source === "dom" || node.role === "listitem" || urgent.has(node.role)))
      return squash(node.children.map((child) => (child as TextRun).text).join(" "));
    return node.source === "dom" ? (dom.getAttribute(node.element, "title") ?? "") : "";
  }

  #lineOf(node: PageNode, depth: number): ElementLine {
    const { element, role } = node;
    const stood = role === "label" ? (element as HTMLLabelElement).control : null;
    const state = stood ? stateOf(stood, roleOf(stood), this.#focused) : stateOf(element, role, this.#focused);
    if (node.inert && !node.parent?.inert) state.inert = true;
    const name = this.nameOf(node);
    const editor = isEditor(element);
    const value = this.#valueOf(element, editor);
    const options = role === "combobox" ? optionsOf(element) : undefined;
    const telling = node.interactive && !name && !value && !node.test && node.children.length === 0 ? tellingMark(element) : undefined;
    const near = telling && this.#near.of(element);
    const painted = node.interactive && node.children.length === 0 ? paintedSize(element) : undefined;
    const place = node.cell ? contextOf(element, this.#names) : undefined;
    const column = place?.column ?? place?.columnIndex;
    const shown = this.#isToldByParts(node, name) ? "" : this.#options.full ? name : cut(name, NAME_LENGTH);
    const row = role === "row" && (!shown || node.children.some((child) => !isTextRun(child) && child.cell)) ? this.#rows.of(element) : undefined;
    const rows = collections.has(role) ? rowsDrawn(element) : undefined;
    const marks: LineMarks = {
      ...(node.test && { test: [node.test[0], cut(node.test[1], TEST_LENGTH)] }),
      ...(node.source !== "a11y" && role !== "item" && { source: node.source }),
      ...(Object.keys(state).length > 0 && { state }),
      ...(value !== undefined && value !== name && { value }),
      ...(options && { options }),
      ...(near && { near: cut(near, NAME_LENGTH) }),
      ...(painted && { painted }),
      ...(telling && { telling }),
      ...(row && { row }),
      ...(column && { column }),
      ...(rows && { rows }),
      ...(dom.getAttribute(element, "draggable") === "true" && { draggable: true }),
      ...(editor && { editable: true }),
    };
    const ref = this.#mint.refOf(element);
    return Object.keys(marks).length > 0 ? [depth, role, shown, ref, marks] : [depth, role, shown, ref];
  }

  /** A row whose words are those of its cells, each of which has a line. */
  #isToldByParts(node: PageNode, name: string): boolean {
    if (node.role !== "row" || !name || !isNamedByContent(node.role, node.element)) return false;
    const parts = operable(node.children);
    return parts.length > 0 && parts.length <= UNFOLDED && squash(parts.map((part) => this.nameOf(part)).join(" ")) === name;
  }

  #valueOf(element: Element, editor: boolean): string | undefined {
    const code = codeOf(element);
    const value = code ?? valueOf(element);
    if (value === undefined) return undefined;
    const text = code ?? squash(value);
    if (!editor && code === undefined) return cut(text, VALUE_LENGTH);
    return this.#options.full ? text : cut(text, WRITING_LENGTH);
  }
}

const collections = new Set(["grid", "treegrid", "table"]);

/** `2-22 of 1001`: the others come when it is scrolled. */
function rowsDrawn(collection: Element): string | undefined {
  const all = Number(dom.getAttribute(collection, "aria-rowcount"));
  if (!(all > 0)) return undefined;
  const drawn = [...dom.querySelectorAll(collection, "[aria-rowindex]")].map((row) => Number(dom.getAttribute(row, "aria-rowindex"))).filter((index) => index > 0);
  return new Set(drawn).size < all && drawn.length > 0 ? `${Math.min(...drawn)}-${Math.max(...drawn)} of ${all}` : undefined;
}

const isEditor = (element: Element): boolean =>
  dom.hasAttribute(element, "contenteditable") && dom.isContentEditable((element as HTMLElement));

const namers = ["aria-label", "aria-labelledby"];

function saysItsContent(node: PageNode): boolean {
  if (node.role === "label" || node.role === "listitem" || urgent.has(node.role) || node.source === "dom")
    return node.children.length > 0 && node.children.every(isTextRun) && node.role !== "item";
  return isNamedByContent(node.role, node.element);
}

/** What remains of an element's content when its name says the rest. */
function operable(children: readonly (PageNode | TextRun)[]): PageNode[] {
  const kept: PageNode[] = [];
  for (const child of children) {
    if (isTextRun(child)) continue;
    if (child.interactive || child.test || child.cell || child.role === "iframe") kept.push(child);
    else kept.push(...operable(child.children));
  }
  return kept;
}

const shells = new Set(["listitem", "item", "group", "list", "figure"]);

/** A shell around one thing adds a line and no meaning. */
function soleChild(node: PageNode): PageNode | undefined {
  if (node.byCursor && !node.test && node.children.length === 1) return soleControl(node.children[0]);
  if (!shells.has(node.role) || node.test || node.interactive || node.children.length !== 1) return undefined;
  const [only] = node.children;
  if (!only || isTextRun(only)) return undefined;
  if (node.role !== "listitem" && namers.some((attribute) => dom.hasAttribute(node.element, attribute))) return undefined;
  if (node.role === "group" || node.role === "figure") return undefined;
  return soleChild(only) ?? only;
}

/** What is around one control alone is pressed when that is. */
function soleControl(only: PageNode | TextRun | undefined): PageNode | undefined {
  return only && !isTextRun(only) && only.interactive && !only.byCursor ? only : undefined;
}

const neverFolds = new Set([
  "heading",
  "dialog",
  "alertdialog",
  "alert",
  "iframe",
  "main",
  "navigation",
  "banner",
  "region",
  "form",
]);

function foldKind(node: PageNode): string | undefined {
  if (neverFolds.has(node.role)) return undefined;
  return node.source === "dom"
    ? `${node.role} ${dom.getAttribute(node.element, "class") ?? ""}`
    : `${node.role} ${dom.localName(node.element)}`;
}

function countNodes(node: PageNode): number {
  let count = 1;
  for (const child of node.children) count += isTextRun(child) ? 1 : countNodes(child);
  return count;
}
