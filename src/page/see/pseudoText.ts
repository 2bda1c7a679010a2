/** What CSS `content` adds to the text of an element, as it is read out. */
import * as dom from "../dom.ts";
import type { Counters } from "./counters.ts";
import { unescapeCss } from "./cssString.ts";
import { withoutGlyphs } from "./glyphs.ts";

/** One word of a computed `content`: a string, a function with its arguments, or a keyword. */
type Piece = { kind: "string"; text: string } | { kind: "function"; name: string; args: string } | { kind: "word"; word: string };

const pieceShape = /"((?:[^"\\]|\\.)*)"|([\w-]+)\(((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*)\)|([^\s"()]+)/gs;

function piecesOf(content: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [, text, name, args, word] of content.matchAll(pieceShape)) {
    if (text !== undefined) pieces.push({ kind: "string", text: unescapeCss(text) });
    else if (name !== undefined) pieces.push({ kind: "function", name: name.toLowerCase(), args: args ?? "" });
    else if (word !== undefined) pieces.push({ kind: "word", word });
  }
  return pieces;
}

const isSlash = (piece: Piece): boolean => piece.kind === "word" && piece.word === "/";


function functionText(element: Element, pseudo: Pseudo, name: string, args: string, counters: () => Counters): string {
  const given = args.split(",").map((arg) => arg.trim());
  const [first = "", second = "", third] = given;
  switch (name) {
    case "attr":
      // Firefox leaves it to whoever reads the style; `attr(x type, "else")` has a fallback.
      return dom.getAttribute(element, first.split(/\s/)[0] ?? "") ?? unescapeCss(/^"(.*)"$/s.exec(second)?.[1] ?? "");
    case "counter":
      return counters().textOf(element, pseudo, first, second || "decimal");
    case "counters": {
      const separator = /^[^"]*"((?:[^"\\]|\\.)*)"/s.exec(args)?.[1] ?? "";
      return counters().textOf(element, pseudo, first, third ?? "decimal", unescapeCss(separator));
    }
    default:
      // A picture has no words unless they follow a slash.
      return "";
  }
}

export type Pseudo = "::before" | "::after";

/** `counters` is asked only when the text has one: counting reads the style of everything before it. */
export function pseudoText(element: Element, pseudo: Pseudo, counters: () => Counters): string {
  const style = getComputedStyle(element, pseudo);
  const { content } = style;
  if (isEmpty(content)) return "";
  if (style.display === "none" || style.visibility !== "visible") return "";
  const pieces = piecesOf(content);
  // In `"★" / "star"` the second part is what is read out, as a word of its own.
  const slash = pieces.findIndex(isSlash);
  let text = "";
  for (const piece of pieces.slice(slash + 1)) {
    if (piece.kind === "string") text += withoutGlyphs(piece.text);
    else if (piece.kind === "function") text += functionText(element, pseudo, piece.name, piece.args, counters);
  }
  return text && (slash >= 0 || style.display !== "inline") ? ` ${text} ` : text;
}

/** All that its content may draw, shown or not. */
export function generatedText(element: Element, pseudo: Pseudo, counters: () => Counters): string {
  const { content } = getComputedStyle(element, pseudo);
  if (isEmpty(content)) return "";
  return piecesOf(content).map((piece) => (piece.kind === "string" ? piece.text : piece.kind === "function" ? functionText(element, pseudo, piece.name, piece.args, counters) : "")).join("");
}

const isEmpty = (content: string): boolean => content === "none" || content === "normal" || content === '""' || content === "";
