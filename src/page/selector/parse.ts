/** Splits a selector string into the parts that `>>` chains and says which engine reads each. */
import { PageRefusal } from "../pageRefusal.ts";

export interface SelectorPart {
  engine: "css" | "text" | "role" | "xpath" | "attribute" | "nth" | "visible";
  body: string;
  /** For "attribute": which one. */
  attribute?: string;
}

export function invalidSelector(selector: string, why: string): PageRefusal {
  return new PageRefusal("invalid-selector", `"${selector}" is not a selector: ${why}`, {
    hint: 'Use CSS, text=…, role=button[name="…"], xpath=//…, id=…, data-testid=…, chained with >>. A ref goes in `ref`.',
    fields: { selector },
  });
}

const engines: Record<string, SelectorPart["engine"]> = {
  css: "css",
  text: "text",
  role: "role",
  xpath: "xpath",
  nth: "nth",
  visible: "visible",
};
const attributes = new Set(["id", "data-testid", "data-test-id", "data-test", "data-cy", "data-qa"]);

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

function splitChain(selector: string): string[] {
  const parts: string[] = [];
  let from = 0;
  const isText = () => /^\s*text\s*=/.test(selector.slice(from));
  for (let i = 0; i < selector.length; i++) {
    const char = selector[i];
    if (char === "\\") i++;
    else if (char === '"' || char === "'") {
      // An apostrophe in `text=Don't` is a letter.
      const quoteOpensBody = !isText() || /^\s*text\s*=\s*$/.test(selector.slice(from, i));
      if (quoteOpensBody) i = skipBalanced(selector, i) - 1;
    } else if ((char === "(" || char === "[") && !isText()) i = skipBalanced(selector, i) - 1;
    else if (char === ">" && selector[i + 1] === ">") {
      parts.push(selector.slice(from, i));
      from = i + 2;
      i++;
    }
  }
  parts.push(selector.slice(from));
  return parts.map((part) => part.trim());
}

function parsePart(text: string, selector: string): SelectorPart {
  if (!text) throw invalidSelector(selector, "a part is empty");
  if (text.startsWith("//") || text.startsWith("(//") || text.startsWith("..")) return { engine: "xpath", body: text };
  if (/^(["']).*\1$/s.test(text)) return { engine: "text", body: text };
  const prefix = /^([a-z][a-z0-9-]*)\s*=/i.exec(text);
  const name = prefix?.[1]?.toLowerCase();
  if (!prefix || !name) return { engine: "css", body: text };
  const body = text.slice(prefix[0].length).trim();
  const engine = engines[name];
  if (engine) return { engine, body };
  if (attributes.has(name)) return { engine: "attribute", attribute: name, body: unquote(body) };
  throw invalidSelector(selector, `there is no "${name}=" engine`);
}

export function unquote(text: string): string {
  const match = /^(["'])(.*)\1$/s.exec(text);
  return match ? (match[2] ?? "").replace(/\\(.)/g, "$1") : text;
}

export function parseSelector(selector: string): SelectorPart[] {
  if (!selector.trim()) throw invalidSelector(selector, "it is empty");
  return splitChain(selector).map((part) => parsePart(part, selector));
}
