/** Splits a selector string into the parts that `>>` chains and says which engine reads each. */
import { unescapeCss } from "../see/cssString.ts";
import { readAttributes, stringTest } from "./attributes.ts";
import { invalidSelector } from "./invalid.ts";
import { type Side, sides } from "./layout.ts";
import { isLocatorCall, readLocatorCalls } from "./locatorCalls.ts";
import { readRole, type RoleWish } from "./role.ts";
import { contains, equals, fitsPattern, hasOwnRun, type TextMatch } from "./text.ts";

export type SelectorPart =
  /** Looks for elements inside those found so far. */
  | { engine: "css"; css: string; pierce: boolean }
  | { engine: "text"; match: TextMatch; pierce: boolean }
  | { engine: "label"; match: TextMatch }
  | { engine: "role"; wish: RoleWish }
  | { engine: "xpath"; expression: string }
  | { engine: "attribute"; names: readonly string[]; test: (value: string) => boolean; pierce: boolean }
  | { engine: "chain"; parts: SelectorPart[] }
  /** Keeps some of those found so far. */
  | { engine: "nth"; index: number }
  | { engine: "visible"; visible: boolean }
  | { engine: "has-text"; match: TextMatch; not: boolean }
  | { engine: "has"; parts: SelectorPart[]; not: boolean }
  | { engine: "place"; side: Side; parts: SelectorPart[]; max: number | undefined }
  | { engine: "and" | "or"; parts: SelectorPart[] }
  | { engine: "pass" };

/** These need something to begin with. */
const keeping = new Set<SelectorPart["engine"]>(["has", "has-text", "place", "and", "or"]);

/** Reads from an opening quote or bracket to its end; returns the index after it. */
export function skipBalanced(text: string, start: number, selector = text): number {
  const open = text[start];
  if (open === '"' || open === "'") {
    for (let i = start + 1; i < text.length; i++) {
      if (text[i] === "\\") i++;
      else if (text[i] === open) return i + 1;
    }
    throw invalidSelector(selector, `the quote ${open} is not closed`);
  }
  const close = open === "(" ? ")" : "]";
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (char === close) return i + 1;
    else if (char === '"' || char === "'" || char === "(" || char === "[") i = skipBalanced(text, i, selector) - 1;
  }
  throw invalidSelector(selector, `"${open}" is not closed`);
}

/** Quotes keep `>>` together; an apostrophe in the words of `text=Don't` is a letter. */
function splitChain(selector: string): string[] {
  if (!selector.includes(">>")) return [selector.trim()];
  const parts: string[] = [];
  let from = 0;
  let quote = "";
  for (let i = 0; i < selector.length; i++) {
    const char = selector[i] ?? "";
    if (char === "\\") i++;
    else if (quote) quote = char === quote ? "" : quote;
    else if (/["'`]/.test(char)) quote = /^\s*text\s*=\s*\S/.test(selector.slice(from, i)) ? "" : char;
    else if (char === ">" && selector[i + 1] === ">") {
      parts.push(selector.slice(from, i));
      from = i + 2;
      i++;
    }
  }
  parts.push(selector.slice(from));
  return parts.map((part) => part.trim());
}

export function unquote(text: string): string {
  const match = /^(["'])(.*)\1$/s.exec(text);
  return match ? unescapeCss(match[2] ?? "") : text;
}

function readPattern(body: string, selector: string): RegExp | undefined {
  const match = /^\/(.+)\/([a-z]*)$/s.exec(body);
  if (!match) return undefined;
  try {
    return new RegExp(match[1] ?? "", match[2]);
  } catch (thrown) {
    throw invalidSelector(selector, (thrown as Error).message);
  }
}

/** The body of `text=`: plain, "exact" or /pattern/flags. */
function readText(body: string, selector: string): TextMatch {
  const pattern = readPattern(body, selector);
  if (pattern) return fitsPattern(pattern);
  if (/^(["']).*\1$/s.test(body) && body.length > 1) return hasOwnRun(unquote(body));
  if (/^["']/.test(body)) throw invalidSelector(selector, `the quote ${body[0]} is not closed`);
  return contains(body);
}

/** `"Save"i` is any part of a text in any case, `"Save"s` the whole, as the strings of `getByText` have it. */
function readFlaggedText(body: string, selector: string): TextMatch {
  const pattern = readPattern(body, selector);
  if (pattern) return fitsPattern(pattern);
  const match = /^(".*")([is]?)$/s.exec(body);
  if (!match) return contains(body);
  const text = readJson(match[1] ?? "", selector);
  if (typeof text !== "string") throw invalidSelector(selector, "the text is not well quoted");
  return match[2] === "i" ? contains(text) : equals(text);
}

function readJson(text: string, selector: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The selector's own words are more help than where JSON's reader stopped.
    throw invalidSelector(selector, `${text} is not quoted as it must be here, as in internal:has="button"`);
  }
}

/** A whole selector in quotes, with a distance where one may be. */
function readNested(body: string, selector: string, mayHaveDistance: boolean): { parts: SelectorPart[]; max: number | undefined } {
  const given = readJson(`[${body}]`, selector);
  const [inner, max, ...more] = Array.isArray(given) ? given : [];
  if (typeof inner !== "string" || more.length || (max !== undefined && !(mayHaveDistance && typeof max === "number")))
    throw invalidSelector(selector, `a selector in quotes is needed here${mayHaveDistance ? ", and a distance in pixels if any" : ""}`);
  return { parts: parseSelector(inner), max };
}

function readAttribute(body: string, selector: string, loose: boolean): SelectorPart {
  const { word, tests } = readAttributes(body, selector);
  const [test, ...more] = tests;
  if (word || !test || more.length || test.value === undefined || typeof test.value === "boolean")
    throw invalidSelector(selector, 'one attribute with a value is needed here, as in [placeholder="Name"i]');
  const operator = loose && test.ignoresCase && test.operator === "=" ? "*=" : (test.operator ?? "=");
  return { engine: "attribute", names: [test.name], test: stringTest(operator, test.value, test.ignoresCase), pierce: true };
}

/** Test ids may be in any of several attributes: `[data-testid,data-qa="save"s]`. */
function readTestId(body: string, selector: string): SelectorPart {
  const names = /^\[\s*([\w-]+(?:\s*,\s*[\w-]+)*)\s*=/.exec(body)?.[1];
  if (!names) throw invalidSelector(selector, 'a test id is written as [data-testid="save"s]');
  const one = readAttribute(`[x${body.slice(body.indexOf("="))}`, selector, false);
  return one.engine === "attribute" ? { ...one, names: names.split(",").map((name) => name.trim()) } : one;
}

const byAttribute = new Set(["id", "data-testid", "data-test-id", "data-test", "data-cy", "data-qa"]);

/** Why Playwright's other engines are not here, and what to use instead. */
const refused: Record<string, string> = {
  _react: "components of React are not looked at; use role=, text= or CSS",
  _vue: "components of Vue are not looked at; use role=, text= or CSS",
  "aria-ref": "refs of Playwright's snapshots are not Drover's; take a snapshot and give its ref as `ref`",
  "internal:control": "a selector stays in one frame; find and snapshot give refs in all of them, and tools that take `frame` look into one",
};

function readEngine(name: string, body: string, selector: string): SelectorPart {
  const light = name.endsWith(":light");
  const engine = light ? name.slice(0, -":light".length) : name;
  const side = sides.find((each) => each === engine);
  if (side) return { engine: "place", side, ...readNested(body, selector, true) };
  if (byAttribute.has(engine)) {
    const wanted = unquote(body);
    return { engine: "attribute", names: [engine], test: (value) => value === wanted, pierce: !light };
  }
  switch (engine) {
    case "css":
      return { engine, css: body, pierce: !light };
    case "text":
      return { engine, match: readText(body, selector), pierce: !light };
    case "xpath":
      return { engine, expression: body };
    case "role":
      return { engine, wish: readRole(body, false) };
    case "nth":
      return { engine, index: readIndex(body, selector) };
    case "visible":
      if (body !== "true" && body !== "false") throw invalidSelector(selector, `visible= is true or false, not "${body}"`);
      return { engine, visible: body === "true" };
    case "internal:role":
      return { engine: "role", wish: readRole(body, true) };
    case "internal:text":
      return { engine: "text", match: readFlaggedText(body, selector), pierce: true };
    case "internal:label":
      return { engine: "label", match: readFlaggedText(body, selector) };
    case "internal:attr":
      return readAttribute(body, selector, true);
    case "internal:testid":
      return readTestId(body, selector);
    case "internal:has-text":
    case "internal:has-not-text":
      return { engine: "has-text", match: readFlaggedText(body, selector), not: engine.includes("-not-") };
    case "internal:has":
    case "internal:has-not":
      return { engine: "has", parts: readNested(body, selector, false).parts, not: engine.endsWith("-not") };
    case "internal:and":
      return { engine: "and", parts: readNested(body, selector, false).parts };
    case "internal:or":
      return { engine: "or", parts: readNested(body, selector, false).parts };
    case "internal:chain":
      return { engine: "chain", parts: readNested(body, selector, false).parts };
    case "internal:describe":
      return { engine: "pass" };
    default:
      throw invalidSelector(selector, refused[engine] ?? `there is no "${name}=" engine`);
  }
}

function readIndex(body: string, selector: string): number {
  const index = Number(body);
  if (!body || !Number.isInteger(index)) throw invalidSelector(selector, `nth= needs a whole number, not "${body}"`);
  return index;
}

function readPart(text: string, selector: string): { parts: SelectorPart[]; captured: boolean } {
  if (!text) throw invalidSelector(selector, "a part is empty");
  if (isLocatorCall(text)) return { parts: readLocatorCalls(text, selector, parseSelector), captured: false };
  const prefix = /^(\*?)([a-z_][\w:-]*)\s*=/i.exec(text);
  if (prefix) {
    const part = readEngine((prefix[2] ?? "").toLowerCase(), text.slice(prefix[0].length).trim(), selector);
    return { parts: [part], captured: prefix[1] === "*" };
  }
  return { parts: [readBare(text)], captured: false };
}

/** Without an engine's name it is a text in quotes, a path, or CSS. */
function readBare(text: string): SelectorPart {
  if (/^(["']).*\1$/s.test(text) && text.length > 1) return { engine: "text", match: hasOwnRun(unquote(text)), pierce: true };
  if (/^\(*\/\//.test(text) || text.startsWith("..")) return { engine: "xpath", expression: text };
  return { engine: "css", css: text, pierce: true };
}

export function parseSelector(selector: string): SelectorPart[] {
  if (!selector.trim()) throw invalidSelector(selector, "it is empty");
  const parts: SelectorPart[] = [];
  let captured: number | undefined;
  for (const text of splitChain(selector)) {
    const read = readPart(text, selector);
    parts.push(...read.parts);
    if (!read.captured) continue;
    if (captured !== undefined) throw invalidSelector(selector, "only one part can be marked with *");
    captured = parts.length;
  }
  const [first] = parts;
  if (first && keeping.has(first.engine)) throw invalidSelector(selector, `its first part keeps some of what earlier parts found, and there is none`);
  if (captured === undefined || captured === parts.length) return parts;
  if (parts.slice(captured).some(({ engine }) => engine === "nth"))
    throw invalidSelector(selector, "after a part that is marked with * there is no counting with nth=");
  return [...parts.slice(0, captured), { engine: "has", parts: parts.slice(captured), not: false }];
}
