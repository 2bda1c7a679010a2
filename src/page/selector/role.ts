/** `role=button[name="Save" i][checked]`. */
import * as dom from "../dom.ts";
import { composedAncestors, type SearchRoot } from "../see/composed.ts";
import { withoutGlyphs } from "../see/glyphs.ts";
import { isRendered, type NameReader } from "../see/name.ts";
import { canonicalRole, namedFromContent, roleOf } from "../see/role.ts";
import { stateOf } from "../see/state.ts";
import { type AttributeTest, type Operator, readAttributes, stringTest } from "./attributes.ts";
import { invalidSelector } from "./invalid.ts";
import { normalized } from "./text.ts";

interface StringWish {
  test(actual: string): boolean;
  /** The one text that passes, when there is only one. */
  exact?: string;
}

interface StateWish {
  state: "checked" | "pressed" | "expanded" | "selected" | "disabled" | "level";
  value: boolean | "mixed" | number;
}

export interface RoleWish {
  role: string;
  name?: StringWish;
  description?: StringWish;
  states: StateWish[];
  withHidden: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Which roles have a state; asking another one for it is a mistake that would never match. */
const rolesWith = {
  checked: words("checkbox menuitemcheckbox menuitemradio option radio switch treeitem"),
  pressed: words("button"),
  selected: words("columnheader gridcell option row rowheader tab treeitem"),
  expanded: words(
    "application button checkbox columnheader combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio row rowheader switch tab treeitem",
  ),
  level: words("heading listitem row treeitem"),
  disabled: undefined,
} satisfies Record<StateWish["state"], ReadonlySet<string> | undefined>;

const canBeMixed = words("checked pressed");
const known = ["name", "description", ...Object.keys(rolesWith), "include-hidden"];

const isState = (name: string): name is StateWish["state"] => Object.hasOwn(rolesWith, name);

/** What a name or description must be. `loose` is how `getByRole` means it: any part of it, in any case, unless exact. */
export function stringWish(value: string | RegExp, { operator = "=", ignoresCase = false, loose = false }: { operator?: Operator; ignoresCase?: boolean; loose?: boolean }): StringWish {
  if (value instanceof RegExp) return { test: stringTest("=", value, false) };
  const wanted = normalized(value);
  const compare = loose && ignoresCase && operator === "=" ? "*=" : operator;
  return { test: stringTest(compare, wanted, ignoresCase), ...(compare === "=" && !ignoresCase && { exact: wanted }) };
}

export function stateWish(role: string, state: StateWish["state"], given: AttributeTest["value"], selector: string): StateWish {
  const roles = rolesWith[state];
  if (roles && !roles.has(role))
    throw invalidSelector(selector, `only these roles can be "${state}": ${[...roles].join(", ")}; "${role}" is none of them`);
  if (state === "level") {
    const level = typeof given === "string" ? Number(given) : Number.NaN;
    if (Number.isNaN(level)) throw invalidSelector(selector, '"level" is compared with a number, as in [level=2]');
    return { state, value: level };
  }
  if (typeof given === "boolean") return { state, value: given };
  if (given === "mixed" && canBeMixed.has(state)) return { state, value: given };
  throw invalidSelector(selector, `"${state}" is true${canBeMixed.has(state) ? ", false or mixed" : " or false"}, without quotes`);
}

function textValue({ name, value }: AttributeTest, selector: string): string | RegExp {
  if (value === undefined) throw invalidSelector(selector, `"${name}" needs a value, as in [${name}="Save"]`);
  return value instanceof RegExp ? value : String(value);
}

export function readRole(body: string, loose: boolean): RoleWish {
  const selector = `role=${body}`;
  const { word, tests } = readAttributes(body, selector);
  if (!word) throw invalidSelector(selector, "a role is missing");
  const wish: RoleWish = { role: canonicalRole(word.toLowerCase()), states: [], withHidden: false };
  for (const test of tests) {
    const { name, operator, value, ignoresCase } = test;
    if (name === "name" || name === "description") wish[name] = stringWish(textValue(test, selector), { operator, ignoresCase, loose });
    else if (!known.includes(name)) throw invalidSelector(selector, `role= knows ${known.join(", ")}, not "${name}"`);
    else if (operator && operator !== "=") throw invalidSelector(selector, `"${name}" is compared with =, not ${operator}`);
    else if (isState(name)) wish.states.push(stateWish(wish.role, name, operator ? value : name === "level" ? undefined : true, selector));
    else if (operator && typeof value !== "boolean") throw invalidSelector(selector, '"include-hidden" is true or false');
    else wish.withHidden = value !== false;
  }
  return wish;
}

/** Closed, a native select draws none of its options; they are there to be chosen all the same. */
const drawnAs = (element: Element): Element => (dom.localName(element) === "option" ? (dom.closest(element, "select") ?? element) : element);

function isHiddenFromReaders(element: Element): boolean {
  if (!isRendered(drawnAs(element)) || dom.getAttribute(element, "aria-hidden") === "true") return true;
  for (const ancestor of composedAncestors(element)) if (dom.getAttribute(ancestor, "aria-hidden") === "true") return true;
  return false;
}

/** An element that may have a role, with what was found out about it. */
export interface RoleCandidate {
  readonly element: Element;
  hasRole?: boolean;
  /** Words that its name holds for certain, if it has the role. */
  plainWords?: string;
}

interface RoleSource {
  readonly names: NameReader;
  mayHaveRole(role: string): readonly RoleCandidate[];
}

function isInside(root: SearchRoot, element: Element): boolean {
  for (let at: Node | null = dom.parentNode(element); at; at = at instanceof ShadowRoot ? at.host : dom.parentNode(at))
    if (at === root) return true;
  return false;
}

/** What is in its name whatever else is, known without computing it; empty where nothing is. */
function plainWordsOf(element: Element, role: string): string {
  if (dom.firstElementChild(element) || !namedFromContent.has(role) || dom.shadowRoot(element)) return "";
  if (dom.hasAttribute(element, "aria-label") || dom.hasAttribute(element, "aria-labelledby") || dom.localName(element) === "input") return "";
  return normalized(withoutGlyphs(dom.textContent(element)));
}

/** Where the state is not told, it is off, but for `expanded`: what cannot be opened is neither open nor closed. */
function hasState(element: Element, role: string, { state, value }: StateWish): boolean {
  const actual = stateOf(element, role)[state];
  return (actual ?? (state === "expanded" ? undefined : false)) === value;
}

export function queryRole(root: SearchRoot, wish: RoleWish, source: RoleSource, enough: number): Set<Element> {
  const { role, name, description, states, withHidden } = wish;
  const found = new Set<Element>();
  for (const candidate of source.mayHaveRole(role)) {
    const { element } = candidate;
    if (found.size >= enough) break;
    if (root !== document && !isInside(root, element)) continue;
    if (name?.exact !== undefined && !name.exact.includes((candidate.plainWords ??= plainWordsOf(element, role)))) continue;
    if (!(candidate.hasRole ??= roleOf(element) === role)) continue;
    if (name && !name.test(normalized(source.names.nameOf(element)))) continue;
    if (!states.every((each) => hasState(element, role, each))) continue;
    if (description && !description.test(normalized(source.names.descriptionOf(element)))) continue;
    if (withHidden || !isHiddenFromReaders(element)) found.add(element);
  }
  return found;
}
