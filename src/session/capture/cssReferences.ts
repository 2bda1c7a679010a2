/** What a style sheet refers to, found without a parser of its grammar: strings, comments and functions are enough to tell addresses from text. */
export interface CssReference {
  /** Where the reference stands, `url(…)` and quotes included. */
  from: number;
  to: number;
  url: string;
  /** "string" is an address without url(), as in image-set("a.png" 2x). */
  form: "import" | "url" | "string";
  /** The property whose value it is in; empty outside of declarations. */
  property: string;
}

const token = /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\(\s*(?:"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|((?:[^\s"'()\\]|\\(?:[0-9a-f]{1,6}\s?|[\s\S]))*))\s*\)|@import\b|(?:-webkit-)?image-set\(|[-\w]+(?=\s*:)|[(){};]/gi;

export function cssReferences(css: string): CssReference[] {
  const found: CssReference[] = [];
  let property = "";
  let importing = false;
  /** Imports stand before all rules; those that come later are none. */
  let rulesBegan = false;
  /** How deep in parentheses, and since which depth in an image-set. */
  let depth = 0;
  let setDepth = 0;
  for (const match of css.matchAll(token)) {
    const [text, double, single, bare] = match;
    const { index: from } = match;
    const to = from + text.length;
    const address = double ?? single ?? bare;
    if (text.startsWith("/*")) continue;
    if (address !== undefined) {
      found.push({ from, to, url: unescaped(address), form: importing ? "import" : "url", property });
      importing = false;
    } else if (text.startsWith('"') || text.startsWith("'")) {
      if (!importing && setDepth === 0) continue;
      found.push({ from, to, url: unescaped(text.replace(/^["']|["']$/g, "")), form: importing ? "import" : "string", property });
      importing = false;
    } else if (/^@import$/i.test(text)) importing = !rulesBegan;
    else if (text.endsWith("image-set(")) setDepth ||= ++depth;
    else if (text === "(") depth++;
    else if (text === ")") {
      if (depth === setDepth) setDepth = 0;
      depth = Math.max(0, depth - 1);
    } else if (text === "{" || text === "}" || text === ";") {
      [property, importing, depth, setDepth] = ["", false, 0, 0];
      rulesBegan ||= text === "{";
    } else if (depth === 0) property = text.toLowerCase();
  }
  return found;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|\n|([\s\S]))/gi, (_, code: string | undefined, character: string | undefined) => (code === undefined ? (character ?? "") : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))));

/** The same style sheet with its references replaced; what `replacement` gives nothing for stays as it is. */
export function withReferences(css: string, references: readonly CssReference[], replacement: (reference: CssReference) => string | undefined): string {
  let out = "";
  let end = 0;
  for (const reference of references) {
    const address = replacement(reference);
    if (address === undefined) continue;
    const quoted = `"${address.replaceAll(/["\\\n]/g, (character) => (character === "\n" ? "\\a " : `\\${character}`))}"`;
    out += css.slice(end, reference.from) + (reference.form === "string" ? quoted : `url(${quoted})`);
    end = reference.to;
  }
  return out + css.slice(end);
}
