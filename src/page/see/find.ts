/** Ranks the elements of a page by a description in words. */
import * as dom from "../dom.ts";
import { QueryCache } from "../selector/index.ts";
import type { Box } from "../api.ts";
import type { FindArg, FindCandidate, FoundCandidate, SeeApi } from "./api.ts";
import { besideText, cellsOf, columnsOf, contextOf, indexOfColumn, RowNumbers, rowTextAround } from "./context.ts";
import { coveredBy, elementAt, nameCover } from "./covered.ts";
import { NearWords } from "./drawing.ts";
import { DEFAULT_TEST_ATTRIBUTES, RefMint, resolveTarget } from "./elements.ts";
import { selectorHint } from "./locators.ts";
import { NameReader, squash } from "./name.ts";
import { paintedSize } from "./paintedSize.ts";
import { feedbackBoost, order, parseQuery, score, Spelling, wordsOf, type CandidateFacts, type Place, type Query } from "./rank.ts";
import { containerRoles, namedFromContent, roleOf } from "./role.ts";
import { Silence } from "./silence.ts";
import { SplitWords } from "./splitWords.ts";
import { isDisabled, stateOf } from "./state.ts";
import { tellingMark } from "./tellingMark.ts";
import { valueOf } from "./value.ts";
import { BoxReader, isRendered } from "./visible.ts";
import { isTextRun, walk, type PageNode } from "./walk.ts";

interface Candidate {
  element: Element;
  role: string;
  test: [string, string] | undefined;
  interactive: boolean;
  inert: boolean;
  facts: CandidateFacts;
  score: number;
}

/** Only the best of the first sort are looked at closely: exact names, rows, boxes, what covers them. */
const CLOSE_LOOK = 40;

export const find: SeeApi["find"] = (arg) => {
  const testAttributes = arg.testAttributes ?? DEFAULT_TEST_ATTRIBUTES;
  const names = new NameReader();
  const mint = new RefMint(arg.nextRef, names, testAttributes);
  const root = arg.within ? resolveTarget(arg.within) : undefined;
  const query = parseQuery(arg.query);
  const near = new NearWords();
  const search = (silence?: Silence): { candidates: Candidate[]; best: Candidate[] } => {
    const walked = walk({ root, testAttributes, shadow: arg.shadow !== false, silence });
    const candidates = collect(walked.root, names, root, query, near);
    return { candidates, best: oncePerText(closerLook(firstSort(candidates, query, !silence?.passed), query, arg, names)) };
  };
  const silence = root ? undefined : Silence.for(query);
  const quick = search(silence);
  const { candidates, best } = quick.best.length === 0 && silence?.passed ? search() : quick;
  const boxes = new BoxReader();
  const judged = best.map((candidate) => judge(candidate, query, boxes, names));
  const ordered = order(judged);
  const kept = arg.visibleOnly ? ordered.filter((candidate) => candidate.actionable) : ordered;
  const cache = new QueryCache(names);
  mint.meetPage();
  return {
    candidates: kept.slice(0, arg.maxCandidates).map((candidate) => present(candidate, mint, cache, near)),
    matches: judged.length,
    unsaid: best.some(({ facts }) => facts.place) ? [] : query.words.filter((word) => /\d/.test(word) && !best.some(({ facts }) => Object.values(facts).some((said) => typeof said === "string" && said.toLowerCase().includes(word)))),
    actionable: judged.filter((candidate) => candidate.actionable).length,
    topScore: Math.max(0, ...judged.map((candidate) => candidate.candidate.score)),
    painted: judged.length === 0 ? candidates.filter(({ element, interactive }) => interactive && paintedSize(element)).map(({ element }) => mint.refOf(element)) : [],
    nextRef: mint.next,
    minted: mint.minted,
  };
};

function collect(root: PageNode, names: NameReader, scope: Element | undefined, query: Query, near: NearWords): Candidate[] {
  const found: Candidate[] = [];
  const cells: Candidate[] = [];
  const rows = new RowNumbers();
  const split = new SplitWords(query.words);
  const visit = (node: PageNode) => {
    for (const child of node.children) {
      if (isTextRun(child)) {
        // The words of a node that is a candidate itself are found through it.
        if (child.parts)
          for (const { text, element } of child.parts) found.push(candidate(element, roleOf(element), undefined, false, node.inert, squash(text)));
        else if (child.element !== node.element)
          found.push(candidate(child.element, roleOf(child.element), undefined, false, node.inert, child.text));
        continue;
      }
      if (child.role !== "item" && child.element !== scope) {
        const quick = wholes.has(child.role) ? quickText(child.element) : quickName(child, names);
        const name = isSplitIn(child.element, quick, split) ? exactName(child, names) : quick;
        const each = candidate(child.element, child.role, child.test, child.interactive, child.inert, name);
        if (child.interactive && !name) each.facts.extra += ` ${near.of(child.element) ?? ""}`;
        found.push(each);
        if (child.role === "row" && query.place) cells.push(...placedIn(each, rows, query.place, query));
        if (child.role === "row" && cells.length < MAX_CELLS && says(name, query)) cells.push(...matchingCells(child, query));
      }
      visit(child);
    }
  };
  visit(root);
  return [...found, ...cells];
}

const MAX_CELLS = 400;

const says = (text: string, query: Query): boolean => {
  const low = text.toLowerCase();
  return query.words.some((word) => low.includes(word));
};

const isColumnOf = (column: string, query: Query): boolean => column !== "" && (says(column, query) || query.kinds.some(({ word }) => column.toLowerCase().includes(word)));

/** Cells melt into their row in the walk; those that say something asked for are candidates of their own. */
function matchingCells(row: PageNode, query: Query): Candidate[] {
  const found: Candidate[] = [];
  const rowText = wordsOfCells(row.element);
  const columns = query.words.length > 1 ? columnsOf(row.element) : new Map<Element, string>();
  for (const cell of cellsOf(row.element)) {
    const text = quickText(cell);
    const column = columns.get(cell) ?? "";
    if (!says(text, query) && !isColumnOf(column, query)) continue;
    const each = candidate(cell, roleOf(cell), undefined, false, row.inert, text);
    found.push(column ? { ...each, facts: { ...each.facts, column, around: rowText } } : each);
  }
  return found;
}

/** The row that is meant by its number, or what is in it at the column that is meant. */
function placedIn(row: Candidate, rows: RowNumbers, place: Place, query: Query): Candidate[] {
  if (place.row !== undefined && rows.of(row.element) !== place.row) return [];
  if (place.column === undefined) row.facts = { ...row.facts, place };
  const cells = cellsOf(row.element);
  const columns = columnsOf(row.element);
  const isMeant = (cell: Element): boolean => (place.column === undefined ? isColumnOf(columns.get(cell) ?? "", query) : indexOfColumn(cell, cells) === place.column - 1);
  return cells.filter(isMeant).map((cell) => {
    const each = candidate(cell, roleOf(cell), undefined, false, row.inert, quickText(cell));
    return { ...each, facts: { ...each.facts, column: columns.get(cell) ?? "", place } };
  });
}

/** Rows, items and posts: found by what is in them, whichever part of them says it. */
const wholes = new Set(["row", "article", "listitem"]);

function candidate(
  element: Element,
  role: string,
  test: [string, string] | undefined,
  interactive: boolean,
  inert: boolean,
  name: string,
): Candidate {
  // All that a row says is its name; that it says a word is worth no more than in any other text.
  const inText = wholes.has(role) && !dom.hasAttribute(element, "aria-label");
  const facts: CandidateFacts = {
    role,
    name: inText ? "" : name,
    test: test?.[1] ?? "",
    text: inText ? name : "",
    extra: extraWords(element) + (role === "textbox" ? ` ${quickValue(element)}` : "") + (interactive && !name && !test ? ` ${tellingMark(element)?.[1] ?? ""}` : ""),
    around: "",
    interactive,
    on: false,
  };
  return { element, role, test, interactive, inert, facts, score: 0 };
}

/** The name without styles and hidden parts: close enough to choose whom to look at, and quick. */
function quickName(node: PageNode, names: NameReader): string {
  const { element, role } = node;
  const label = dom.getAttribute(element, "aria-label");
  if (label?.trim()) return label;
  const byContent = namedFromContent.has(role) && dom.localName(element) !== "input" && !dom.hasAttribute(element, "aria-labelledby");
  if (byContent && dom.firstChild(element) && !dom.shadowRoot(element)) return quickText(element) || names.nameOf(element);
  if (node.source !== "dom" && role !== "listitem" && role !== "alert" && role !== "status") return names.nameOf(element);
  return node.children.length && node.children.every(isTextRun) ? quickText(element) : names.nameOf(element);
}

const exactName = ({ element, role }: PageNode, names: NameReader): string => (wholes.has(role) ? names.contentOf(element) : names.nameOf(element));

/** Whether something hidden may stand in the middle of a word that is asked for. */
const isSplitIn = (element: Element, quick: string, split: SplitWords): boolean =>
  dom.firstElementChild(element) !== null && dom.textContent(element).length <= QUICK_LENGTH && split.mayBeIn(quick.toLowerCase(), () => dom.outerHTML(element).toLowerCase());

/** Of what is longer, the beginning is enough. */
const QUICK_LENGTH = 400;
const quickText = (element: Element): string => squash((dom.textContent(element) ?? "").slice(0, QUICK_LENGTH));

/** Cells stand side by side without a space between their words. */
const wordsOfCells = (row: Element): string => cellsOf(row).map(quickText).join(" ");

const readAttributes = ["placeholder", "title", "alt", "value", "aria-description", "aria-placeholder"];
const secretTypes = new Set(["password", "hidden", "checkbox", "radio"]);

const readSelector = [...readAttributes.map((name) => `[${name}]`), "[type=submit]"].join();

function extraWords(element: Element): string {
  if (!dom.matches(element, readSelector)) return "";
  let words = "";
  for (const name of readAttributes) {
    if (name === "value" && secretTypes.has((element as HTMLInputElement).type)) continue;
    const value = dom.getAttribute(element, name);
    if (value) words += ` ${value}`;
  }
  if (dom.getAttribute(element, "type") === "submit") words += " submit";
  return words;
}

const quickValue = (element: Element): string => squash((valueOf(element) ?? "").slice(0, 2000));

/** None where spelling must be forgiven and not all elements are among the candidates. */
function firstSort(candidates: Candidate[], query: Query, areAll: boolean): Candidate[] {
  for (const each of candidates) each.score = score(query, each.facts);
  const matched = candidates.filter((each) => each.score > 0);
  if (matched.length > CLOSE_LOOK && query.words.length > 1) tellTwinsApart(matched, query);
  if (matched.length && !hasUnmatchedWord(matched, query)) return top(matched);
  if (!areAll) return [];
  const spelling = new Spelling();
  for (const each of candidates) each.score = score(query, each.facts, spelling);
  return top(candidates.filter((each) => each.score > 0));
}

/** Every row has its Edit: of too many to look at, what stands beside each says which of them are meant. */
function tellTwinsApart(matched: readonly Candidate[], query: Query): void {
  for (const each of matched) {
    if (!each.interactive || each.facts.around) continue;
    const named = wordsOf(each.facts.name);
    const around = besideText(each.element, (text) => query.words.some((word) => text.includes(word) && !named.includes(word)));
    if (around) each.score = score(query, { ...each.facts, around });
  }
}

/** A word nobody has is perhaps misspelt. */
function hasUnmatchedWord(matched: readonly Candidate[], query: Query): boolean {
  return query.words.some(
    (word) =>
      !matched.some(({ facts }) => `${facts.name} ${facts.text} ${facts.extra} ${facts.test}`.toLowerCase().includes(word)),
  );
}

const top = (candidates: Candidate[]): Candidate[] => {
  if (candidates.length <= CLOSE_LOOK) return candidates;
  const floor = candidates.map((each) => each.score).sort((a, b) => b - a)[CLOSE_LOOK - 1] ?? 0;
  const above = candidates.filter((each) => each.score > floor);
  return candidates.filter(
    (each) => each.score > floor || (each.score === floor && above.length < CLOSE_LOOK && above.push(each)),
  );
};

function closerLook(candidates: Candidate[], query: Query, arg: FindArg, names: NameReader): Candidate[] {
  const spelling = new Spelling();
  for (const each of candidates) {
    const { element, facts } = each;
    const name = facts.text ? "" : names.nameOf(element) || facts.name;
    const state = stateOf(element, each.role);
    each.facts = {
      ...facts,
      name,
      text: facts.text && names.contentOf(element),
      around: `${rowTextAround(element, names) || facts.around || (each.interactive ? besideText(element) : "")} ${landmarkNames(element, names)}`,
      on: state.selected === true || state.pressed === true || state.checked === true,
    };
    const own = score(query, each.facts) || score(query, each.facts, spelling);
    each.score = own + feedbackBoost(arg.query, { test: facts.test, role: each.role, name }, arg.feedback ?? []);
  }
  return candidates.filter((each) => each.score > 0);
}

/** A cell and the words in it are one thing, and so is what was come upon in two ways. */
function oncePerText(all: Candidate[]): Candidate[] {
  const best = new Map<Element, Candidate>();
  for (const each of all) {
    const other = best.get(each.element);
    if (!other) best.set(each.element, each);
    else if (each.interactive !== other.interactive) best.set(each.element, { ...(each.interactive ? each : other), score: Math.max(each.score, other.score) });
    else if (each.score > other.score) best.set(each.element, { ...each, test: each.test ?? other.test });
  }
  const candidates = [...best.values()];
  const said = ({ facts }: Candidate) => squash(facts.name || facts.text).toLowerCase();
  const isIn = (inner: Candidate, outer: Candidate) => inner !== outer && inner.element !== outer.element && said(inner) === said(outer) && dom.contains(outer.element, inner.element);
  return candidates.filter((each) => each.interactive || each.test || !candidates.some((other) => !wholes.has(other.role) && isIn(each, other)));
}

const landmarkSelector =
  "dialog, fieldset, section[aria-label], section[aria-labelledby], nav, form, [role=dialog], [role=region], [role=group], [role=toolbar], [role=tablist], [role=menu], [role=navigation]";

function landmarkNames(element: Element, names: NameReader): string {
  let words = "";
  for (let at = dom.closestAround(element, landmarkSelector); at; at = dom.closestAround(at, landmarkSelector))
    words += ` ${names.nameOf(at)} ${roleOf(at)}`;
  return words;
}

interface Judged {
  candidate: Candidate;
  score: number;
  actionable: boolean;
  scrolledAway: boolean;
  interactive: boolean;
  container: boolean;
  verdict: FindCandidate["actionable"];
  coveredBy?: string;
  bbox: FindCandidate["bbox"];
}

function judge(candidate: Candidate, query: Query, boxes: BoxReader, names: NameReader): Judged {
  const { element } = candidate;
  const bbox = isRendered(element) ? boxes.visibleBox(element) : null;
  const cover = bbox && (coveredBy(element, bbox) ?? (candidate.interactive ? underneath(element, bbox) : null));
  const verdict = !bbox ? "off-screen" : candidate.inert || isDisabled(element) ? "disabled" : cover ? "covered" : true;
  return {
    candidate,
    score: candidate.score,
    actionable: verdict === true,
    scrolledAway: verdict === "off-screen",
    interactive: candidate.interactive,
    container: containerRoles.has(candidate.role) || containerRoles.has(roleOf(element)) || (wholes.has(candidate.role) && !query.kinds.some(({ roles }) => roles.includes(candidate.role))),
    verdict,
    ...(verdict === "covered" && cover && { coveredBy: nameCover(cover, names, element) }),
    bbox,
  };
}

/** What takes the presses of a control that lets them through. */
function underneath(element: Element, { x, y, width, height }: Box): Element | null {
  if (getComputedStyle(element).pointerEvents !== "none") return null;
  const hit = elementAt(x + width / 2, y + height / 2);
  // A press on its label is one on it.
  return hit && dom.closest(hit, "label")?.control === element ? null : hit;
}

function present(judged: Judged, mint: RefMint, cache: QueryCache, nearWords: NearWords): FoundCandidate {
  const { candidate, bbox, verdict } = judged;
  const { element, test } = candidate;
  const context = contextOf(element, cache.names);
  const near = candidate.interactive && !candidate.facts.name ? nearWords.of(element) : undefined;
  return {
    ref: mint.refOf(element),
    role: candidate.role,
    name: (candidate.facts.name || candidate.facts.text).slice(0, 200),
    ...(test && { testId: test[1] }),
    ...selectorHint(element, test, cache),
    bbox,
    clipped: bbox === null,
    actionable: verdict,
    ...(judged.coveredBy && { coveredBy: judged.coveredBy }),
    score: Math.round(judged.score * 10) / 10,
    ...(context && { context }),
    ...(near && { near }),
    ranking: { interactive: judged.interactive, container: judged.container },
  };
}
