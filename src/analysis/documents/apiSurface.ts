import { parsedDocument, type ParsedElement, wordsOf } from "./parsedDocument.ts";

export interface ApiSurface {
  endpoints: { method: string; path: string; summary?: string }[];
  /** Declarations of functions, classes and types as the page writes them. */
  signatures: { name: string; kind: string; signature: string; section?: string; summary?: string }[];
  /** Options, fields and arguments in tables and lists of terms. */
  parameters: { name: string; type?: string; default?: string; description?: string; section?: string }[];
  commands: string[];
  imports: string[];
  /** Addresses of machine-readable descriptions. */
  specifications: string[];
}

const MAX = 300;
/** Words of two of them do not belong together. */
const BLOCKS = "p, li, pre, code, dt, dd, td, h1, h2, h3, h4, h5, h6, summary";
const endpoint = /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+((?:https?:\/\/[\w.-]+)?\/[\w\-./{}:$<>[\]~%]*)/g;

const declarations: [kind: string, expression: RegExp][] = [
  ["function", /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s+([\w$]+)\s*(?:<[^>]*>)?\([^)]*\)[^{;\n]*/gm],
  ["class", /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?class\s+([\w$]+)[^{:\n]*/gm],
  ["type", /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|enum)\s+([\w$]+)[^{\n]*/gm],
  ["type", /^\s*(?:export\s+)?(?:declare\s+)?type\s+([\w$]+)[^=\n]*=/gm],
  ["constant", /^\s*export\s+(?:declare\s+)?(?:const|let|var)\s+([\w$]+)[^=;\n]*/gm],
  ["function", /^\s*(?:async\s+)?def\s+(\w+)\s*\([^)]*\)[^:\n]*/gm],
  ["function", /^\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)[^{;]*/gm],
  ["type", /^\s*pub\s+(?:struct|enum|trait)\s+(\w+)[^{;\n]*/gm],
  ["function", /^\s*func\s+(?:\([^)]*\)\s*)?(\w+)\s*\([^)]*\)[^{\n]*/gm],
];
const imported = /^\s*(?:import\s.+|from\s+\S+\s+import\s.+|(?:const|let|var)\s.+=\s*require\(.+\);?|use\s+[\w:{}, ]+;|#include\s.+)$/gm;
/** After a prompt whatever stands there, else by the names of the usual programs. */
const command = /^\s*(?:\$\s+(\S.*)|[>%]?\s*((?:npm|npx|pnpm|yarn|bun|pip3?|pipx|uv|cargo|go|brew|apt(?:-get)?|docker|curl|gem|composer|dotnet)\s+\S.*))$/gm;
/** A heading or a term that is a call: `fs.readFile(path[, options], callback)`. */
const callable = /^(?:(?:static|async|new|const|method|function|class|property)\s+)?([\w$]+(?:(?:\.|::|#)[\w$]+)*)\s*\(([^)]*)\)(?:\s*(?:→|->|:|=>)\s*\S.*)?$/i;

/** What a page of documentation says that programs can call: endpoints, declarations, options, commands. */
export function apiSurface({ html, url }: { html: string; url: string }): ApiSurface {
  const { body, documentElement } = parsedDocument(html, url);
  const root = body ?? documentElement;
  for (const each of root.querySelectorAll("script, style, noscript, template, nav, footer")) each.remove();
  const found: ApiSurface = { endpoints: [], signatures: [], parameters: [], commands: [], imports: [], specifications: [] };
  for (const block of root.querySelectorAll(BLOCKS)) for (const [, method = "", path = ""] of (block.textContent ?? "").matchAll(endpoint)) found.endpoints.push({ method, path: path.replace(/[.,:;]$/, "") });
  walk(root, found);
  for (const link of root.querySelectorAll("a[href]")) {
    const href = link.getAttribute("href") ?? "";
    if (/(?:openapi|swagger)[\w.-]*(?:\.json|\.ya?ml)?$|\.(?:graphql|proto|wsdl|raml)$/i.test(href) && URL.canParse(href, url)) found.specifications.push(new URL(href, url).href);
  }
  return {
    endpoints: once(found.endpoints, ({ method, path }) => `${method} ${path}`),
    signatures: once(found.signatures, ({ signature }) => signature),
    parameters: once(found.parameters, ({ section, name }) => `${section} ${name}`),
    commands: once(found.commands, String),
    imports: once(found.imports, String),
    specifications: once(found.specifications, String),
  };
}

function walk(root: ParsedElement, found: ApiSurface): void {
  let section = "";
  for (const element of root.querySelectorAll("h1, h2, h3, h4, h5, h6, dt, pre, table")) {
    if (/^h\d$/.test(element.localName)) section = words(element);
    if (element.localName === "pre") addCode(element.textContent ?? "", section, found);
    else if (element.localName === "table") addTable(element, section, found);
    else if (element.localName !== "dt" || !addTerm(element, section, found)) addCallable(element, section, found);
  }
}

/** Without the sign that leads to the heading itself. */
const words = (element: ParsedElement): string => wordsOf(element).replace(/\s*[#¶§🔗]+$/u, "").trim();

function addCallable(element: ParsedElement, section: string, { signatures }: ApiSurface): void {
  const signature = words(element);
  const [, name] = callable.exec(signature.replace(/^\[?source\]?\s*|\[source\]$/g, "")) ?? [];
  if (name === undefined || signature.length > 300) return;
  const summary = wordsOf(element.nextElementSibling).slice(0, 200);
  signatures.push({ name, kind: /^class\b/.test(signature) ? "class" : "function", signature, ...(section && section !== signature && { section }), ...(summary && { summary }) });
}

/** An option of a command: `-s, --strong`, `--length <n>`. */
function addTerm(term: ParsedElement, section: string, { parameters }: ApiSurface): boolean {
  const name = words(term);
  if (!/^--?[a-z]/i.test(name) || name.length > 120) return false;
  const { nextElementSibling: next } = term;
  const description = next?.localName === "dd" ? wordsOf(next).slice(0, 300) : "";
  parameters.push({ name, ...(description && { description }), ...(section && { section }) });
  return true;
}

function addCode(code: string, section: string, { signatures, imports, commands }: ApiSurface): void {
  for (const [kind, expression] of declarations)
    for (const match of code.matchAll(expression)) signatures.push({ name: match[1]!, kind, signature: match[0].replaceAll(/\s+/g, " ").trim().slice(0, 300), ...(section && { section }) });
  imports.push(...[...code.matchAll(imported)].map(([line]) => line.trim()));
  commands.push(...[...code.matchAll(command)].map(([, prompted, named]) => (prompted ?? named ?? "").trim()));
}

const columns: Record<"name" | "type" | "default" | "description", RegExp> = {
  name: /^(?:name|option|parameter|param|argument|arg|field|property|prop|flag|key|attribute|setting|header|variable)s?\b/i,
  type: /^(?:type|format|value)s?\b/i,
  default: /^default/i,
  description: /^(?:description|meaning|details|notes?|what|purpose|explanation)\b/i,
};

const methodColumn = /^(?:http\s+)?(?:method|verb)\b/i;
const pathColumn = /^(?:path|endpoint|url|uri|route|resource)\b/i;

function addTable(table: ParsedElement, section: string, { parameters, endpoints }: ApiSurface): void {
  const [head, ...rows] = [...table.querySelectorAll("tr")].map((row) => [...row.children].map(wordsOf));
  const at = (expression: RegExp) => head?.findIndex((title) => expression.test(title)) ?? -1;
  const [method, path, summary] = [at(methodColumn), at(pathColumn), at(columns.description)];
  if (method >= 0 && path >= 0) {
    for (const row of rows) if (row[method] && row[path]) endpoints.push({ method: row[method].toUpperCase(), path: row[path], ...(row[summary] && { summary: row[summary].slice(0, 300) }) });
    return;
  }
  const name = at(columns.name);
  if (name < 0) return;
  const places = { type: at(columns.type), default: at(columns.default), description: at(columns.description) };
  for (const row of rows) {
    if (!row[name]) continue;
    const told = Object.fromEntries(Object.entries(places).flatMap(([what, index]) => (index >= 0 && row[index] ? [[what, row[index].slice(0, 300)]] : [])));
    parameters.push({ name: row[name], ...told, ...(section && { section }) });
  }
}

function once<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()].slice(0, MAX);
}
