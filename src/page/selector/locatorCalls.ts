/** Reads calls of Playwright's locators as people paste them: `page.getByRole('button', { name: 'Save' }).first()`. */
import type { SelectorPart } from "./parse.ts";
import { type RoleWish, stateWish, stringWish } from "./role.ts";
import { canonicalRole } from "../see/role.ts";
import { contains, equals, fitsPattern, type TextMatch } from "./text.ts";
import { stringTest } from "./attributes.ts";
import { Scanner } from "./scanner.ts";

type Value = string | number | boolean | RegExp | SelectorPart[] | { [key: string]: Value };
type Options = Record<string, Value>;

const beginning = /^(?:await\s+)?(?:(?:(?:this|self)\.)?(?:page|frame)\.)?(?:getBy[A-Z]\w*|get_by_\w+|locator|frameLocator|frame_locator)\s*\(/;

export const isLocatorCall = (text: string): boolean => beginning.test(text);

const isOptions = (value: Value | undefined): value is Options =>
  typeof value === "object" && !(value instanceof RegExp) && !Array.isArray(value);

/** `get_by_role` and `has_text` of Python are `getByRole` and `hasText`. */
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

class Reader {
  readonly #scan: Scanner;
  readonly #parse: (selector: string) => SelectorPart[];

  constructor(text: string, selector: string, parse: (selector: string) => SelectorPart[]) {
    this.#scan = new Scanner(text, selector);
    this.#parse = parse;
  }

  whole(): SelectorPart[] {
    const parts = this.#calls();
    this.#scan.take(/\s*;?\s*/y);
    if (this.#scan.next) throw this.#scan.refuse(`"${this.#scan.rest}" is not understood`);
    return parts;
  }

  #calls(): SelectorPart[] {
    this.#scan.take(/\s*(?:await\s+)?(?:(?:this\.|self\.)?(?:page|frame)\s*\.\s*)?/y);
    const parts: SelectorPart[] = [];
    do {
      const name = camel(this.#scan.take(/\s*\w+/y).trim());
      const call = this.#arguments(name);
      parts.push(...this.#partsOf(name, call.values, call.options));
    } while (this.#scan.take(/\s*\.(?=\s*\w)/y));
    return parts;
  }

  #arguments(name: string): { values: Value[]; options: Options } {
    // In Python `first` and `last` are properties.
    if (!this.#scan.take(/\s*\(\s*/y)) {
      if (name === "first" || name === "last") return { values: [], options: {} };
      throw this.#scan.refuse(`"${name}" needs its arguments in brackets`);
    }
    const values: Value[] = [];
    const options: Options = {};
    while (!this.#scan.take(/\s*,?\s*\)/y)) {
      this.#scan.take(/\s*,\s*/y);
      const keyword = this.#scan.take(/\s*\w+\s*=(?!=)\s*/y);
      const value = this.#value();
      if (keyword) options[camel(keyword.replace(/[\s=]/g, ""))] = value;
      else if (isOptions(value)) Object.assign(options, value);
      else values.push(value);
    }
    return { values, options };
  }

  #value(): Value {
    this.#scan.take(/\s*/y);
    const { rest } = this.#scan;
    const quote = /^r?(["'`])/.exec(rest)?.[1];
    if (quote) return this.#string(quote);
    if (rest.startsWith("/")) return this.#pattern();
    if (rest.startsWith("{")) return this.#options();
    if (/^re\.compile\s*\(/.test(rest)) return this.#compiled();
    if (isLocatorCall(rest)) return this.#calls();
    const word = this.#scan.take(/-?\d+(?:\.\d+)?|\w+/y);
    if (/^(true|True)$/.test(word)) return true;
    if (/^(false|False)$/.test(word)) return false;
    if (word && !Number.isNaN(Number(word))) return Number(word);
    throw this.#scan.refuse(word ? `"${word}" is the name of something that is not known here; write its value` : "an argument is missing, or its bracket");
  }

  #string(quote: string): string {
    const raw = this.#scan.take(/r?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/sy);
    if (!raw) throw this.#scan.refuse(`the quote ${quote} is not closed`);
    const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r" };
    return raw.slice(raw.indexOf(quote) + 1, -1).replace(/\\(.)/gs, (_, char: string) => escapes[char] ?? char);
  }

  #pattern(): RegExp {
    const whole = this.#scan.take(/\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/sy);
    const slash = whole.lastIndexOf("/");
    return this.#expression(whole.slice(1, slash), whole.slice(slash + 1));
  }

  /** Python: `re.compile(r"save", re.IGNORECASE)`. */
  #compiled(): RegExp {
    this.#scan.take(/re\.compile\s*\(\s*/y);
    const raw = this.#scan.take(/r?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/sy);
    const flags = this.#scan.take(/\s*,?\s*(?:re\.\w+)?\s*\)/y);
    return this.#expression(raw.replace(/^r?["']|["']$/g, ""), /IGNORECASE|re\.I\b/.test(flags) ? "i" : "");
  }

  #expression(source: string, flags: string): RegExp {
    try {
      if (source) return new RegExp(source, flags);
    } catch (thrown) {
      throw this.#scan.refuse((thrown as Error).message);
    }
    throw this.#scan.refuse("the regular expression is not closed");
  }

  #options(): Options {
    this.#scan.take(/\{\s*/y);
    const options: Options = {};
    while (!this.#scan.take(/\s*,?\s*\}/y)) {
      const key = this.#scan.take(/\s*,?\s*["']?[\w-]+["']?\s*:/y).replace(/[\s,:"']/g, "");
      if (!key) throw this.#scan.refuse("an option needs a name and a colon");
      options[key] = this.#value();
    }
    return options;
  }

  #partsOf(name: string, values: Value[], options: Options): SelectorPart[] {
    const [first] = values;
    const exact = options["exact"] === true;
    switch (name) {
      case "getByRole":
        return [{ engine: "role", wish: this.#role(this.#words(name, first), options) }];
      case "getByText":
        return [{ engine: "text", match: this.#match(name, first, exact), pierce: true }];
      case "getByLabel":
        return [{ engine: "label", match: this.#match(name, first, exact) }];
      case "getByPlaceholder":
        return [this.#attribute(name, "placeholder", first, exact)];
      case "getByAltText":
        return [this.#attribute(name, "alt", first, exact)];
      case "getByTitle":
        return [this.#attribute(name, "title", first, exact)];
      case "getByTestId":
        return [this.#attribute(name, "data-testid", first, true)];
      case "locator":
        return [...(Array.isArray(first) ? [{ engine: "chain" as const, parts: first }] : this.#parse(this.#words(name, first))), ...this.#filters(options)];
      case "filter":
        return this.#filters(options);
      case "first":
        return [{ engine: "nth", index: 0 }];
      case "last":
        return [{ engine: "nth", index: -1 }];
      case "nth":
        if (typeof first !== "number" || !Number.isInteger(first)) throw this.#scan.refuse("nth needs a whole number");
        return [{ engine: "nth", index: first }];
      case "and":
      case "or":
        return [{ engine: name, parts: this.#locator(name, first) }];
      case "describe":
        return [];
      case "frameLocator":
      case "contentFrame":
        throw this.#scan.refuse("a selector stays in one frame; find and snapshot give refs in all of them, and tools that take `frame` look into one");
      default:
        throw this.#scan.refuse(`${name}() does not point at elements; leave it out`);
    }
  }

  #role(role: string, options: Options): RoleWish {
    const { exact, includeHidden, name, description, ...states } = options;
    const wish: RoleWish = { role: canonicalRole(role.toLowerCase()), states: [], withHidden: includeHidden === true };
    const form = { ignoresCase: exact !== true, loose: true };
    if (name !== undefined) wish.name = stringWish(this.#textOrPattern("name", name), form);
    if (description !== undefined) wish.description = stringWish(this.#textOrPattern("description", description), form);
    for (const [state, value] of Object.entries(states)) {
      if (!isRoleState(state)) throw this.#scan.refuse(`getByRole has no option "${state}"`);
      const given = typeof value === "boolean" ? value : typeof value === "number" || typeof value === "string" ? String(value) : undefined;
      wish.states.push(stateWish(wish.role, state, given, this.#scan.selector));
    }
    return wish;
  }

  #filters(options: Options): SelectorPart[] {
    return Object.entries(options).map(([name, value]): SelectorPart => {
      switch (name) {
        case "hasText":
        case "hasNotText":
          return { engine: "has-text", match: this.#match(name, value, false), not: name === "hasNotText" };
        case "has":
        case "hasNot":
          return { engine: "has", parts: this.#locator(name, value), not: name === "hasNot" };
        case "visible":
          return { engine: "visible", visible: value === true };
        default:
          throw this.#scan.refuse(`there is no filter "${name}"`);
      }
    });
  }

  #match(what: string, value: Value | undefined, exact: boolean): TextMatch {
    const wanted = this.#textOrPattern(what, value);
    return wanted instanceof RegExp ? fitsPattern(wanted) : exact ? equals(wanted) : contains(wanted);
  }

  #attribute(what: string, attribute: string, value: Value | undefined, exact: boolean): SelectorPart {
    const test = stringTest(exact || value instanceof RegExp ? "=" : "*=", this.#textOrPattern(what, value), !exact);
    return { engine: "attribute", names: [attribute], test, pierce: true };
  }

  #textOrPattern(what: string, value: Value | undefined): string | RegExp {
    if (typeof value === "string" || value instanceof RegExp) return value;
    throw this.#scan.refuse(`${what} needs a text or a regular expression`);
  }

  #words(what: string, value: Value | undefined): string {
    if (typeof value === "string") return value;
    throw this.#scan.refuse(`${what} needs a text`);
  }

  #locator(what: string, value: Value | undefined): SelectorPart[] {
    if (Array.isArray(value)) return value;
    throw this.#scan.refuse(`${what} needs a locator, as in page.getByText('x')`);
  }
}

const roleStates = ["checked", "pressed", "expanded", "selected", "disabled", "level"] as const;
const isRoleState = (name: string): name is (typeof roleStates)[number] => roleStates.some((each) => each === name);

/** `parse` reads the selector that `locator('…')` is given. */
export const readLocatorCalls = (text: string, selector: string, parse: (selector: string) => SelectorPart[]): SelectorPart[] =>
  new Reader(text, selector, parse).whole();
