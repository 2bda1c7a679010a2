/**
 * Which parts of a large page say nothing of what is looked for, so that a search passes over them. Asked of each of many siblings (rows, posts,
 * cards), by all that is written in it: its words, and its mark-up for what its attributes say. Where something may be said that is not
 * written there, a part does not count as silent.
 */
import * as dom from "../dom.ts";
import { ancestorsOf } from "./listening.ts";
import { documentRoots } from "./documentTree.ts";
import type { Query } from "./rank.ts";

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

export class Silence {
  readonly #words: readonly string[];
  /** Parts whose shadow trees their mark-up leaves out. */
  readonly #aroundHosts: ReadonlySet<Element>;
  readonly #mayBeColour: boolean;
  #asked = 0;
  #silent = 0;

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
    const hosts = new Set(documentRoots().flatMap((root) => (root instanceof ShadowRoot ? [root.host] : [])));
    this.#aroundHosts = new Set([...hosts, ...ancestorsOf(hosts)]);
    this.#mayBeColour = words.some((word) => /^(?:rgba?|\d+)$/.test(word));
  }

  /** How many were passed over. */
  get passed(): number {
    return this.#silent;
  }

  /** Whether the children of an element are worth asking. */
  isAmong(parent: Element): boolean {
    if (this.#asked >= ENOUGH && this.#silent < this.#asked * FEW) return false;
    if (!(parent instanceof HTMLElement) || dom.childElementCount(parent) < MANY_SIBLINGS) return false;
    return dom.getRootNode(parent) === document && dom.closest(parent, "label") === null;
  }

  isSilent(part: Element): boolean {
    this.#asked++;
    const silent = !this.#aroundHosts.has(part) && !this.#isSaid(dom.textContent(part)) && this.#isSilentMarkUp(part);
    if (silent) this.#silent++;
    return silent;
  }

  #isSaid(text: string): boolean {
    const low = text.toLowerCase();
    return this.#words.some((word) => low.includes(word));
  }

  #isSilentMarkUp(part: Element): boolean {
    const markUp = dom.outerHTML(part);
    if (this.#isSaid(markUp) || reachesOut.test(markUp) || (this.#mayBeColour && markUp.includes("background"))) return false;
    if (markUp.includes("<input") && dom.querySelector(part, holdsValues)) return false;
    return !markUp.includes(' id="') || [...dom.querySelectorAll<HTMLInputElement>(part, labelled)].every((control) => [...(control.labels ?? [])].every((label) => dom.contains(part, label)));
  }
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
