/** Reads `word[a="b" i][c=/d/][e]`, the form of `role=` and of several engines that Playwright's tools write. */
import { invalidSelector } from "./invalid.ts";

export type Operator = "=" | "*=" | "^=" | "$=" | "|=" | "~=";

export interface AttributeTest {
  name: string;
  /** Absent: `[name]` alone. */
  operator?: Operator;
  value?: string | RegExp | boolean;
  /** `"…" i`. */
  ignoresCase: boolean;
}

class Reader {
  readonly #text: string;
  readonly #selector: string;
  #at = 0;

  constructor(text: string, selector: string) {
    this.#text = text;
    this.#selector = selector;
  }

  all(): { word: string; tests: AttributeTest[] } {
    const word = this.#take(/\s*[\w-]*\s*/y).trim();
    const tests: AttributeTest[] = [];
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] !== "[") throw this.#refuse(`"${this.#text.slice(this.#at)}" is not understood after "${word}"`);
      tests.push(this.#test());
      this.#take(/\s*/y);
    }
    return { word, tests };
  }

  #test(): AttributeTest {
    this.#at++;
    const name = this.#take(/\s*[\w-]+\s*/y).trim();
    if (!name) throw this.#refuse("an attribute needs a name after [");
    if (this.#ends()) return { name, ignoresCase: false };
    const operator = this.#take(/[*^$|~]?=/y) as Operator | "";
    if (!operator) throw this.#refuse(`after "${name}" comes =, *=, ^=, $=, |=, ~= or ]`);
    this.#take(/\s*/y);
    const value = this.#value(name, operator);
    const flag = typeof value === "string" ? this.#take(/\s*[isIS](?=\s*\])/y).trim().toLowerCase() : "";
    this.#take(/\s*/y);
    if (!this.#ends()) throw this.#refuse(`the value of "${name}" needs quotes, or its ] is missing`);
    return { name, operator, value, ignoresCase: flag === "i" };
  }

  #value(name: string, operator: Operator): string | RegExp | boolean {
    const first = this.#text[this.#at];
    if (first === "/") {
      if (operator !== "=") throw this.#refuse(`a regular expression is compared with =, not ${operator}`);
      return this.#pattern();
    }
    if (first === '"' || first === "'") {
      const quoted = this.#take(first === '"' ? /"(?:[^"\\]|\\.)*"/sy : /'(?:[^'\\]|\\.)*'/sy);
      if (!quoted) throw this.#refuse(`the quote ${first} is not closed`);
      return quoted.slice(1, -1).replace(/\\(.)/gs, "$1");
    }
    const bare = this.#take(/[^\]"'/]*/y).trim();
    if (!bare) throw this.#refuse(`"${name}${operator}" needs a value`);
    if (bare !== "true" && bare !== "false") return bare;
    if (operator !== "=") throw this.#refuse(`"${operator}" compares texts, and ${bare} is none`);
    return bare === "true";
  }

  #pattern(): RegExp {
    const whole = this.#take(/\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/sy);
    if (!whole) throw this.#refuse("the regular expression is not closed");
    const slash = whole.lastIndexOf("/");
    try {
      return new RegExp(whole.slice(1, slash), whole.slice(slash + 1));
    } catch (thrown) {
      throw this.#refuse((thrown as Error).message);
    }
  }

  #ends(): boolean {
    if (this.#text[this.#at] !== "]") return false;
    this.#at++;
    return true;
  }

  #take(shape: RegExp): string {
    shape.lastIndex = this.#at;
    const taken = shape.exec(this.#text)?.[0] ?? "";
    this.#at += taken.length;
    return taken;
  }

  #refuse(why: string): Error {
    return invalidSelector(this.#selector, why);
  }
}

export const readAttributes = (text: string, selector: string): { word: string; tests: AttributeTest[] } =>
  new Reader(text, selector).all();

const comparisons: Record<Operator, (actual: string, wanted: string) => boolean> = {
  "=": (actual, wanted) => actual === wanted,
  "*=": (actual, wanted) => actual.includes(wanted),
  "^=": (actual, wanted) => actual.startsWith(wanted),
  "$=": (actual, wanted) => actual.endsWith(wanted),
  "|=": (actual, wanted) => actual === wanted || actual.startsWith(`${wanted}-`),
  "~=": (actual, wanted) => actual.split(" ").includes(wanted),
};

/** The test of a string that an attribute describes. */
export function stringTest(operator: Operator, value: string | RegExp, ignoresCase: boolean): (actual: string) => boolean {
  if (value instanceof RegExp)
    return (actual) => {
      value.lastIndex = 0;
      return value.test(actual);
    };
  const wanted = ignoresCase ? value.toLowerCase() : value;
  return (actual) => comparisons[operator](ignoresCase ? actual.toLowerCase() : actual, wanted);
}
