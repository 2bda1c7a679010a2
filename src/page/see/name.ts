/** The accessible-name computation (accname 1.2), with the choices Chromium makes where the specification leaves some. */
import * as dom from "../dom.ts";
import { composedChildren, elementsByIds, isElement, isText } from "./composed.ts";
import { Counters } from "./counters.ts";
import { embeddedValue } from "./embeddedValue.ts";
import { withoutGlyphs } from "./glyphs.ts";
import { nativeName } from "./nativeName.ts";
import { ownedElements } from "./owned.ts";
import { pseudoText, type Pseudo } from "./pseudoText.ts";
import { namedFromContent, roleOf } from "./role.ts";

interface Step {
  /** Elements already used for the name being computed: ends cycles and keeps a control out of its own label. */
  visited: Set<Element>;
  /** Inside something an `aria-labelledby` named: further references are not followed. */
  referenced: boolean;
  /** Inside a hidden subtree that was referenced: hidden content counts. */
  hiddenCounts: boolean;
  /** The text becomes part of another element's name. */
  embedded: boolean;
  /** `visibility: hidden`: the element's own words do not count, but those of visible elements in it do. */
  muted?: boolean;
  /** An element that refers to itself is read by its label, not by its value. */
  self?: boolean;
}

const visibility = { visibilityProperty: true, contentVisibilityAuto: false } as const;

/** True when people can perceive the element: it has a box (or is `display: contents`) and nothing hides it. */
export function isRendered(element: Element): boolean {
  if (dom.checkVisibility(element, visibility)) return true;
  const style = getComputedStyle(element);
  if (style.display !== "contents" || style.visibility !== "visible") return false;
  const parent = dom.parentElement(element);
  return parent ? isRendered(parent) || getComputedStyle(parent).display === "contents" : true;
}

/** Hidden by `visibility` alone, which what is inside may take back. */
const hasRoomForVisible = (element: Element): boolean =>
  dom.firstElementChild(element) !== null && getComputedStyle(element).visibility !== "visible" && dom.checkVisibility(element, { contentVisibilityAuto: false });

const isHiddenFromReaders = (element: Element): boolean =>
  dom.closest(element, '[aria-hidden="true"]') !== null || !isRendered(element);

export const squash = (text: string): string => text.replace(/[\s\u200b]+/g, " ").trim();

/** Computes names; one instance serves one reading of the page and remembers what it computed. */
export class NameReader {
  #names = new Map<Element, string>();
  #contents = new Map<Element, string>();
  /** Labels being read: a control inside one does not have it read again. */
  #labels = new Set<Element>();
  #counters: Counters | undefined;

  nameOf(element: Element): string {
    const known = this.#names.get(element);
    if (known !== undefined) return known;
    // Something hidden has the name that it will have when it is shown.
    const hiddenCounts = dom.firstElementChild(element) !== null && !dom.hasAttribute(element, "aria-label") && !isRendered(element);
    const name = squash(this.#alternative(element, { visited: new Set(), referenced: false, hiddenCounts, embedded: false }));
    this.#names.set(element, name);
    return name;
  }

  /** What `aria-describedby` and `aria-description` say, else a tooltip that is not the name already. */
  descriptionOf(element: Element): string {
    const referenced = elementsByIds(element, dom.getAttribute(element, "aria-describedby"));
    const text = referenced.map((other) => this.#referencedText(other)).join(" ");
    const told = squash(text || (dom.getAttribute(element, "aria-description") ?? ""));
    if (told) return told;
    const tooltip = squash(dom.getAttribute(element, "title") ?? "");
    return tooltip && tooltip !== this.nameOf(element) ? tooltip : "";
  }

  /** The text people read inside an element, joined as a name from content would be. */
  contentOf(element: Element): string {
    let content = this.#contents.get(element);
    if (content === undefined) {
      content = squash(this.#content(element, { visited: new Set(), referenced: false, hiddenCounts: false, embedded: true }));
      this.#contents.set(element, content);
    }
    return content;
  }

  /** The text of one label of a control; the control itself is left out. Inside of another name each label is read once. */
  #labelText(label: Element, control: Element, step: Step): string {
    if (this.#labels.has(label) || (step.embedded && step.visited.has(label))) return "";
    const text = this.#alternative(label, {
      visited: new Set([control]),
      referenced: false,
      hiddenCounts: false,
      embedded: true,
    });
    if (step.embedded) step.visited.add(label);
    return text;
  }

  #referencedText(element: Element): string {
    return this.#alternative(element, {
      visited: new Set(),
      referenced: true,
      hiddenCounts: isHiddenFromReaders(element),
      embedded: true,
    });
  }

  #alternative(element: Element, step: Step): string {
    if (step.visited.has(element)) return "";
    step.visited.add(element);
    if (dom.localName(element) !== "label") return this.#unvisited(element, step);
    this.#labels.add(element);
    try {
      return this.#unvisited(element, step);
    } finally {
      this.#labels.delete(element);
    }
  }

  #unvisited(element: Element, step: Step): string {
    if (!step.hiddenCounts && step.embedded) {
      if (dom.getAttribute(element, "aria-hidden") === "true") return "";
      if (!isRendered(element)) return hasRoomForVisible(element) ? this.#content(element, { ...step, muted: true }) : "";
    }

    if (!step.referenced) {
      const labels = elementsByIds(element, dom.getAttribute(element, "aria-labelledby"));
      const text = labels.map((label) => squash(this.#labelledBy(element, label, step))).filter(Boolean);
      // Read out once: the rest of the name that is being computed goes without them.
      if (step.embedded) for (const label of labels) step.visited.add(label);
      if (text.length) return text.join(" ");
    }
    // A slot is no more than the place of what is in it.
    if (dom.localName(element) === "slot" && !dom.hasAttribute(element, "role")) return this.#content(element, step);

    const role = roleOf(element);
    if (step.embedded && !step.self) {
      const value = embeddedValue(element, role, (option) => this.contentOf(option));
      if (value !== undefined) return value;
    }
    const label = dom.getAttribute(element, "aria-label");
    if (label?.trim()) return label;

    if (role !== "none" || step.embedded) {
      const native = nativeName(element, (label) => this.#labelText(label, element, step));
      if (native !== undefined) return native;
    }
    let content = "";
    if (step.embedded || namedFromContent.has(role) || dom.localName(element) === "label") {
      content = this.#content(element, { ...step, self: false }, role);
      if (content.trim()) return content;
    }
    // A tooltip on a plain wrapper describes it and does not name it; in somebody else's name it counts.
    const tooltipNames = role !== "none" && (role !== "generic" || step.embedded || dom.localName(element) === "abbr");
    // What is only white space still parts the words around it.
    return (tooltipNames && dom.getAttribute(element, "title")) || content;
  }

  #labelledBy(owner: Element, label: Element, step: Step): string {
    // An element may name itself ("Delete" + file name): it is then read without its own aria-labelledby.
    const visited = label === owner ? new Set([...step.visited].filter((seen) => seen !== owner)) : new Set(step.visited);
    return this.#alternative(label, {
      visited,
      referenced: true,
      hiddenCounts: isHiddenFromReaders(label),
      embedded: true,
      self: label === owner,
    });
  }

  #content(element: Element, step: Step, role = ""): string {
    const inside: Step = { ...step, embedded: true, muted: false };
    const branches = branching.has(role);
    let text = this.#pseudo(element, "::before");
    for (const child of composedChildren(element))
      if (isText(child)) text += step.muted ? "" : withoutGlyphs(child.data);
      else if (isElement(child) && !isReadElsewhere(child, branches) && !this.#isOwnedByAnother(child, element))
        text += this.#childText(child, inside);
    for (const owned of elementsByIds(element, dom.getAttribute(element, "aria-owns")))
      text += ` ${this.#alternative(owned, inside)} `;
    return text + this.#pseudo(element, "::after");
  }

  #pseudo(element: Element, pseudo: Pseudo): string {
    return pseudoText(element, pseudo, () => (this.#counters ??= new Counters()));
  }

  #isOwnedByAnother(child: Element, parent: Element): boolean {
    const owner = ownedElements().get(child);
    return owner !== undefined && owner !== parent && !isHiddenFromReaders(owner);
  }

  #childText(child: Element, step: Step): string {
    const tag = dom.localName(child);
    if (tag === "br" || tag === "wbr") return " ";
    if (tag === "script" || tag === "style" || tag === "template" || tag === "noscript") return "";
    const text = this.#alternative(child, step);
    return partsWords(child) ? ` ${text} ` : text;
  }
}

/** Items that hold further items, which have names of their own. */
const branching = new Set(["treeitem", "menuitem", "menuitemcheckbox", "menuitemradio"]);
const branchRoles = new Set(["group", "menu", "tree", "listbox"]);

/** A menu's items are commands, never words of what the menu is in. */
function isReadElsewhere(child: Element, branches: boolean): boolean {
  if (!dom.hasAttribute(child, "role")) return false;
  const role = roleOf(child);
  return role === "menu" || (branches && branchRoles.has(role));
}

/** A box of its own stands apart from the words around it, whatever is in it. */
function partsWords(element: Element): boolean {
  const { display } = getComputedStyle(element);
  return display !== "inline" && display !== "contents" && display !== "none";
}
