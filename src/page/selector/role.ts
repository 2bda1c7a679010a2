/** `role=button[name="Save" i][checked]`. */
import { composedAncestors, type SearchRoot } from "../see/composed.ts";
import { isRendered, squash, type NameReader } from "../see/name.ts";
import { namedFromContent } from "../see/role.ts";
import { stateOf } from "../see/state.ts";
import { invalidSelector, skipBalanced, unquote } from "./parse.ts";

interface AttributeTest {
  name: string;
  test: (actual: string | undefined) => boolean;
  /** The one name that passes, when there is only one. */
  exact?: string;
}

const known = ["name", "checked", "pressed", "expanded", "disabled", "selected", "level", "include-hidden"];

const operators: Record<string, (actual: string, wanted: string) => boolean> = {
  "=": (actual, wanted) => actual === wanted,
  "*=": (actual, wanted) => actual.includes(wanted),
  "^=": (actual, wanted) => actual.startsWith(wanted),
  "$=": (actual, wanted) => actual.endsWith(wanted),
  "~=": (actual, wanted) => actual.split(" ").includes(wanted),
};

function parseTest(text: string, selector: string): AttributeTest {
  const match = /^\s*([\w-]+)\s*(?:([*^$~]?=)\s*(.*?))?\s*$/s.exec(text);
  const name = match?.[1]?.toLowerCase();
  if (!match || !name) throw invalidSelector(selector, `[${text}] is not an attribute test`);
  if (!known.includes(name)) throw invalidSelector(selector, `role= knows ${known.join(", ")}, not "${name}"`);
  const value = match[3];
  if (value === undefined) return { name, test: (actual) => actual === "true" || actual === "mixed" };
  const pattern = /^\/(.*)\/([a-z]*)$/s.exec(value);
  if (pattern) {
    const expression = new RegExp(pattern[1] ?? "", pattern[2]);
    return { name, test: (actual) => actual !== undefined && expression.test(actual) };
  }
  const insensitive = /^(["'].*["'])\s*i$/s.exec(value);
  const fold = (given: string) => (insensitive ? given.toLowerCase() : given);
  const wanted = fold(squash(unquote(insensitive?.[1] ?? value.replace(/\s+s$/, ""))));
  const compare = operators[match[2] ?? "="] ?? operators["="];
  const exact = name === "name" && match[2] === "=" && !insensitive ? wanted : undefined;
  return { name, exact, test: (actual) => compare?.(fold(actual ?? (name === "name" ? "" : "false")), wanted) ?? false };
}

function parse(body: string): { role: string; tests: AttributeTest[] } {
  const role = /^\s*([\w-]+)/.exec(body)?.[1];
  if (!role) throw invalidSelector(`role=${body}`, "a role is missing");
  const tests: AttributeTest[] = [];
  let at = body.indexOf(role) + role.length;
  while (at < body.length) {
    if (/\s/.test(body[at] ?? "")) at++;
    else if (body[at] === "[") {
      const end = skipBalanced(body, at);
      tests.push(parseTest(body.slice(at + 1, end - 1), `role=${body}`));
      at = end;
    } else throw invalidSelector(`role=${body}`, `"${body.slice(at)}" is not understood after the role`);
  }
  return { role: role.toLowerCase() === "presentation" ? "none" : role.toLowerCase(), tests };
}

function isHiddenFromReaders(element: Element): boolean {
  if (!isRendered(element) || element.getAttribute("aria-hidden") === "true") return true;
  for (const ancestor of composedAncestors(element)) if (ancestor.getAttribute("aria-hidden") === "true") return true;
  return false;
}

interface RoleSource {
  readonly names: NameReader;
  withRole(role: string): Element[];
}

function isInside(root: SearchRoot, element: Element): boolean {
  for (let at: Node | null = element.parentNode; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at === root) return true;
  return false;
}

/** True without computing the name: plain words that are not in the name asked for would have to be in it. */
function cannotBeNamed(element: Element, role: string, name: string): boolean {
  if (element.firstElementChild || !namedFromContent.has(role) || element.shadowRoot) return false;
  if (element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.localName === "input")
    return false;
  const words = element.textContent?.trim();
  return words ? !name.includes(squash(words)) : false;
}

export function queryRole(root: SearchRoot, body: string, source: RoleSource, enough: number): Set<Element> {
  const { role, tests } = parse(body);
  const withHidden = tests.some((test) => test.name === "include-hidden" && test.test("true"));
  const rest = tests.filter((test) => test.name !== "include-hidden");
  const exact = rest.find((test) => test.exact !== undefined)?.exact;
  const found = new Set<Element>();
  for (const element of source.withRole(role)) {
    if (found.size >= enough) break;
    if (root !== document && !isInside(root, element)) continue;
    if (exact !== undefined && cannotBeNamed(element, role, exact)) continue;
    const passes = rest.every(({ name, test }) => {
      if (name === "name") return test(source.names.nameOf(element));
      const state = stateOf(element, role);
      return test(state[name as keyof typeof state]?.toString());
    });
    if (passes && (withHidden || !isHiddenFromReaders(element))) found.add(element);
  }
  return found;
}
