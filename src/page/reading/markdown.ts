import { type ElementPiece, type Piece, piecesOf, textIn } from "./pieces.ts";
import { cellOf, flattenLayoutTables, rowOf, tableOf } from "./tables.ts";

/** Signs that lead to the heading they stand in. */
const PERMALINK = /^(?:#|¶|§|🔗|\[edit\]|edit|link|permalink|permanent link)?$/i;

/** An element as markdown: headings, lists, tables, code, quotations, pictures with their captions and formulas. Takes it apart. */
export function markdownOf(root: Element): string {
  dropEmptyLinks(root);
  flattenLayoutTables(root);
  return childrenOf(piecesOf(root), false)
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** What is inside a piece, block after block. In code nothing is escaped. */
function childrenOf(parent: ElementPiece, inCode: boolean): string {
  const lines = new Lines();
  parent.children.forEach((child, index) => {
    if (child.kind === "text") lines.add(inCode ? child.text : escaped(child.text));
    else lines.add(markdownOfPiece(child, { parent, index, inCode: inCode || child.name === "code" }));
  });
  return lines.text;
}

/** Text of which each part says how many line breaks it wants around it; two parts share theirs, and no more than two are left. */
class Lines {
  readonly #parts: string[] = [];

  add(part: string): void {
    const tail = this.#parts.pop() ?? "";
    const [before, after] = [tail.replace(/\n+$/, ""), part.replace(/^\n+/, "")];
    const breaks = Math.min(2, Math.max(tail.length - before.length, part.length - after.length));
    for (const each of [before, "\n".repeat(breaks), after]) if (each) this.#parts.push(each);
  }

  get text(): string {
    return this.#parts.join("");
  }
}

/** Where a piece stands. */
interface Place {
  parent: ElementPiece;
  index: number;
  inCode: boolean;
}

function markdownOfPiece(piece: ElementPiece, place: Place): string {
  const { isBlock, isBlank } = piece;
  if (isBlock) return isBlank ? "\n\n" : blockOf(piece, place);
  const [before, after] = spacesAround(piece, place);
  const content = childrenOf(piece, place.inCode);
  return before + (isBlank ? "" : inlineOf(piece, before || after ? content.trim() : content)) + after;
}

function blockOf(piece: ElementPiece, { parent, index, inCode }: Place): string {
  const { name, element } = piece;
  if (name === "hr") return "\n\n---\n\n";
  if (name === "pre") return fenced(element);
  const content = childrenOf(piece, inCode);
  switch (name) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return `\n\n${"#".repeat(Number(name[1]))} ${content}\n\n`;
    case "blockquote":
      return `\n\n${content.replaceAll(/^\n+|\n+$/g, "").replaceAll(/^/gm, "> ")}\n\n`;
    case "ul":
    case "ol":
      return parent.name === "li" && isLastElement(parent, index) ? `\n${content}` : `\n\n${content}\n\n`;
    case "li": {
      const marker = markerOf(parent, index);
      return `${marker}${content.trim().replaceAll("\n", `\n${" ".repeat(marker.length)}`)}\n`;
    }
    case "figcaption":
      return content.trim() ? `\n\n*${onOneLine(content).replaceAll("*", "")}*\n\n` : "";
    case "dt":
      return `\n\n**${onOneLine(content).replaceAll("**", "")}**\n`;
    case "dd":
      return `\n: ${content.trim().replaceAll("\n", "\n  ")}\n`;
    case "table":
      return tableOf(content, element);
    case "tr":
      return rowOf(content);
    case "th":
    case "td":
      return cellOf(content, element);
    case "thead":
    case "tbody":
    case "tfoot":
      return content;
    default:
      return `\n\n${content}\n\n`;
  }
}

function inlineOf({ name, element }: ElementPiece, content: string): string {
  switch (name) {
    case "br":
      return "  \n";
    case "a":
      return element.hasAttribute("href") ? linked(content, element.getAttribute("href") ?? "") : content;
    case "em":
    case "i":
      return content.trim() && `*${content}*`;
    case "strong":
    case "b":
      return content.trim() && `**${content}**`;
    case "del":
    case "s":
    case "strike":
      return content.trim() && `~~${content}~~`;
    case "code":
      return element.hasAttribute("data-math") ? formulaOf(element) : codeOf(content);
    case "img":
      return pictureOf(element);
    case "caption":
      return content.trim() ? `\n**${content.trim()}**\n\n` : "";
    case "col":
    case "colgroup":
      return "";
    default:
      return content;
  }
}

const isLastElement = ({ children }: ElementPiece, index: number): boolean => !children.slice(index + 1).some(({ kind }) => kind === "element");

/** Spaces at the edges of what is not a block stand outside of its signs, once. */
function spacesAround(piece: ElementPiece, { parent: { children }, index }: Place): [before: string, after: string] {
  const text = textIn(piece);
  if (!/^\s|\s$/.test(text)) return ["", ""];
  const [before = "", after = ""] = text.trim() === "" ? [text] : [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
  return [hasSpace(children[index - 1], "end") ? before.replace(/^[ \t\r\n]+/, "") : before, hasSpace(children[index + 1], "start") ? after.replace(/[ \t\r\n]+$/, "") : after];
}

function hasSpace(neighbour: Piece | undefined, edge: "start" | "end"): boolean {
  if (!neighbour || (neighbour.kind === "element" && neighbour.isBlock)) return false;
  const text = textIn(neighbour);
  return edge === "end" ? text.endsWith(" ") : text.startsWith(" ");
}

const special = /[\\*`[\]_]|^(?:[-=>]|\+ |#{1,6} |~~~|\d+\. )/;

/** What markdown would take for a sign of its own. */
function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll(/[\\*`[\]_]/g, String.raw`\$&`)
    .replace(/^(?:[-=>]|\+ |#{1,6} |~~~)/, String.raw`\$&`)
    .replace(/^(\d+)\. /, String.raw`$1\. `);
}

function codeOf(content: string): string {
  if (content === "") return "";
  const line = content.replaceAll(/\r?\n|\r/g, " ");
  const runs = new Set(line.match(/`+/g));
  let fence = "`";
  while (runs.has(fence)) fence += "`";
  const space = /^`|^ .*?[^ ].* $|`$/.test(line) ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}

function formulaOf(element: Element): string {
  const tex = element.textContent?.trim() ?? "";
  return element.getAttribute("data-math") === "block" ? `\n\n$$\n${tex}\n$$\n\n` : `$${tex}$`;
}

function pictureOf(image: Element): string {
  const source = image.getAttribute("src");
  const words = alternativeOf(image);
  return source ? `![${onOneLine(words)}](${target(source)})` : onOneLine(words);
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

function markerOf({ name, element, children }: ElementPiece, index: number): string {
  if (name !== "ol") return "- ";
  const start = Number(element.getAttribute("start") ?? 1) || 1;
  return `${start + children.slice(0, index).filter((each) => each.kind === "element" && each.name === "li").length}. `;
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
