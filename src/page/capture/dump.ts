import * as dom from "../dom.ts";
import { roleOf } from "../see/role.ts";
import { documentRoot, searchRoots } from "../see/composed.ts";
import type { Capturer } from "./capturer.ts";
import { Room } from "./room.ts";

/** The whole tree: the browser's own markup, or a line for each element. */
export const dump: Capturer["dump"] = ({ format, includeShadow, maxCharacters }, refOf) => {
  const roots = searchRoots(document);
  const elements = dom.querySelectorAll(document, "*");
  const counts = { shadowRootCount: roots.length - 1, customElements: [...elements].filter((element) => dom.localName(element).includes("-")).length };
  if (format === "html") return { text: markup(maxCharacters), nodeCount: elements.length, ...counts };
  const lines: string[] = [];
  const room = new Room(maxCharacters);
  const waiting: { element: Element; depth: number }[] = [];
  const add = (children: Iterable<Element>, depth: number) => {
    for (const element of [...children].toReversed()) waiting.push({ element, depth });
  };
  add(document.children, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { element, depth } = next;
    const line = `${JSON.stringify(lineOf(element, depth, refOf))}\n`;
    room.take(line.length);
    lines.push(line);
    add(dom.children(element), depth + 1);
    const shadow = includeShadow ? dom.shadowRoot(element) : null;
    if (shadow) add(shadow.children, depth + 1);
  }
  return { text: lines.join(""), nodeCount: lines.length, ...counts };
};

function markup(maxCharacters: number): string {
  countCharacters(new Room(maxCharacters));
  const text = dom.outerHTML(documentRoot());
  // Chromium gives nothing where it has too much to give (checked with 156).
  new Room(maxCharacters).take(text === "" ? Infinity : text.length);
  return text;
}

/** Before there is any markup of them: making it takes as much memory again. */
function countCharacters(room: Room): void {
  const walker = dom.createTreeWalker(document, document);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof CharacterData) room.take(node.length);
    else if (node instanceof Element) for (const { value } of dom.attributes(node)) room.take(value.length);
  }
}

function lineOf(element: Element, depth: number, refOf: (element: Element) => string | undefined): object {
  const role = roleOf(element);
  const text = [...dom.childNodes(element)].filter((node) => node instanceof Text).map(({ data }) => data).join(" ").replaceAll(/\s+/g, " ").trim();
  const ref = dom.getAttribute(element, "data-browx-ref") ?? refOf(element);
  return {
    tag: dom.localName(element),
    ...(role !== "generic" && { role }),
    attrs: Object.fromEntries([...dom.attributes(element)].map(({ name, value }) => [name, value])),
    ...(text && { text }),
    ...(ref !== undefined && { ref }),
    depth,
  };
}
