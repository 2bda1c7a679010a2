/**
 * Which parts of a large page say nothing of what is looked for, so that a search passes over them. Asked of each of many siblings (rows, posts,
 * cards) and, where those say something, of the parts that they are made of: by all that is written in a part, its words and its mark-up for
 * what its attributes say. Where something may be said that is not written there, a part does not count as silent.
 */
import * as dom from "../dom.ts";
import { ancestorsOf } from "./listening.ts";
import { documentRoots } from "./documentTree.ts";
import type { Query } from "./rank.ts";
import { SplitWords } from "./splitWords.ts";

/** On smaller pages nothing is gained. */
const LARGE = 1000;
const MANY_SIBLINGS = 20;
/** After so many it is known whether most of them say something. */
const ENOUGH = 64;
const FEW = 0.25;

/** Names that browsers give to controls that have none. */
const givenNames = ["submit", "reset", "choose", "file"];
/** These say what their attributes do not, or what stands elsewhere. */
const reachesOut = /<(?:textarea|output|progress|meter|slot)\b|\saria-(?:labelledby|owns)=/;
const holdsValues = "input:not([type=checkbox], [type=radio], [type=hidden])";
const labelled = "input[id], select[id], button[id]";

/** Parts that stand as many steps below the many siblings as each other: by their tags, how it went with them. */
export interface Level {
  readonly number: number;
  readonly tallies: Map<string, { asked: number; silent: number }>;
}

export class Silence {
  readonly #words: readonly string[];
  readonly #split: SplitWords;
  /** Parts whose shadow trees their mark-up leaves out. */
  readonly #aroundHosts: ReadonlySet<Element>;
  readonly #mayBeColour: boolean;
  readonly #levels: Level[] = [];
  /** The part that was asked last, and where: if it is not silent, its own parts are next. */
  #entered: Element | undefined;
  #enteredAt = 0;
  #passed = 0;

  /** Nothing where a page is small, or where an element may answer without saying a word of the query. */
  static for(query: Query): Silence | undefined {
    const { words, kinds, place } = query;
    const isPlain = words.length > 0 && words.every((word) => /^[\p{L}\p{N}]+$/u.test(word) && !/[σς]/.test(word));
    const onlyKinds = words.every((word) => kinds.some((kind) => kind.word === word));
    if (!isPlain || onlyKinds || place || words.some((word) => givenNames.some((name) => name.includes(word)))) return undefined;
    return dom.elementsByTag(document, "*").length >= LARGE && !areDrawn(words) ? new Silence(words) : undefined;
  }

  private constructor(words: readonly string[]) {
    this.#words = words;
    this.#split = new SplitWords(words);
    const hosts = new Set(documentRoots().flatMap((root) => (root instanceof ShadowRoot ? [root.host] : [])));
    this.#aroundHosts = new Set([...hosts, ...ancestorsOf(hosts)]);
    this.#mayBeColour = words.some((word) => /^(?:rgba?|\d+)$/.test(word));
  }

  /** How many were passed over. */
  get passed(): number {
    return this.#passed;
  }

  /** Where the children of an element stand; nothing where they are not worth asking. */
  levelIn(parent: Element): Level | undefined {
    const number = parent === this.#entered ? this.#enteredAt + 1 : holdsMany(parent) ? 0 : undefined;
    return number === undefined ? undefined : (this.#levels[number] ??= { number, tallies: new Map() });
  }

  isSilent(part: Element, level: Level): boolean {
    this.#entered = part;
    this.#enteredAt = level.number;
    const tag = dom.localName(part);
    const tally = level.tallies.get(tag) ?? { asked: 0, silent: 0 };
    if (tally.asked >= ENOUGH && tally.silent < tally.asked * FEW) return false;
    if (tally.asked++ === 0) level.tallies.set(tag, tally);
    const silent = !this.#aroundHosts.has(part) && this.#saysNothing(part);
    if (silent) {
      tally.silent++;
      this.#passed++;
    }
    return silent;
  }

  #isSaid(low: string): boolean {
    return this.#words.some((word) => low.includes(word));
  }

  #saysNothing(part: Element): boolean {
    const text = dom.textContent(part).toLowerCase();
    if (this.#isSaid(text)) return false;
    const markUp = dom.outerHTML(part).toLowerCase();
    if (this.#isSaid(markUp) || this.#split.mayBeIn(text, () => markUp) || reachesOut.test(markUp) || (this.#mayBeColour && markUp.includes("background"))) return false;
    if (markUp.includes("<input") && dom.querySelector(part, holdsValues)) return false;
    return !markUp.includes(' id="') || [...dom.querySelectorAll<HTMLInputElement>(part, labelled)].every((control) => [...(control.labels ?? [])].every((label) => dom.contains(part, label)));
  }
}

/** In a label, words belong to a control that may stand elsewhere. */
function holdsMany(parent: Element): boolean {
  if (!(parent instanceof HTMLElement) || dom.childElementCount(parent) < MANY_SIBLINGS) return false;
  return dom.getRootNode(parent) === document && dom.closest(parent, "label") === null;
}

/** Whether a style sheet may write one of the words beside an element. One that cannot be read may. */
function areDrawn(words: readonly string[]): boolean {
  const mayWrite = (content: string) => /var\(|counter/.test(content) || words.some((word) => content.toLowerCase().includes(word));
  const inRules = (rules: CSSRuleList): boolean => [...rules].some((rule) => (rule instanceof CSSStyleRule && mayWrite(rule.style.content)) || ("cssRules" in rule && inRules(rule.cssRules as CSSRuleList)));
  return [...dom.styleSheets(document), ...dom.adoptedStyleSheets(document)].some((sheet) => {
    try {
      return inRules(sheet.cssRules);
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === "SecurityError") return true;
      throw thrown;
    }
  });
}
