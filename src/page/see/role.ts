/** Roles as HTML-AAM and WAI-ARIA give them. Elements without a role of their own are "generic". */
import * as dom from "../dom.ts";
import { composedParent, elementsByIds } from "./composed.ts";

const ariaRoles = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid " +
    "gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar " +
    "menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio " +
    "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong " +
    "subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem"
  ).split(" "),
);

const synonyms: Record<string, string> = { image: "img", presentation: "none", directory: "list" };

/** A role by the word that Drover uses for it. */
export const canonicalRole = (role: string): string => synonyms[role] ?? role;

const globalAria = [
  "aria-atomic",
  "aria-busy",
  "aria-controls",
  "aria-current",
  "aria-describedby",
  "aria-details",
  "aria-dropeffect",
  "aria-flowto",
  "aria-grabbed",
  "aria-keyshortcuts",
  "aria-label",
  "aria-labelledby",
  "aria-live",
  "aria-owns",
  "aria-relevant",
  "aria-roledescription",
];

const byTag: Record<string, string> = {
  address: "group",
  article: "article",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dir: "list",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  form: "form",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hgroup: "group",
  hr: "separator",
  html: "document",
  ins: "insertion",
  main: "main",
  mark: "mark",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  s: "deletion",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  tbody: "rowgroup",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  ul: "list",
};

const byInputType: Record<string, string> = {
  button: "button",
  checkbox: "checkbox",
  file: "button",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

const hasList = new Set(["", "email", "search", "tel", "text", "url"]);
const sectioning = "article, aside, nav, section, [role=article], [role=complementary], [role=navigation], [role=region]";
const sectioningOrMain = `${sectioning}, main, [role=main]`;
const listContainers = new Set(["ul", "ol", "menu"]);

const holdsWords = (element: Element): boolean =>
  Boolean(dom.textContent(element)?.trim()) || ["aria-label", "alt", "title", "value"].some((name) => dom.getAttribute(element, name)?.trim());

/** Named by ARIA, as far as that shows without computing the name: an empty label or one that points nowhere is none. */
function hasAriaName(element: Element): boolean {
  if (dom.getAttribute(element, "aria-label")?.trim()) return true;
  return elementsByIds(element, dom.getAttribute(element, "aria-labelledby")).some(holdsWords);
}

const hasAccessibleName = (element: Element): boolean => hasAriaName(element) || Boolean(dom.getAttribute(element, "title")?.trim());

const isScopedBy = (element: Element, scopes: string): boolean => dom.closestAround(element, scopes) !== null;

const XLINK = "http://www.w3.org/1999/xlink";
const isSvg = (element: Element): boolean => element instanceof SVGElement;
const isPlainWrapper = (element: Element): boolean => dom.localName(element) === "div" && !dom.hasAttribute(element, "role");

/** ARIA has no word for it; it opens and closes its <details>. */
function isSummaryOfDetails(element: Element): boolean {
  const details = dom.parentElement(element);
  return details !== null && dom.localName(details) === "details" && dom.querySelector(details, ":scope > summary") === element;
}

/** The role HTML gives an element that has no `role` attribute. */
function implicitRole(element: Element): string {
  const tag = dom.localName(element);
  const fixed = byTag[tag];
  if (fixed) return fixed;
  switch (tag) {
    case "a":
    case "area":
      return dom.hasAttribute(element, "href") || dom.hasAttributeNS(element, XLINK, "href") ? "link" : "generic";
    case "aside":
      return !isScopedBy(element, sectioning) || hasAccessibleName(element) ? "complementary" : "generic";
    case "footer":
      return isScopedBy(element, sectioningOrMain) ? "generic" : "contentinfo";
    case "header":
      return isScopedBy(element, sectioningOrMain) ? "generic" : "banner";
    case "g":
      return isSvg(element) && (hasAccessibleName(element) || dom.querySelector(element, ":scope > title")) ? "group" : "generic";
    case "image":
      return isSvg(element) ? "img" : "generic";
    case "iframe":
    case "frame":
      return "iframe";
    case "object":
      return (element as HTMLObjectElement).contentWindow ? "iframe" : "generic";
    case "audio":
    case "video":
      return dom.hasAttribute(element, "controls") ? tag : "generic";
    case "img":
      return dom.getAttribute(element, "alt") === "" && !hasAriaName(element) && !isFocusable(element) ? "none" : "img";
    case "input":
      return inputRole(element as HTMLInputElement);
    case "li": {
      let parent = composedParent(element);
      while (parent && isPlainWrapper(parent)) parent = composedParent(parent);
      return parent && (listContainers.has(dom.localName(parent)) || roleOf(parent) === "list") ? "listitem" : "generic";
    }
    case "section":
      return hasAccessibleName(element) ? "region" : "generic";
    case "select": {
      const select = element as HTMLSelectElement;
      return select.multiple || select.size > 1 ? "listbox" : "combobox";
    }
    case "summary":
      return isSummaryOfDetails(element) ? "summary" : "generic";
    case "svg":
      return "img";
    case "td":
      return tableCellRole(element, "cell", "gridcell");
    case "th":
      return headerCellRole(element as HTMLTableCellElement);
    case "tr":
      return tableOf(element) ? "row" : "generic";
    default:
      return "generic";
  }
}

function inputRole(input: HTMLInputElement): string {
  const type = input.type;
  if (type === "hidden") return "none";
  if (hasList.has(type) && input.list) return "combobox";
  return byInputType[type] ?? "textbox";
}

function tableOf(element: Element): Element | null {
  const table = dom.closest(element, "table");
  return table && roleOf(table) !== "none" ? table : null;
}

function tableCellRole(element: Element, inTable: string, inGrid: string): string {
  const table = tableOf(element);
  if (!table) return "generic";
  const role = dom.getAttribute(table, "role");
  return role === "grid" || role === "treegrid" ? inGrid : inTable;
}

function headerCellRole(header: HTMLTableCellElement): string {
  const table = tableOf(header);
  if (!table) return "generic";
  if (header.scope === "row" || header.scope === "rowgroup") return "rowheader";
  if (header.scope === "col" || header.scope === "colgroup") return "columnheader";
  const row = dom.parentElement(header);
  if (!row) return "columnheader";
  const rows = dom.parentElement(row);
  const inHead = rows !== null && dom.localName(rows) === "thead";
  const inRow = dom.querySelector(row, ":scope > td");
  return !inHead && inRow ? "rowheader" : "columnheader";
}

export function isNativelyFocusable(element: Element): boolean {
  switch (dom.localName(element)) {
    case "button":
    case "select":
    case "textarea":
    case "summary":
    case "details":
      return true;
    case "a":
    case "area":
      return dom.hasAttribute(element, "href");
    case "input":
      return (element as HTMLInputElement).type !== "hidden";
    case "audio":
    case "video":
      return dom.hasAttribute(element, "controls");
    default:
      return false;
  }
}

function isFocusable(element: Element): boolean {
  return dom.hasAttribute(element, "tabindex") || (isNativelyFocusable(element) && !(element as HTMLButtonElement).disabled);
}

const isExposedAnyway = (element: Element) =>
  isFocusable(element) || globalAria.some((attribute) => dom.hasAttribute(element, attribute));

/** What a presentational list or table takes away from the elements it needs as children. */
const requiredOwners: Record<string, string[]> = {
  li: ["ul", "ol", "menu"],
  tr: ["table"],
  td: ["table"],
  th: ["table"],
  tbody: ["table"],
  thead: ["table"],
  tfoot: ["table"],
};

function inheritsPresentation(element: Element): boolean {
  const owners = requiredOwners[dom.localName(element)];
  if (!owners) return false;
  const owner = dom.closest(element, owners.join(","));
  const role = owner && dom.getAttribute(owner, "role")?.trim();
  return (role === "none" || role === "presentation") && owner !== null && !isExposedAnyway(owner);
}

/** An element's role: the first valid token of `role`, else what HTML says. */
export function roleOf(element: Element): string {
  const attribute = dom.getAttribute(element, "role");
  if (attribute) {
    for (const token of attribute.toLowerCase().split(/\s+/)) {
      if (!ariaRoles.has(token)) continue;
      const role = canonicalRole(token);
      if ((role === "region" || role === "form") && !hasAccessibleName(element)) continue;
      if (role !== "none" || !isExposedAnyway(element)) return role;
      break;
    }
  }
  const implicit = implicitRole(element);
  return implicit !== "generic" && inheritsPresentation(element) ? "none" : implicit;
}

const inputsOf = (role: string): string =>
  Object.keys(byInputType)
    .filter((type) => byInputType[type] === role)
    .map((type) => `input[type=${type} i]`)
    .join(", ");

const moreTags: Record<string, string> = {
  banner: "header",
  button: inputsOf("button"),
  cell: "td",
  checkbox: inputsOf("checkbox"),
  columnheader: "th",
  combobox: "select, input",
  complementary: "aside",
  contentinfo: "footer",
  gridcell: "td",
  group: "g",
  iframe: "iframe, frame, object",
  img: "img, svg, image",
  link: "a, area",
  listbox: "select",
  listitem: "li",
  radio: inputsOf("radio"),
  region: "section",
  row: "tr",
  rowheader: "th",
  searchbox: "input",
  slider: inputsOf("slider"),
  spinbutton: inputsOf("spinbutton"),
  summary: "summary",
  textbox: "input",
};

/** CSS for every element that may have a role: asking those is quicker than asking all. */
export function mayHaveRole(role: string): string {
  if (role === "generic" || role === "none") return "*";
  const tags = Object.keys(byTag).filter((tag) => byTag[tag] === role);
  return ["[role]", ...tags, ...(moreTags[role] ? [moreTags[role]] : [])].join(", ");
}

/** Widgets: what people operate. */
export const widgetRoles = new Set(
  (
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider " +
    "spinbutton summary switch tab textbox treeitem scrollbar"
  ).split(" "),
);

/** Roles whose name may come from what is inside them. */
export const namedFromContent = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row " +
    "rowheader summary switch tab term tooltip treeitem"
  ).split(" "),
);

/** Wrappers that enclose a control and are never the control itself. */
export const containerRoles = new Set(
  (
    "generic none group region toolbar navigation main form banner contentinfo complementary search document application " +
    "rowgroup table grid treegrid tablist tabpanel radiogroup menubar menu tree dialog alertdialog figure feed"
  ).split(" "),
);
