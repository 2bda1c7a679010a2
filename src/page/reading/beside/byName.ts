/** Goes by its element, or by what the page calls it. */
import { drop, lengthOf, linkedShare } from "../measures.ts";
import { KEEPS, isWholeLine } from "./lines.ts";
import { isCalled, isPost, names, partsCalled } from "./names.ts";

const BESIDE =
  "nav, aside, footer, button, menu, dialog, body > header, [role=banner], [role=navigation], [role=complementary], [role=contentinfo], [role=search], [role=dialog], [role=menu], [role=toolbar], [itemtype$=BreadcrumbList]";

/** A part with such a name that holds more of the text than this is the text. */
const MOST_OF_TEXT = 0.5;

export function dropElementsBeside(root: Element): void {
  for (const each of root.querySelectorAll(BESIDE)) drop(each);
}

export function dropCalledBeside(root: Element): void {
  const most = lengthOf(root) * MOST_OF_TEXT;
  for (const each of [...root.querySelectorAll(BESIDE), ...partsCalled(root, names.beside)]) if (root.contains(each) && lengthOf(each) <= most && !each.querySelector("h1")) drop(each);
}

/** Whether a page calls an element, or what it stands in, something beside its text. */
export function isBeside(element: Element): boolean {
  for (let at: Element | null = element; at && at.localName !== "body"; at = at.parentElement)
    if (at.matches(BESIDE) || at.matches("header, form") || (isCalled(at, names.beside) && !isPost(at) && !/^(?:main|article)$/.test(at.localName))) return true;
  return false;
}

const ABOUT_LENGTH = 160;

/** Who wrote it and when is told apart, with what the page says of itself. */
export function dropAbout(root: Element): void {
  for (const each of [...root.querySelectorAll("time"), ...partsCalled(root, names.about)]) {
    const line = each.localName === "time" ? lineOfTime(each) : each;
    if (!line || line === root || !root.contains(line) || line.querySelector(`h1, h2, h3, ${KEEPS}`) || line.closest("table, pre")) continue;
    if (lengthOf(line) <= (/meta-?data/i.test(line.getAttribute("class") ?? "") ? 3 : 1) * ABOUT_LENGTH) drop(line);
  }
}

/** All of a line that says hardly anything but a time; none where a sentence tells of it. */
function lineOfTime(time: Element): Element | undefined {
  const parent = time.parentElement;
  if (parent && /^(?:p|div|span|li|header)$/.test(parent.localName) && lengthOf(parent) <= lengthOf(time) + 30) return parent;
  const block = time.closest("p, li, dd, blockquote");
  return block !== null && lengthOf(block) > ABOUT_LENGTH ? undefined : time;
}

/** Who wrote it, and when; captions, and what is cut short of other pages: by its own name or one of the small parts that it stands in. */
export function saysWhoOrWhen(element: Element): boolean {
  const most = lengthOf(element) + ABOUT_LENGTH;
  for (let at: Element | null = element; at && lengthOf(at) <= most && !isPost(at) && !/^(?:article|main|body)$/.test(at.localName); at = at.parentElement)
    if ([names.about, names.credit, names.noLead].some((name) => isCalled(at, name))) return true;
  return false;
}

const BUTTON_LENGTH = 80;

/** A link that looks like a button says what to do. */
export function dropButtons(root: Element): void {
  for (const each of partsCalled(root, names.button)) if (root.contains(each) && lengthOf(each) <= BUTTON_LENGTH && (each.localName === "a" || linkedShare(each) > 0.8) && isWholeLine(each) && !each.querySelector(KEEPS)) drop(each);
}
