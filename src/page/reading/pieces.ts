/** An element as it is written down: its spaces as a browser shows them, and what a writer asks of each node found once. */

export interface TextPiece {
  kind: "text";
  text: string;
}

export interface ElementPiece {
  kind: "element";
  element: Element;
  name: string;
  isBlock: boolean;
  children: Piece[];
  /** Nothing in it that would be written. */
  isBlank: boolean;
}

export type Piece = TextPiece | ElementPiece;

const blocks = new Set(
  "address article aside audio blockquote body canvas center dd dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html isindex li main menu nav noframes noscript ol output p pre section table tbody td tfoot th thead tr ul".split(" "),
);
const empty = new Set("area base br col command embed hr img input keygen link meta param source track wbr".split(" "));
/** Written although there may be no words in them. */
const meantWhenBlank = new Set([...empty, ..."a table thead tbody tfoot th td iframe script audio video".split(" ")]);

/** Goes through an element in the order of reading, for a space counts only where no other one has been before it. */
export function piecesOf(root: Element): ElementPiece {
  const taker = new Taker();
  const piece = taker.take(root);
  taker.endLine();
  return piece;
}

class Taker {
  /** The last text of the line, whose space at the end makes one at the beginning of the next text needless. */
  #last: TextPiece | undefined;
  /** After a picture or the like a space stays, whatever was before. */
  #keepsSpace = false;

  take(element: Element): ElementPiece {
    // Not localName: documents without a browser keep the letters with which an element was made.
    const name = element.nodeName.toLowerCase();
    const piece: ElementPiece = { kind: "element", element, name, isBlock: blocks.has(name), children: [], isBlank: !meantWhenBlank.has(name) };
    this.#pass(piece);
    if (name === "pre") {
      const text = element.textContent ?? "";
      piece.children.push({ kind: "text", text });
      piece.isBlank = text.trim() === "" && element.querySelector([...meantWhenBlank].join(",")) === null;
      return piece;
    }
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3 || node.nodeType === 4) this.#takeText(node.nodeValue ?? "", piece);
      else if (node.nodeType === 1) {
        const child = this.take(node as Element);
        piece.children.push(child);
        piece.isBlank &&= child.isBlank;
      }
    }
    if (element.firstChild) this.#pass(piece);
    return piece;
  }

  endLine(): void {
    if (this.#last) this.#last.text = this.#last.text.replace(/ $/, "");
    this.#last = undefined;
    this.#keepsSpace = false;
  }

  /** The beginning or the end of an element. */
  #pass({ isBlock, name }: ElementPiece): void {
    if (isBlock || name === "br") this.endLine();
    else if (empty.has(name)) {
      this.#last = undefined;
      this.#keepsSpace = true;
    } else if (this.#last) this.#keepsSpace = false;
  }

  #takeText(source: string, parent: ElementPiece): void {
    const spaced = source.replaceAll(/[ \r\n\t]+/g, " ");
    const text = (!this.#last || this.#last.text.endsWith(" ")) && !this.#keepsSpace && spaced.startsWith(" ") ? spaced.slice(1) : spaced;
    if (text === "") return;
    this.#last = { kind: "text", text };
    parent.children.push(this.#last);
    parent.isBlank &&= text.trim() === "";
  }
}

/** All words of a piece. */
export const textIn = (piece: Piece): string => (piece.kind === "text" ? piece.text : piece.children.map(textIn).join(""));
