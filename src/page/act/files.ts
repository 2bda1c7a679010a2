/** Files into file inputs and onto drop zones. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { composedAncestors } from "../see/composed.ts";
import { elementAt } from "../see/covered.ts";
import { RefMint } from "../see/elements.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { NameReader } from "../see/name.ts";
import { bytesOfBase64 } from "../state/bytes.ts";
import { fileInputNamed } from "../state/longText.ts";
import type { ActApi, NamedFile, Point } from "./api.ts";
import { describe } from "./describe.ts";
import { choose } from "./ready.ts";

export const fileInput: ActApi["fileInput"] = ({ target, nextRef, testAttributes }) => {
  const { element } = choose(target);
  const input = fileInputNear(element);
  if (!input && !dom.matches(element, OPENERS)) throw notAFileInput(element);
  const mint = new RefMint(nextRef, new NameReader(), testAttributes);
  return { ...(input && { ref: mint.refOf(input) }), nextRef: mint.next, minted: mint.minted };
};

/** What people press to choose a file. */
const OPENERS = "button, a, label, [role=button], [role=menuitem], [tabindex], input[type=button]";

function fileInputOf(element: Element): HTMLInputElement {
  const input = fileInputNear(element);
  if (!input) throw notAFileInput(element);
  return input;
}

/** The input itself, the one of a label, or the only one in a wrapper; it may be hidden. */
function fileInputNear(element: Element): HTMLInputElement | undefined {
  const isFileInput = (each: Element | null): each is HTMLInputElement => each instanceof HTMLInputElement && each.type === "file";
  if (isFileInput(element)) return element;
  if (element instanceof HTMLLabelElement && isFileInput(element.control)) return element.control;
  const inside = [...dom.querySelectorAll(element, "input[type=file]")].filter(isFileInput);
  if (inside.length === 1 && inside[0]) return inside[0];
  return fileInputBehind(element);
}

const notAFileInput = (element: Element): PageRefusal =>
  new PageRefusal("not-editable", `${describe(element)} is not a file input`, {
    hint: 'Target the <input type="file"> (it may be hidden), or the button that opens the chooser; for drop zones use drop_files.',
  });

const FILE_INPUTS = "input[type=file]";

/** A button that opens the chooser of an input that is hidden: the only one in what is around both, and without a label that people would press instead. */
function fileInputBehind(opener: Element): HTMLInputElement | undefined {
  if (!dom.matches(opener, OPENERS)) return undefined;
  for (const around of composedAncestors(opener)) {
    const [input, another] = dom.querySelectorAll<HTMLInputElement>(around, FILE_INPUTS);
    if (input) return another || hasVisibleBox(input) || [...(input.labels ?? [])].some(hasVisibleBox) ? undefined : input;
  }
  return undefined;
}

const fileOf = ({ name, mimeType, base64 }: NamedFile): File => new File([bytesOfBase64(base64)], name, { type: mimeType });

function transferOf(files: NamedFile[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(fileOf(file));
  return transfer;
}

export const setFileContents: ActApi["setFileContents"] = ({ target, input: name, files }) => {
  const input = target ? fileInputOf(choose(target).element) : fileInputNamed(name ?? "");
  if (!input) throw new PageRefusal("context-gone", "the page was left before it could be given the file");
  input.files = transferOf(files).files;
  // The page may take the files and clear the input, or take it away.
  const count = input.files.length;
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return count;
};

export const fileCount: ActApi["fileCount"] = ({ target }) => fileInputOf(choose(target).element).files?.length ?? 0;

export const dropFiles: ActApi["dropFiles"] = ({ target, point, files }) => {
  const element = target ? choose(target).element : point && elementAt(point.x, point.y);
  if (!element) throw new PageRefusal("not-found", "there is nothing at that point");
  const at = point ?? centreOf(element);
  const dataTransfer = transferOf(files);
  const eventsFired: string[] = [];
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, clientX: at.x, clientY: at.y });
    dom.dispatchEvent(element, event);
    eventsFired.push(type);
  }
  return { eventsFired, dropDispatched: true };
};

function centreOf(element: Element): Point {
  dom.scrollIntoView(element, { block: "nearest", inline: "nearest", behavior: "instant" });
  const box = dom.getBoundingClientRect(element);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
