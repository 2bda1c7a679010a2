import TurndownService from "turndown";
import { addTables, flattenLayoutTables } from "./tables.ts";

/** Signs that lead to the heading they stand in. */
const PERMALINK = /^(?:#|¶|§|🔗|\[edit\]|edit|link|permalink|permanent link)?$/i;

/** An element as markdown: headings, lists, tables, code, quotations, pictures with their captions and formulas. */
export function markdownOf(root: Element): string {
  const tidy = root.cloneNode(true) as Element;
  dropEmptyLinks(tidy);
  flattenLayoutTables(tidy);
  return converter()
    .turndown(tidy as HTMLElement)
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

let made: TurndownService | undefined;

function converter(): TurndownService {
  if (made) return made;
  made = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-", emDelimiter: "*", hr: "---" });
  addTables(made);
  made.addRule("formula", {
    filter: (node) => node.hasAttribute("data-math"),
    replacement: (_, node) => {
      const tex = node.textContent?.trim() ?? "";
      return (node as Element).getAttribute("data-math") === "block" ? `\n\n$$\n${tex}\n$$\n\n` : `$${tex}$`;
    },
  });
  made.addRule("code block", {
    filter: (node) => node.nodeName === "PRE",
    replacement: (_, node) => fenced(node as Element),
  });
  made.addRule("list item", {
    filter: "li",
    replacement: (content, node) => {
      const marker = markerOf(node as Element);
      return `${marker}${content.trim().replaceAll("\n", `\n${" ".repeat(marker.length)}`)}\n`;
    },
  });
  made.addRule("link", {
    filter: (node) => node.nodeName === "A" && node.hasAttribute("href"),
    replacement: (content, node) => linked(content, (node as Element).getAttribute("href") ?? ""),
  });
  made.addRule("picture", {
    filter: "img",
    replacement: (_, node) => {
      const source = (node as Element).getAttribute("src");
      const words = alternativeOf(node as Element);
      return source ? `![${onOneLine(words)}](${target(source)})` : onOneLine(words);
    },
  });
  made.addRule("caption", { filter: "figcaption", replacement: (content) => (content.trim() ? `\n\n*${onOneLine(content).replaceAll("*", "")}*\n\n` : "") });
  made.addRule("struck out", { filter: (node) => ["DEL", "S", "STRIKE"].includes(node.nodeName), replacement: (content) => (content.trim() ? `~~${content}~~` : "") });
  made.addRule("term", { filter: (node) => node.nodeName === "DT", replacement: (content) => `\n\n**${onOneLine(content).replaceAll("**", "")}**\n` });
  made.addRule("definition", { filter: (node) => node.nodeName === "DD", replacement: (content) => `\n: ${content.trim().replaceAll("\n", "\n  ")}\n` });
  return made;
}

/** What a caption says already is not said twice. */
function alternativeOf(image: Element): string {
  const words = onOneLine(image.getAttribute("alt") ?? "");
  const said = onOneLine(image.closest("figure")?.querySelector("figcaption")?.textContent ?? "");
  return words !== "" && said.startsWith(words) ? "" : words;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** As an address may stand in markdown. */
const target = (address: string): string => address.replaceAll(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** Blocks in a link stay outside of it: no reader of markdown takes them inside. */
function linked(content: string, address: string): string {
  const words = content.trim();
  if (words === "") return "";
  const heading = /^(#{1,6} )(.+)$/.exec(words);
  if (heading) return `\n\n${heading[1]}[${heading[2]}](${target(address)})\n\n`;
  const [before, after] = [/^\s*/.exec(content)?.[0] ?? "", /\s*$/.exec(content)?.[0] ?? ""];
  return `${before && " "}[${onOneLine(words)}](${target(address)})${after && " "}`;
}

function markerOf(item: Element): string {
  const list = item.parentElement;
  if (list?.localName !== "ol") return "- ";
  const start = Number(list.getAttribute("start") ?? 1) || 1;
  return `${start + [...list.children].filter(({ localName }) => localName === "li").indexOf(item)}. `;
}

function fenced(block: Element): string {
  const source = sourceOf(block).replace(/\n$/, "");
  const language = block.getAttribute("data-language") ?? block.querySelector("[data-language]")?.getAttribute("data-language") ?? block.closest("[data-language]")?.getAttribute("data-language") ?? "";
  const longest = Math.max(2, ...[...source.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `\n\n${fence}${language}\n${source}\n${fence}\n\n`;
}

/** Lines of code, whichever elements they are in. */
function sourceOf(node: Node): string {
  return [...node.childNodes]
    .map((child) => {
      if (child.nodeType === 3) return child.nodeValue ?? "";
      if (child.nodeName === "BR") return "\n";
      const inner = sourceOf(child);
      return /^(?:DIV|P|LI|TR)$/.test(child.nodeName) && !inner.endsWith("\n") ? `${inner}\n` : inner;
    })
    .join("");
}

/** Links that show nothing, and the signs in headings that lead to the heading itself. */
function dropEmptyLinks(root: Element): void {
  for (const link of root.querySelectorAll("a")) {
    if (link.querySelector("img, code")) continue;
    const words = link.textContent?.trim() ?? "";
    if (words === "" || (PERMALINK.test(words) && link.closest("h1, h2, h3, h4, h5, h6"))) link.remove();
  }
}
