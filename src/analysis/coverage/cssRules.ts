export interface CssRule {
  from: number;
  to: number;
  selector: string;
}

/** The style rules of a sheet by their places in it: those that declare something for elements, in whatever groups they lie. */
export function cssRules(text: string): CssRule[] {
  const rules: CssRule[] = [];
  const open: { from: number; selector: string; style: boolean; group: boolean }[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "/" && text[at + 1] === "*") at = closing(text, at + 2, "*/") + 1;
    else if (character === '"' || character === "'") at = stringEnd(text, at, character);
    else if (character === "\\") at++;
    else if (character === ";") start = at + 1;
    else if (character === "{") {
      const from = beginning(text, start);
      const selector = text.slice(from, at).trim();
      const group = grouping.test(selector);
      const within = open.at(-1);
      open.push({ from, selector, group, style: !selector.startsWith("@") && (within === undefined || within.group || within.style) });
      start = at + 1;
    } else if (character === "}") {
      const rule = open.pop();
      if (rule?.style) rules.push({ from: rule.from, to: at + 1, selector: rule.selector });
      start = at + 1;
    }
  }
  return rules.toSorted((a, b) => a.from - b.from);
}

const grouping = /^@(?:media|supports|layer|container|scope|starting-style|document|-moz-document)\b/i;

/** Past spaces and comments. */
function beginning(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && text[at]!.trim() === "") at++;
    if (text[at] !== "/" || text[at + 1] !== "*") return at;
    at = closing(text, at + 2, "*/") + 2;
  }
}

function closing(text: string, from: number, what: string): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at;
}

function stringEnd(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote || text[at] === "\n") return at;
  }
  return text.length;
}
