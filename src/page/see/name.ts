/** The accessible-name computation (accname 1.2), with the choices Chromium makes where the specification leaves some. */
import { composedChildren, elementsByIds, isElement, isText } from "./composed.ts";
import { namedFromContent, roleOf } from "./role.ts";
import { nativeName } from "./nativeName.ts";

interface Step {
  /** Elements already used for the name being computed: ends cycles and keeps a control out of its own label. */
  visited: Set<Element>;
  /** Inside something an `aria-labelledby` named: further references are not followed. */
  referenced: boolean;
  /** Inside a hidden subtree that was referenced: hidden content counts. */
  hiddenCounts: boolean;
  /** The text becomes part of another element's name. */
  embedded: boolean;
  /** An element that refers to itself is read by its label, not by its value. */
  self?: boolean;
}

const visibility = { visibilityProperty: true, contentVisibilityAuto: false } as const;

/** True when people can perceive the element: it has a box (or is `display: contents`) and nothing hides it. */
export function isRendered(element: Element): boolean {
  if (element.checkVisibility(visibility)) return true;
  const style = getComputedStyle(element);
  if (style.display !== "contents" || style.visibility !== "visible") return false;
  const parent = element.parentElement;
  return parent ? isRendered(parent) || getComputedStyle(parent).display === "contents" : true;
}

export const squash = (text: string): string => text.replace(/[\s\u200b]+/g, " ").trim();

/** Computes names; one instance serves one reading of the page and remembers what it computed. */
export class NameReader {
  #names = new Map<Element, string>();
  #contents = new Map<Element, string>();
  /** Labels being read: a control inside one does not have it read again. */
  #labels = new Set<Element>();

  nameOf(element: Element): string {
    const known = this.#names.get(element);
    if (known !== undefined) return known;
    const name = squash(
      this.#alternative(element, { visited: new Set(), referenced: false, hiddenCounts: false, embedded: false }),
    );
    this.#names.set(element, name);
    return name;
  }

  /** What `aria-describedby` and `aria-description` say. */
  descriptionOf(element: Element): string {
    const referenced = elementsByIds(element, element.getAttribute("aria-describedby"));
    const text = referenced.map((other) => this.#referencedText(other)).join(" ");
    return squash(text || (element.getAttribute("aria-description") ?? ""));
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

  /** The text of one label of a control; the control itself is left out. */
  labelText(label: Element, control: Element): string {
    if (this.#labels.has(label)) return "";
    return this.#alternative(label, {
      visited: new Set([control]),
      referenced: false,
      hiddenCounts: false,
      embedded: true,
    });
  }

  #referencedText(element: Element): string {
    return this.#alternative(element, {
      visited: new Set(),
      referenced: true,
      hiddenCounts: !isRendered(element),
      embedded: true,
    });
  }

  #alternative(element: Element, step: Step): string {
    if (step.visited.has(element)) return "";
    step.visited.add(element);
    if (element.localName !== "label") return this.#unvisited(element, step);
    this.#labels.add(element);
    try {
      return this.#unvisited(element, step);
    } finally {
      this.#labels.delete(element);
    }
  }

  #unvisited(element: Element, step: Step): string {
    if (!step.hiddenCounts && step.embedded && (element.getAttribute("aria-hidden") === "true" || !isRendered(element)))
      return "";

    if (!step.referenced) {
      const labels = elementsByIds(element, element.getAttribute("aria-labelledby"));
      const text = labels.map((label) => squash(this.#labelledBy(element, label, step))).filter(Boolean);
      if (text.length) return text.join(" ");
    }

    const role = roleOf(element);
    if (step.embedded && !step.self) {
      const value = embeddedValue(element, role, (option) => this.contentOf(option));
      if (value !== undefined) return value;
    }
    const label = element.getAttribute("aria-label");
    if (label?.trim()) return label;

    if (role !== "none" || step.embedded) {
      const native = nativeName(element, this);
      if (native !== undefined) return native;
    }
    if (step.embedded || namedFromContent.has(role) || element.localName === "label") {
      const content = this.#content(element, { ...step, self: false }, role);
      if (content.trim()) return content;
    }
    // A tooltip on a plain wrapper describes it and does not name it; in somebody else's name it counts.
    if (role === "none" || (role === "generic" && !step.embedded && element.localName !== "abbr")) return "";
    return element.getAttribute("title") ?? "";
  }

  #labelledBy(owner: Element, label: Element, step: Step): string {
    // An element may name itself ("Delete" + file name): it is then read without its own aria-labelledby.
    const visited = label === owner ? new Set([...step.visited].filter((seen) => seen !== owner)) : new Set(step.visited);
    return this.#alternative(label, {
      visited,
      referenced: true,
      hiddenCounts: !isRendered(label),
      embedded: true,
      self: label === owner,
    });
  }

  #content(element: Element, step: Step, role = ""): string {
    const inside: Step = { ...step, embedded: true };
    const branches = branching.has(role);
    let text = pseudoText(element, "::before");
    for (const child of composedChildren(element)) if (!(branches && isBranch(child))) text += this.#childText(child, inside);
    for (const owned of elementsByIds(element, element.getAttribute("aria-owns")))
      text += ` ${this.#alternative(owned, inside)} `;
    return text + pseudoText(element, "::after");
  }

  #childText(child: Node, step: Step): string {
    if (isText(child)) return child.data;
    if (!isElement(child)) return "";
    const tag = child.localName;
    if (tag === "br" || tag === "wbr") return " ";
    if (tag === "script" || tag === "style" || tag === "template" || tag === "noscript") return "";
    const text = this.#alternative(child, step);
    return text && !isInline(child) ? ` ${text} ` : text;
  }
}

/** Items that hold further items, which have names of their own. */
const branching = new Set(["treeitem", "menuitem", "menuitemcheckbox", "menuitemradio"]);
const branchRoles = new Set(["group", "menu", "tree", "listbox"]);
const isBranch = (child: Node): boolean => isElement(child) && child.hasAttribute("role") && branchRoles.has(roleOf(child));

function isInline(element: Element): boolean {
  const display = getComputedStyle(element).display;
  return display === "inline" || display === "contents";
}

/** What a control inside a label contributes: its value, not its own name. */
function embeddedValue(element: Element, role: string, textOf: (option: Element) => string): string | undefined {
  switch (role) {
    case "textbox":
    case "searchbox":
      if (element instanceof HTMLInputElement) return element.type === "password" ? "" : element.value;
      if (element instanceof HTMLTextAreaElement) return element.value;
      return element.textContent ?? "";
    case "combobox":
    case "listbox": {
      if (element instanceof HTMLSelectElement)
        return [...element.selectedOptions].map((option) => option.label || textOf(option)).join(" ");
      if (element instanceof HTMLInputElement) return element.value;
      return [...element.querySelectorAll('[role="option"][aria-selected="true"]')].map(textOf).join(" ");
    }
    case "slider":
    case "spinbutton":
    case "scrollbar":
    case "progressbar":
    case "meter":
      return (
        element.getAttribute("aria-valuetext") ??
        element.getAttribute("aria-valuenow") ??
        (element instanceof HTMLInputElement || element.localName === "meter" || element.hasAttribute("value")
          ? String((element as HTMLMeterElement).value)
          : undefined)
      );
    default:
      return undefined;
  }
}

/** Text that CSS `content` adds. In `"★" / "star"` the second part is what is read out. */
function pseudoText(element: Element, pseudo: "::before" | "::after"): string {
  const style = getComputedStyle(element, pseudo);
  const content = style.content;
  if (content === "none" || content === "normal" || !content.includes('"')) return "";
  if (style.display === "none" || style.visibility !== "visible") return "";
  const slash = content.search(/" \/ "/);
  const read = slash < 0 ? content : content.slice(slash + 4);
  let text = "";
  for (const match of read.matchAll(/"((?:[^"\\]|\\.)*)"/g)) text += (match[1] ?? "").replace(/\\(.)/g, "$1");
  return style.display === "inline" ? text : ` ${text} `;
}
