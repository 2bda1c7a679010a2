/** Takes a CSS selector apart as far as needed to cross shadow roots and to add pseudo-classes that CSS lacks. */
import { invalidSelector } from "./invalid.ts";
import { type Side, sides } from "./layout.ts";
import { skipBalanced, unquote } from "./parse.ts";

export type Combinator = " " | ">" | "+" | "~";

export type Pseudo =
  | { kind: "visible" }
  | { kind: "has-text" | "text" | "text-is"; text: string }
  | { kind: "text-matches"; pattern: RegExp }
  | { kind: "nth-match"; of: ComplexSelector[]; n: number }
  | { kind: "place"; side: Side; of: ComplexSelector[]; max: number | undefined }
  | { kind: "is" | "not" | "has" | "light"; of: ComplexSelector[] };

export interface Compound {
  /** What the browser can match itself; empty for "anything". */
  native: string;
  /** `:scope`, the element the search began at. */
  scope: boolean;
  pseudos: Pseudo[];
}

/** `combinators[i]` stands between `compounds[i]` and `compounds[i + 1]`. */
export interface ComplexSelector {
  compounds: Compound[];
  combinators: Combinator[];
}

const ours = /:(visible|has-text|text|text-is|text-matches|nth-match|light|right-of|left-of|above|below|near)\b/;
const nesting: Record<string, "is" | "not" | "has" | "light"> = { is: "is", where: "is", not: "not", has: "has", light: "light" };

/** True when nothing in it is Drover's own. */
export const isPlainCss = (css: string): boolean => !ours.test(css);

function splitTopLevel(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (char === '"' || char === "'" || char === "(" || char === "[") i = skipBalanced(text, i) - 1;
    else if (char === separator) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** The arguments when all of them are texts in quotes. */
function quotedArguments(args: string): string[] | undefined {
  const given = splitTopLevel(args, ",").map((part) => part.trim());
  return given.every((part) => /^(["']).*\1$/s.test(part) && part.length > 1) ? given.map(unquote) : undefined;
}

/** Splits off a last argument that is a number. */
function withNumber(args: string): { list: string; number: number | undefined } {
  const parts = splitTopLevel(args, ",");
  const last = parts.at(-1)?.trim() ?? "";
  return /^-?\d+(\.\d+)?$/.test(last) ? { list: parts.slice(0, -1).join(","), number: Number(last) } : { list: args, number: undefined };
}

function parseTextMatches(args: string, selector: string): Pseudo {
  const [pattern, flags, ...more] = quotedArguments(args) ?? [];
  if (pattern === undefined || more.length)
    throw invalidSelector(selector, ':text-matches needs a regular expression in quotes, and flags if any, as in :text-matches("^a", "i")');
  try {
    return { kind: "text-matches", pattern: new RegExp(pattern, flags) };
  } catch (thrown) {
    throw invalidSelector(selector, (thrown as Error).message);
  }
}

function parsePseudo(name: string, args: string | undefined, selector: string): Pseudo | undefined {
  const inside = args?.trim() ?? "";
  if (name === "visible") {
    if (args !== undefined) throw invalidSelector(selector, ":visible takes nothing in brackets");
    return { kind: "visible" };
  }
  if (name === "has-text" || name === "text" || name === "text-is") {
    const [text, ...more] = quotedArguments(inside) ?? [];
    if (text === undefined || more.length)
      throw invalidSelector(selector, `:${name} needs one text in quotes, as in :${name}("Save")`);
    return { kind: name, text };
  }
  if (name === "text-matches") return parseTextMatches(inside, selector);
  if (name === "nth-match") {
    const { list, number: n } = withNumber(inside);
    if (!list.trim() || n === undefined || !Number.isInteger(n) || n < 1)
      throw invalidSelector(selector, ":nth-match needs a selector and a number from 1, as in :nth-match(button, 2)");
    return { kind: name, n, of: parseCss(list, selector) };
  }
  const side = sides.find((each) => each === name);
  if (side) {
    const { list, number: max } = withNumber(inside);
    if (!list.trim()) throw invalidSelector(selector, `:${name} needs a selector, and a distance in pixels if any, as in :${name}(label, 50)`);
    return { kind: "place", side, max, of: parseCss(list, selector) };
  }
  const nested = nesting[name];
  if (!nested) return undefined;
  if (!inside) throw invalidSelector(selector, `:${name} needs a selector in brackets`);
  return { kind: nested, of: parseCss(inside, selector) };
}

const isCombinator = (char: string): char is Combinator => char === ">" || char === "+" || char === "~";

class Reader {
  readonly selector: string;
  readonly text: string;
  #at = 0;

  constructor(text: string, selector: string) {
    this.text = text.trim();
    this.selector = selector;
  }

  complex(): ComplexSelector {
    const result: ComplexSelector = { compounds: [], combinators: [] };
    if (isCombinator(this.text[0] ?? "")) result.compounds.push({ native: "", scope: true, pseudos: [] });
    else result.compounds.push(this.#compound());
    while (this.#at < this.text.length) {
      result.combinators.push(this.#combinator());
      result.compounds.push(this.#compound());
    }
    return result;
  }

  #combinator(): Combinator {
    let found: Combinator = " ";
    for (; this.#at < this.text.length; this.#at++) {
      const char = this.text[this.#at] ?? "";
      if (isCombinator(char)) {
        if (found !== " ") throw invalidSelector(this.selector, `"${found}" and "${char}" follow each other`);
        found = char;
      } else if (!/\s/.test(char)) break;
    }
    return found;
  }

  #compound(): Compound {
    const compound: Compound = { native: "", scope: false, pseudos: [] };
    const start = this.#at;
    while (this.#at < this.text.length) {
      const char = this.text[this.#at] ?? "";
      if (/\s/.test(char) || isCombinator(char)) break;
      if (char === "\\") compound.native += this.#take(2);
      else if (char === "[") compound.native += this.#takeUntil(skipBalanced(this.text, this.#at, this.selector));
      else if (char === ":" && this.text[this.#at + 1] !== ":") this.#pseudo(compound);
      else compound.native += this.#take(1);
    }
    if (this.#at === start) throw invalidSelector(this.selector, "something is missing after a combinator or comma");
    return compound;
  }

  #pseudo(compound: Compound): void {
    const name = /^:([a-zA-Z-]+)/.exec(this.text.slice(this.#at))?.[1];
    if (!name) throw invalidSelector(this.selector, 'a ":" needs a name after it');
    const start = this.#at;
    this.#at += name.length + 1;
    let args: string | undefined;
    if (this.text[this.#at] === "(") {
      const end = skipBalanced(this.text, this.#at, this.selector);
      args = this.text.slice(this.#at + 1, end - 1);
      this.#at = end;
    }
    const own = parsePseudo(name.toLowerCase(), args, this.selector);
    if (own) compound.pseudos.push(own);
    else if (name === "scope") compound.scope = true;
    else compound.native += this.text.slice(start, this.#at);
  }

  #take(count: number): string {
    return this.#takeUntil(this.#at + count);
  }

  #takeUntil(end: number): string {
    const taken = this.text.slice(this.#at, end);
    this.#at = end;
    return taken;
  }
}

export function parseCss(css: string, selector = css): ComplexSelector[] {
  return splitTopLevel(css, ",").map((part) => {
    if (!part.trim()) throw invalidSelector(selector, "there is nothing before or after a comma");
    return new Reader(part, selector).complex();
  });
}
