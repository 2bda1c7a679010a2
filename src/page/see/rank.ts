/** How well an element answers a description in words. Pure: takes facts, returns numbers and an order. */

export interface Query {
  /** Words that name the thing, lower case. */
  words: string[];
  /** Words that say what kind of thing it is, with the roles each may mean. */
  kinds: { word: string; roles: string[] }[];
  /** The naming words as typed, for whole-phrase matches. */
  phrase: string;
  /** "row 5, column 3": which ones are meant, if any. */
  place?: Place;
}

/** Counted from one. */
export interface Place {
  row?: number;
  column?: number;
}

export interface CandidateFacts {
  role: string;
  name: string;
  /** Test attribute value. */
  test: string;
  /** Text content, a weaker signal. */
  text: string;
  /** Label, placeholder, title, alt: whatever else people read on it. */
  extra: string;
  /** Names of what it stands in: its row, dialog, group. */
  around: string;
  /** The name of its column. */
  column?: string;
  /** Of a row or cell, when a place was asked for. */
  place?: Place;
  interactive: boolean;
  /** Selected, pressed or checked. */
  on: boolean;
}

const fillers = new Set("a an and at by for from in inside into is it my of on or that the this to under with within".split(" "));

const kindWords: Record<string, string[]> = {
  button: ["button"],
  btn: ["button"],
  link: ["link"],
  anchor: ["link"],
  field: ["textbox", "searchbox", "combobox", "spinbutton"],
  input: ["textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "slider"],
  textbox: ["textbox", "searchbox"],
  textarea: ["textbox"],
  box: ["textbox", "searchbox", "checkbox", "combobox"],
  searchbox: ["searchbox"],
  checkbox: ["checkbox"],
  radio: ["radio"],
  toggle: ["switch", "checkbox", "button"],
  switch: ["switch", "checkbox"],
  dropdown: ["combobox", "listbox", "button"],
  select: ["combobox", "listbox"],
  combobox: ["combobox"],
  listbox: ["listbox"],
  option: ["option", "menuitem"],
  menu: ["menu", "menubar", "menuitem", "button"],
  menuitem: ["menuitem", "menuitemcheckbox", "menuitemradio"],
  tab: ["tab"],
  slider: ["slider"],
  image: ["img"],
  picture: ["img"],
  img: ["img"],
  heading: ["heading"],
  dialog: ["dialog", "alertdialog"],
  modal: ["dialog", "alertdialog"],
  table: ["table", "grid"],
  grid: ["grid", "table"],
  row: ["row"],
  cell: ["cell", "gridcell"],
  list: ["list", "listbox"],
  form: ["form"],
  navigation: ["navigation"],
  nav: ["navigation"],
  alert: ["alert"],
  status: ["status"],
  tooltip: ["tooltip"],
};

const wordPattern = /[\p{L}\p{N}]+/gu;

export const wordsOf = (text: string): string[] => text.toLowerCase().match(wordPattern) ?? signOf(text);

const SIGN = 3;
/** What only signs stand on: the + of a counter, a × that closes. */
const signOf = (text: string): string[] => (text.trim() && text.trim().length <= SIGN ? [text.trim()] : []);

/** A sign at either end of a description is what is looked for; between words it parts them. */
function signsIn(text: string): string[] {
  const parts = text.trim().split(/\s+/);
  return [...new Set([parts[0] ?? "", parts.at(-1) ?? ""])].filter((part) => part.length <= SIGN && !/[\p{L}\p{N}"'.,:;!?]/u.test(part)).filter(Boolean);
}

const numberAfter = (text: string, word: string): number | undefined => {
  const found = new RegExp(`\\b(?:${word})\\s*#?(\\d+)\\b`, "i").exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

function placeIn(text: string): Place | undefined {
  const row = numberAfter(text, "row");
  const column = numberAfter(text, "column|col");
  return row === undefined && column === undefined ? undefined : { ...(row !== undefined && { row }), ...(column !== undefined && { column }) };
}

/** Splits camelCase and digits too, as test ids are written. */
const testWords = (value: string): string[] => wordsOf(value.replace(/([a-z0-9])([A-Z])/g, "$1 $2"));

export function parseQuery(text: string): Query {
  const all = [...(text.toLowerCase().match(wordPattern) ?? []), ...signsIn(text)];
  const place = placeIn(text);
  const meaningful = all.filter((word) => !fillers.has(word));
  const words = meaningful.filter((word) => !kindWords[word]);
  const kinds = meaningful.filter((word) => kindWords[word]).map((word) => ({ word, roles: kindWords[word] ?? [] }));
  // "the tab button": when every word is a kind, they are also all there is to go by.
  const naming = words.length ? words : kinds.length ? kinds.map(({ word }) => word) : all;
  return { words: naming, kinds, phrase: naming.join(" "), ...(place && { place }) };
}

const singular = (word: string): string =>
  word.length > 4 && word.endsWith("ies")
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith("es") && /(s|x|z|ch|sh)es$/.test(word)
      ? word.slice(0, -2)
      : word.length > 3 && word.endsWith("s") && !word.endsWith("ss")
        ? word.slice(0, -1)
        : word;

/** Edit distance with transpositions, given up above `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let value = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, (before[j - 2] ?? 0) + 1);
      current.push(value);
      best = Math.min(best, value);
    }
    if (best > most) return most + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Words that mean the same but for number or a slip of the finger. */
export function isNear(word: string, other: string): boolean {
  if (word === other) return true;
  if (singular(word) === singular(other)) return true;
  if (word.length < 4 || other.length < 4) return false;
  const most = word.length >= 8 ? 2 : 1;
  return distance(word, other, most) <= most;
}

/** Compares words, remembering what it compared: pages say the same words again and again. */
export class Spelling {
  readonly #known = new Map<string, boolean>();

  isNear(word: string, other: string): boolean {
    const key = `${word} ${other}`;
    let near = this.#known.get(key);
    if (near === undefined) {
      near = isNear(word, other);
      this.#known.set(key, near);
    }
    return near;
  }
}

/** 1 for the whole word, less for a part of a word, least for a near miss. */
function hit(word: string, haystack: string, words: readonly string[], near: Spelling | undefined): number {
  if (!haystack) return 0;
  if (words.includes(word)) return 1;
  if (haystack.includes(word)) return 0.7;
  return near && words.some((other) => near.isNear(word, other)) ? 0.45 : 0;
}

const weights = {
  name: 6,
  extra: 4,
  test: 4,
  text: 2.5,
  around: 2,
  kind: 3,
  exactName: 6,
  phrase: 3,
  tight: 2,
  interactive: 1,
  on: 2,
  /** A row or post in which all of several words stand. */
  whole: 5,
  /** All of its name was asked for, and what it stands in says the rest: the Edit of row 12. */
  placed: 6,
  /** Its column and its row together say all: the price of order 7. */
  crossing: 14,
  /** It is in the row and column of which the numbers were said. */
  place: 20,
};

const PARTLY = 0.5;

/** 0 when nothing of the element itself matches. `near` forgives spelling; ask without it first. */
export function score(query: Query, facts: CandidateFacts, near?: Spelling): number {
  const name = facts.name.toLowerCase();
  const text = facts.text.toLowerCase();
  const extra = facts.extra.toLowerCase();
  const test = facts.test.toLowerCase();
  const around = facts.around.toLowerCase();
  const kind = query.kinds.some(({ word, roles }) => roles.includes(facts.role) || word === facts.role);
  const onlyKinds = query.words.every((word) => query.kinds.some((each) => each.word === word));
  const bare = kind && onlyKinds;
  const isAtPlace = query.place !== undefined && facts.place !== undefined && facts.place.row === query.place.row && facts.place.column === query.place.column;
  if (
    !near &&
    !bare &&
    !isAtPlace &&
    !facts.column &&
    !query.words.some((word) => name.includes(word) || extra.includes(word) || test.includes(word) || text.includes(word))
  )
    return 0;
  const nameWords = wordsOf(name);
  const fields = { text: wordsOf(text), extra: wordsOf(extra), test: testWords(facts.test), around: wordsOf(around) };
  const nameless = nameWords.length === 0;

  let total = 0;
  let inName = 0;
  let own = 0;
  for (const word of query.words) {
    const named = hit(word, name, nameWords, near);
    if (named) inName++;
    const read = Math.max(
      named * weights.name,
      hit(word, extra, fields.extra, near) * weights.extra,
      hit(word, text, fields.text, near) * weights.text,
    );
    const tested = hit(word, test, fields.test, near) * weights.test * (nameless ? 2 : 1);
    if (read || tested) own++;
    total += read + tested;
    if (!read && !tested) total += hit(word, around, fields.around, near) * weights.around;
  }
  if (!own && !bare && !isAtPlace && !facts.column) return 0;
  if (isAtPlace) total += weights.place + (facts.column === undefined ? 0 : weights.crossing);
  if (kind) total += weights.kind;

  if (inName) total += (weights.tight * inName) / Math.max(nameWords.length, 1);
  const phrase = nameWords.join(" ");
  if (query.phrase && phrase === query.phrase && (kind || onlyKinds || query.kinds.length === 0)) total += weights.exactName;
  else if (query.phrase && phrase.includes(query.phrase)) total += weights.phrase;
  const stands = (word: string): boolean => hit(word, around, fields.around, undefined) === 1;
  const rest = query.words.filter((word) => !nameWords.includes(word));
  const isPlaced = facts.interactive && !nameless && rest.length > 0 && nameWords.every((word) => query.words.includes(word)) && rest.every(stands);
  if (isPlaced) total += weights.placed + (rest.length > 1 && fields.around.join(" ").includes(rest.join(" ")) ? weights.phrase : 0);
  const ofColumn = wordsOf(facts.column ?? "");
  const beside = query.words.filter((word) => !ofColumn.includes(word));
  const namesColumn = beside.length < query.words.length || query.kinds.some(({ word }) => ofColumn.includes(word));
  const isCrossing = rest.length === query.words.length && namesColumn && beside.length > 0 && beside.every(stands);
  if (isCrossing) total += weights.crossing + (fields.around.join(" ").includes(beside.join(" ")) ? weights.phrase : 0);
  if (facts.interactive) total += weights.interactive;
  if (facts.on && (nameless || kind)) total += weights.on;
  if (nameless && query.words.length > 1 && query.words.every((word) => text.includes(word))) total += weights.whole;
  // Who says all that was asked for is meant before who says a part of it; of a control, the rest is often said around it.
  if (!bare && !isCrossing && !isAtPlace && !facts.interactive) total *= PARTLY + (1 - PARTLY) * (own / query.words.length);
  return Math.round(total * 10) / 10;
}

export interface Ranked {
  score: number;
  actionable: boolean;
  /** It is only scrolled out of sight: acting on it brings it back. */
  scrolledAway?: boolean;
  interactive: boolean;
  container: boolean;
}

/** A match this much weaker than the best answers another question. */
const STRONG = 0.6;

/** Of two alike the one in sight is meant. */
const OUT_OF_SIGHT = 0.9;

/**
 * Strong matches first, and of those what can be acted on before what cannot; controls before the wrappers around them;
 * then by score, in document order. A control that is only scrolled out of sight can be acted on.
 */
export function order<T extends Ranked>(candidates: readonly T[]): T[] {
  const reached = ({ actionable, interactive, scrolledAway }: T): boolean => actionable || (interactive && scrolledAway === true);
  const weight = (candidate: T): number => candidate.score * (candidate.actionable ? 1 : OUT_OF_SIGHT);
  const best = Math.max(0, ...candidates.map((candidate) => candidate.score));
  const anyControl = candidates.some((candidate) => reached(candidate) && candidate.interactive && candidate.score >= best * STRONG);
  const group = (candidate: T): number => {
    const strong = candidate.score >= best * STRONG ? 0 : 3;
    if (!reached(candidate)) return strong + 2;
    return strong + (anyControl && candidate.container && !candidate.interactive ? 1 : 0);
  };
  return candidates
    .map((candidate, index) => ({ candidate, index, group: group(candidate) }))
    .sort((a, b) => a.group - b.group || weight(b.candidate) - weight(a.candidate) || a.index - b.index)
    .map(({ candidate }) => candidate);
}

export interface Feedback {
  query: string;
  identity: { testId?: string; role?: string; name?: string };
}

/** What earlier answers to similar questions add to an element's score. */
export function feedbackBoost(
  query: string,
  facts: { test: string; role: string; name: string },
  memory: readonly Feedback[],
): number {
  const asked = new Set(parseQuery(query).words);
  let boost = 0;
  for (const { query: earlier, identity } of memory) {
    const same = identity.testId ? identity.testId === facts.test : identity.role === facts.role && identity.name === facts.name;
    if (!same) continue;
    const words = new Set(parseQuery(earlier).words);
    const shared = [...asked].filter((word) => words.has(word)).length;
    const overlap = shared / Math.max(1, Math.min(asked.size, words.size));
    boost = Math.max(boost, overlap * 8);
  }
  return boost;
}
