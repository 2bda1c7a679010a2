import { roleOf } from "../see/role.ts";
import { searchRoots } from "../see/composed.ts";
import type { Capturer } from "./capturer.ts";

/** The whole tree: the browser's own markup, or a line for each element. */
export const dump: Capturer["dump"] = ({ format, includeShadow }, refOf) => {
  const roots = searchRoots(document);
  const elements = document.querySelectorAll("*");
  const counts = { shadowRootCount: roots.length - 1, customElements: [...elements].filter(({ localName }) => localName.includes("-")).length };
  if (format === "html") return { text: document.documentElement?.outerHTML ?? "", nodeCount: elements.length, ...counts };
  const lines: string[] = [];
  const waiting: { element: Element; depth: number }[] = [];
  const add = (children: Iterable<Element>, depth: number) => waiting.push(...[...children].toReversed().map((element) => ({ element, depth })));
  add(document.children, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { element, depth } = next;
    lines.push(JSON.stringify(lineOf(element, depth, refOf)));
    add(element.children, depth + 1);
    if (includeShadow && element.shadowRoot) add(element.shadowRoot.children, depth + 1);
  }
  return { text: lines.map((line) => `${line}\n`).join(""), nodeCount: lines.length, ...counts };
};

function lineOf(element: Element, depth: number, refOf: (element: Element) => string | undefined): object {
  const role = roleOf(element);
  const text = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data).join(" ").replaceAll(/\s+/g, " ").trim();
  const ref = element.getAttribute("data-browx-ref") ?? refOf(element);
  return {
    tag: element.localName,
    ...(role !== "generic" && { role }),
    attrs: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    ...(text && { text }),
    ...(ref !== undefined && { ref }),
    depth,
  };
}
