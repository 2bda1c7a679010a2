/** Reads `word[a="b" i][c=/d/][e]`, the form of `role=` and of several engines that Playwright's tools write. */
import { Scanner } from "./scanner.ts";

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
  readonly #scan: Scanner;

  constructor(text: string, selector: string) {
    this.#scan = new Scanner(text, selector);
  }

  all(): { word: string; tests: AttributeTest[] } {
    const word = this.#scan.take(/\s*[\w-]*\s*/y).trim();
    const tests: AttributeTest[] = [];
    while (this.#scan.next) {
      if (this.#scan.next !== "[") throw this.#scan.refuse(`"${this.#scan.rest}" is not understood after "${word}"`);
      tests.push(this.#test());
      this.#scan.take(/\s*/y);
    }
    return { word, tests };
  }

  #test(): AttributeTest {
    this.#scan.take(/\[/y);
    const name = this.#scan.take(/\s*[\w-]+\s*/y).trim();
    if (!name) throw this.#scan.refuse("an attribute needs a name after [");
    if (this.#ends()) return { name, ignoresCase: false };
    const operator = this.#scan.take(/[*^$|~]?=/y) as Operator | "";
    if (!operator) throw this.#scan.refuse(`after "${name}" comes =, *=, ^=, $=, |=, ~= or ]`);
    this.#scan.take(/\s*/y);
    const value = this.#value(name, operator);
    const flag = typeof value === "string" ? this.#scan.take(/\s*[isIS](?=\s*\])/y).trim().toLowerCase() : "";
    this.#scan.take(/\s*/y);
    if (!this.#ends()) throw this.#scan.refuse(`the value of "${name}" needs quotes, or its ] is missing`);
    return { name, operator, value, ignoresCase: flag === "i" };
  }

  #value(name: string, operator: Operator): string | RegExp | boolean {
    const first = this.#scan.next;
    if (first === "/") {
      if (operator !== "=") throw this.#scan.refuse(`a regular expression is compared with =, not ${operator}`);
      return this.#pattern();
    }
    if (first === '"' || first === "'") {
      const quoted = this.#scan.take(first === '"' ? /"(?:[^"\\]|\\.)*"/sy : /'(?:[^'\\]|\\.)*'/sy);
      if (!quoted) throw this.#scan.refuse(`the quote ${first} is not closed`);
      return quoted.slice(1, -1).replace(/\\(.)/gs, "$1");
    }
    const bare = this.#scan.take(/[^\]"'/]*/y).trim();
    if (!bare) throw this.#scan.refuse(`"${name}${operator}" needs a value`);
    if (bare !== "true" && bare !== "false") return bare;
    if (operator !== "=") throw this.#scan.refuse(`"${operator}" compares texts, and ${bare} is none`);
    return bare === "true";
  }

  #pattern(): RegExp {
    const whole = this.#scan.take(/\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/sy);
    if (!whole) throw this.#scan.refuse("the regular expression is not closed");
    const slash = whole.lastIndexOf("/");
    try {
      return new RegExp(whole.slice(1, slash), whole.slice(slash + 1));
    } catch (thrown) {
      throw this.#scan.refuse((thrown as Error).message);
    }
  }

  #ends(): boolean {
    return this.#scan.take(/\]/y) !== "";
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
