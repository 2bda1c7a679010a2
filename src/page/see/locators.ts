/** Selectors for an element, each tried on the live page: only one that resolves to exactly that element is handed out. */
import * as dom from "../dom.ts";
import { matchAll, matchSet, type QueryCache } from "../selector/index.ts";
import type { Locator, LocatorComponent, SelectorHint } from "./api.ts";
import { cssPath, isStableId } from "./cssPath.ts";
import { roleOf, widgetRoles } from "./role.ts";
import { hasVisibleBox } from "./visible.ts";

const NAME_LIMIT = 80;
/** Roles that are not ARIA's, and those whose name is all of their content: too long and too changeable to point with. */
const contentRoles = new Set([
  "summary",
  "iframe",
  "row",
  "cell",
  "gridcell",
  "columnheader",
  "rowheader",
  "generic",
  "none",
  "document",
]);

function isProven(selector: string, element: Element, cache: QueryCache): boolean {
  const found = matchSet(selector, document, cache, 2);
  return found.size === 1 && found.has(element);
}

export function attributeSelector([attribute, value]: readonly [string, string]): string {
  return `[${attribute}=${JSON.stringify(value)}]`;
}

/** `role=button[name="Save"]`, when that is how the element can be told from all others. */
function roleSelector(element: Element, cache: QueryCache): string | undefined {
  const role = roleOf(element);
  const name = cache.names.nameOf(element);
  if (!name || name.length > NAME_LIMIT || contentRoles.has(role)) return undefined;
  return `role=${role}[name=${JSON.stringify(name)}]`;
}

function textSelector(element: Element): string | undefined {
  const text = (dom.textContent(element) ?? "").replace(/\s+/g, " ").trim();
  if (!text || text.length > NAME_LIMIT || !(widgetRoles.has(roleOf(element)) || roleOf(element) === "heading")) return undefined;
  return `${dom.localName(element)}:text-is(${JSON.stringify(text)})`;
}

const isAnchored = (path: string): boolean =>
  path.startsWith("#") || /^(main|nav|header|footer|form|table|aside|dialog)\b/.test(path);
const isPositional = (path: string): boolean => /:nth-of-type/.test(path);

/** The ancestors' part of a path is dropped as long as what is left still points at one element. */
function provenPath(element: Element, cache: QueryCache): string {
  const path = cssPath(element);
  const semantic = path.replace(
    /^(?:(?:div|span|body|section)(?::nth-of-type\(\d+\))? > )+(?=(?:main|nav|header|footer|form|table|aside|dialog)\b)/,
    "",
  );
  return semantic !== path && isProven(semantic, element, cache) ? semantic : path;
}

export function selectorHint(element: Element, test: readonly [string, string] | undefined, cache: QueryCache): SelectorHint {
  if (test) {
    const bare = attributeSelector(test);
    const twins = matchAll(bare, document, cache);
    if (twins.length === 1) return { selectorHint: bare, selectorTier: 1, stability: "high" };
    const visible = twins.filter(hasVisibleBox);
    if (visible.length === 1 && visible[0] === element)
      return { selectorHint: `${bare}:visible`, selectorTier: 1, stability: "high" };
    const byRole = roleHint(element, cache);
    if (byRole) return byRole;
    return { selectorHint: `:nth-match(${bare}, ${twins.indexOf(element) + 1})`, selectorTier: 1, stability: "low" };
  }
  const byRole = roleHint(element, cache);
  if (byRole) return byRole;
  // Twins in role and name are twins in text.
  const text = roleSelector(element, cache) ? undefined : textSelector(element);
  if (text && isProven(text, element, cache)) return { selectorHint: text, selectorTier: 3, stability: "medium" };
  const ownId = dom.getAttribute(element, "id");
  if (ownId && isStableId(ownId)) {
    const id = `#${CSS.escape(ownId)}`;
    if (isProven(id, element, cache)) return { selectorHint: id, selectorTier: 4, stability: "medium" };
  }
  const path = provenPath(element, cache);
  if (isAnchored(path) && !isPositional(path) && isProven(path, element, cache))
    return { selectorHint: path, selectorTier: 4, stability: "medium" };
  return { selectorHint: path, selectorTier: 5, stability: "low" };
}

function roleHint(element: Element, cache: QueryCache): SelectorHint | undefined {
  const selector = roleSelector(element, cache);
  return selector && isProven(selector, element, cache)
    ? { selectorHint: selector, selectorTier: 2, stability: "medium" }
    : undefined;
}

const literal = (text: string): string => `'${text.replace(/[\\']/g, "\\$&").replace(/\n/g, "\\n")}'`;

/** A Playwright expression to paste into a spec, proven like the hints. */
export function playwrightLocator(element: Element, test: readonly [string, string] | undefined, cache: QueryCache): Locator {
  const role = roleOf(element);
  const name = cache.names.nameOf(element);
  const components: LocatorComponent[] = [];
  if (test) components.push({ kind: "testid", value: test[1], attribute: test[0] });
  if (role !== "generic" && role !== "none") components.push({ kind: "role", value: role, ...(name && { name }) });
  if (name) components.push({ kind: "text", value: name });

  if (test && isProven(attributeSelector(test), element, cache)) {
    const playwright =
      test[0] === "data-testid" ? `page.getByTestId(${literal(test[1])})` : `page.locator(${literal(attributeSelector(test))})`;
    return { playwright, stability: "high", components };
  }
  const byRole = playwrightRole(element, role, name, cache);
  if (byRole) return { playwright: byRole, stability: "high", components };
  const path = provenPath(element, cache);
  components.push({ kind: "css", value: path });
  const stability = isAnchored(path) || /\[data-/.test(path) ? "medium" : "low";
  return { playwright: `page.locator(${literal(path)})`, stability, components };
}

/** Playwright knows no role for these, nor for what is inside a drawing unless its author gave one. */
const notInPlaywright = new Set(["summary", "iframe", "audio", "video", "generic", "none", "form", "suggestion"]);
const isUnmarkedDrawing = (element: Element): boolean =>
  element instanceof SVGElement && element.localName !== "svg" && !element.hasAttribute("role");

function playwrightRole(element: Element, role: string, name: string, cache: QueryCache): string | undefined {
  if (!name || name.length > NAME_LIMIT || notInPlaywright.has(role) || isUnmarkedDrawing(element)) return undefined;
  // `name` alone matches any part of a name in any case, so a twin with a longer name needs `exact`.
  if (isProven(`role=${role}[name*=${JSON.stringify(name)} i]`, element, cache))
    return `page.getByRole('${role}', { name: ${literal(name)} })`;
  if (isProven(`role=${role}[name=${JSON.stringify(name)}]`, element, cache))
    return `page.getByRole('${role}', { name: ${literal(name)}, exact: true })`;
  return undefined;
}
