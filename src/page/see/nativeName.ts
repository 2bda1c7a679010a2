/** Reads a label, a legend or a caption for the element that it names. */
import * as dom from "../dom.ts";
import { documentRoots } from "./documentTree.ts";
import { perTask } from "./perTask.ts";

export type ReadLabel = (label: Element) => string;

const filled = (text: string | null | undefined): string | undefined => (text?.trim() ? text : undefined);

function childNamed(element: Element, tag: string): Element | undefined {
  for (let child = dom.firstElementChild(element); child; child = dom.nextElementSibling(child)) if (dom.localName(child) === tag) return child;
  return undefined;
}

/** Each control with its labels. Asked for those of one control, Chromium looks through the whole document. */
const labelsByControl = perTask((): ReadonlyMap<Element, Element[]> => {
  const labelled = new Map<Element, Element[]>();
  for (const root of documentRoots())
    for (const label of dom.querySelectorAll<HTMLLabelElement>(root, "label")) {
      const { control } = label;
      if (control) labelled.set(control, [...(labelled.get(control) ?? []), label]);
    }
  return labelled;
});

/** A document that is only read, and not shown, is none of the page's roots. */
const labelsOf = (control: Element): readonly Element[] =>
  control.ownerDocument === document ? (labelsByControl().get(control) ?? []) : [...((control as HTMLInputElement).labels ?? [])];

function labelsText(element: Element, read: ReadLabel): string | undefined {
  const labels = labelsOf(element);
  if (labels.length === 0) return undefined;
  // A label inside another one is read with it.
  const outermost = labels.filter((label) => !labels.some((other) => other !== label && dom.contains(other, label)));
  return filled(
    outermost
      .map((label) => read(label).trim())
      .filter(Boolean)
      .join(" "),
  );
}

const partText = (element: Element, tag: string, read: ReadLabel): string | undefined => {
  const part = childNamed(element, tag);
  return part && filled(read(part));
};

const partContent = (element: Element, tag: string): string | undefined => {
  const part = childNamed(element, tag);
  return part && filled(dom.textContent(part));
};

/** A button whose words the page took away, to show a picture, has its tooltip. */
const emptied = (input: HTMLInputElement): string | undefined => (input.hasAttribute("value") ? filled(input.title) : undefined);

function inputName(input: HTMLInputElement, read: ReadLabel): string | undefined {
  const labels = labelsText(input, read);
  if (labels) return labels;
  switch (input.type) {
    case "submit":
      return filled(input.value) ?? emptied(input) ?? "Submit";
    case "reset":
      return filled(input.value) ?? emptied(input) ?? "Reset";
    case "button":
      return filled(input.value) ?? filled(input.title);
    case "image":
      return filled(input.alt) ?? filled(input.getAttribute("value")) ?? filled(input.title) ?? "Submit";
    case "checkbox":
    case "radio":
    case "range":
    case "color":
      return filled(input.title);
    case "file":
      return filled(input.title) ?? "Choose File";
    default:
      return filled(input.title) ?? filled(input.placeholder) ?? filled(input.getAttribute("aria-placeholder"));
  }
}

/** An empty `alt` says that the picture is decoration; a tooltip names it only where there is none at all. */
function imageName(image: Element): string | undefined {
  const alt = dom.getAttribute(image, "alt");
  return alt === "" ? "" : (filled(alt) ?? filled(dom.getAttribute(image, "title")));
}

/** The name an element has from HTML's or SVG's own means; undefined when they give none. */
export function nativeName(element: Element, read: ReadLabel): string | undefined {
  switch (dom.localName(element)) {
    case "input":
      return inputName(element as HTMLInputElement, read);
    case "textarea":
      return (
        labelsText(element, read) ??
        filled((element as HTMLTextAreaElement).title) ??
        filled((element as HTMLTextAreaElement).placeholder)
      );
    case "select":
      return labelsText(element, read) ?? filled((element as HTMLSelectElement).title);
    case "button":
    case "meter":
    case "output":
    case "progress":
      return labelsText(element, read);
    case "fieldset":
      return partText(element, "legend", read);
    case "table":
      return (
        partText(element, "caption", read) ?? filled(dom.getAttribute(element, "title")) ?? filled(dom.getAttribute(element, "summary"))
      );
    case "figure":
      return partText(element, "figcaption", read);
    case "img":
    case "area":
      return imageName(element);
    case "optgroup":
      return filled((element as HTMLOptGroupElement).label);
    case "option":
      return filled((element as HTMLOptionElement).label);
    case "html":
      return dom.title(document);
    case "desc":
    case "title":
      return element instanceof SVGElement ? "" : undefined;
    default:
      if (!(element instanceof SVGElement)) return undefined;
      return (
        partContent(element, "title") ??
        filled(element.getAttributeNS("http://www.w3.org/1999/xlink", "title"))
      );
  }
}
