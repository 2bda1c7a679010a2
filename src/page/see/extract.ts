/** Data out of a page by a schema. What the page does not say is reported as missed, never invented. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { matchAll } from "../selector/index.ts";
import type { ExtractMiss, ExtractSchema, ExtractSource, SeeApi } from "./api.ts";
import { coerce, type LeafType } from "./coerce.ts";
import { composedChildren, documentRoot, isElement } from "./composed.ts";
import { DEFAULT_TEST_ATTRIBUTES, RefMint, resolveAll, testAttributeOf } from "./elements.ts";
import { NameReader, squash } from "./name.ts";
import { parseQuery, score } from "./rank.ts";
import { roleOf } from "./role.ts";

const SOURCE = "x-drover-source";
const MAX_ITEMS = 5000;
const leafTypes = new Set(["string", "number", "integer", "boolean"]);

const sourceOf = (schema: ExtractSchema): ExtractSource => schema[SOURCE] ?? {};
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A value with whether it was found: a default is a value that was not. */
interface Outcome {
  value: unknown;
  missed: boolean;
}

class Extraction {
  readonly misses: ExtractMiss[] = [];
  readonly selectors = new Set<string>();
  readonly elements = new Set<Element>();
  readonly #names: NameReader;
  readonly #testAttributes: readonly string[];

  constructor(names: NameReader, testAttributes: readonly string[]) {
    this.#names = names;
    this.#testAttributes = testAttributes;
  }

  value(schema: ExtractSchema, scope: Element, path: string, property: string, required: boolean): Outcome {
    const type = schema.type ?? (schema.properties ? "object" : schema.items ? "array" : "string");
    if (type === "object") return this.#object(schema, scope, path, required);
    if (type === "array") return this.#array(schema, scope, path, required);
    if (!leafTypes.has(type))
      return this.#miss(schema, path, `type "${type}" is not one of object, array, string, number, integer, boolean`, required);
    return this.#leaf(schema, type as LeafType, scope, path, property, required);
  }

  #object(schema: ExtractSchema, scope: Element, path: string, required: boolean): Outcome {
    const { selector } = sourceOf(schema);
    const inner = selector === undefined ? scope : this.#select(selector, scope)[0];
    if (!inner) return this.#miss(schema, path, `nothing matches ${selector}`, required);
    const value: Record<string, unknown> = {};
    const listed = Array.isArray(schema.required) ? schema.required : [];
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const needed = property.required === true || listed.includes(name);
      value[name] = this.value(property, inner, path ? `${path}.${name}` : name, name, needed).value;
    }
    return { value, missed: false };
  }

  #array(schema: ExtractSchema, scope: Element, path: string, required: boolean): Outcome {
    const { collection } = sourceOf(schema);
    if (!collection) return this.#miss(schema, path, `an array needs "${SOURCE}": {"collection": "<selector>"}`, required);
    if (!schema.items) return this.#miss(schema, path, "an array needs items", required);
    const containers = this.#collection(collection, scope);
    if (containers.length === 0) return this.#miss(schema, path, `nothing matches the collection ${collection}`, required);
    const items = schema.items;
    const value = containers
      .slice(0, MAX_ITEMS)
      .map((container, index) => this.value(items, container, `${path}[${index}]`, "", items.required === true).value);
    return { value, missed: false };
  }

  #leaf(schema: ExtractSchema, type: LeafType, scope: Element, path: string, property: string, required: boolean): Outcome {
    const source = sourceOf(schema);
    if (source.query !== undefined)
      this.misses.push({
        path,
        reason: `"query" is retired: use "selector" (looked for "${source.query}" all the same)`,
        required: false,
      });
    const element = this.#elementFor(source, scope, property);
    if (!element)
      return this.#miss(
        schema,
        path,
        source.selector === undefined
          ? `no element is named or marked "${source.query ?? property}"`
          : `nothing matches ${source.selector}`,
        required,
      );
    const raw = read(element, source, type);
    if (raw === undefined || raw === null)
      return this.#miss(
        schema,
        path,
        `the element has no ${source.attr ? `attribute "${source.attr}"` : `property "${source.prop ?? "value"}"`}`,
        required,
      );
    const value = coerce(raw, type);
    if (value === undefined)
      return this.#miss(schema, path, `${JSON.stringify(String(raw).slice(0, 80))} is not a ${type}`, required);
    this.elements.add(element);
    return { value, missed: false };
  }

  #elementFor(source: ExtractSource, scope: Element, property: string): Element | undefined {
    if (source.selector !== undefined) return this.#select(source.selector, scope)[0];
    if (source.query !== undefined) return this.#byWords(source.query, scope);
    // In a list of plain values, or with an attribute asked for, the container itself is meant.
    if (!property || source.attr !== undefined || source.prop !== undefined || source.text || source.value) return scope;
    return this.#byName(property, scope);
  }

  #select(selector: string, scope: Element): Element[] {
    this.selectors.add(selector);
    return selector === ":scope" ? [scope] : matchAll(selector, scope);
  }

  #collection(collection: string, scope: Element): Element[] {
    this.selectors.add(collection);
    try {
      const found = matchAll(collection, scope);
      if (found.length) return found;
    } catch (thrown) {
      if (!(thrown instanceof PageRefusal)) throw thrown;
    }
    const wanted = letters(collection);
    const singular = wanted.replace(/s$/, "");
    const all = [...descendantsOf(scope)];
    const marked = all.filter((element) => letters(testAttributeOf(element, this.#testAttributes)?.[1] ?? "").includes(singular));
    return marked.length ? outermost(marked) : all.filter((element) => roleOf(element) === singular);
  }

  /** Marked with the name exactly, then partly; then named so; a term stands for its definition. */
  #byName(property: string, scope: Element): Element | undefined {
    const wanted = letters(property);
    const marks = (element: Element) =>
      [testAttributeOf(element, this.#testAttributes)?.[1], dom.getAttribute(element, "itemprop")].map((mark) => letters(mark ?? ""));
    let partly: Element | undefined;
    let named: Element | undefined;
    for (const element of descendantsOf(scope)) {
      const own = marks(element);
      if (own.includes(wanted)) return element;
      if (!partly && own.some((mark) => mark.includes(wanted))) partly = element;
      if (!named && letters(this.#names.nameOf(element)).includes(wanted)) named = element;
    }
    return partly ?? (named && valueBeside(named));
  }

  #byWords(query: string, scope: Element): Element | undefined {
    const parsed = parseQuery(query);
    let best: Element | undefined;
    let most = 0;
    for (const element of descendantsOf(scope)) {
      const test = testAttributeOf(element, this.#testAttributes)?.[1] ?? "";
      const points = score(parsed, {
        role: roleOf(element),
        name: this.#names.nameOf(element),
        test,
        text: "",
        extra: "",
        around: "",
        interactive: false,
        on: false,
      });
      if (points > most) [best, most] = [element, points];
    }
    return best;
  }

  #miss(schema: ExtractSchema, path: string, reason: string, required: boolean): Outcome {
    this.misses.push({ path: path || "(root)", reason, required });
    return { value: schema.default ?? null, missed: true };
  }
}

function* descendantsOf(element: Element): Generator<Element> {
  for (const child of composedChildren(element)) {
    if (!isElement(child)) continue;
    yield child;
    yield* descendantsOf(child);
  }
}

const outermost = (elements: Element[]): Element[] =>
  elements.filter((element) => !elements.some((other) => other !== element && dom.contains(other, element)));

function valueBeside(element: Element): Element {
  const next = dom.nextElementSibling(element);
  const pair = `${dom.localName(element)} ${next ? dom.localName(next) : ""}`;
  return next && (pair === "dt dd" || pair === "th td") ? next : element;
}

function read(element: Element, source: ExtractSource, type: LeafType): unknown {
  if (source.attr !== undefined) return dom.getAttribute(element, source.attr);
  const prop = source.prop ?? (source.value ? "value" : undefined);
  const secret = element instanceof HTMLInputElement && element.type === "password";
  if (prop !== undefined) {
    if (secret && prop === "value") return undefined;
    const value = (element as unknown as Record<string, unknown>)[prop];
    return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  }
  if (element instanceof HTMLInputElement)
    return secret
      ? undefined
      : type === "boolean" && (element.type === "checkbox" || element.type === "radio")
        ? element.checked
        : element.value;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value;
  return squash(dom.innerText((element as HTMLElement)) ?? dom.textContent(element) ?? "");
}

interface Extracted {
  scopeFound: boolean;
  data: unknown;
  misses: ExtractMiss[];
  selectorsUsed: string[];
}

function extracted(schema: ExtractSchema, scope: Element | undefined, extraction: Extraction): Extracted {
  if (!scope) return { scopeFound: false, data: null, misses: [], selectorsUsed: [] };
  const { value } = extraction.value(schema, scope, "", "", schema.required === true);
  return { scopeFound: true, data: value, misses: extraction.misses, selectorsUsed: [...extraction.selectors] };
}

export const extract: SeeApi["extract"] = (arg) => {
  const names = new NameReader();
  const testAttributes = arg.testAttributes ?? DEFAULT_TEST_ATTRIBUTES;
  const mint = new RefMint(arg.nextRef, names, testAttributes);
  const extraction = new Extraction(names, testAttributes);
  const part = extracted(arg.schema, arg.target ? resolveAll(arg.target)[0] : documentRoot(), extraction);
  return { ...part, refsUsed: [...extraction.elements].slice(0, 200).map((element) => mint.refOf(element)), nextRef: mint.next, minted: mint.minted };
};

export const extractFrom: SeeApi["extractFrom"] = ({ html, schema, scope, testAttributes = DEFAULT_TEST_ATTRIBUTES }) => {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const unseen of dom.querySelectorAll(parsed, "script, style, noscript, template")) dom.remove(unseen);
  const all = dom.documentElement(parsed);
  const root = scope === undefined ? all : matchAll(scope, all)[0];
  return extracted(schema, root, new Extraction(new NameReader(), testAttributes));
};
