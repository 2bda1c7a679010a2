import type { DeltaMode, ElementProbe } from "../../page/act/api.ts";
import type { DroverError, Failure } from "../../protocol/errors.ts";
import { takeSnapshot } from "../pageSnapshot.ts";
import type { SessionPage } from "../sessionPage.ts";
import { agentText, type SnapshotLine } from "../snapshotText.ts";
import { refreshTitles } from "../titles.ts";
import { refusalShape, type ActionDescription, type ActionResult } from "./actionResult.ts";
import type { ActionWindow } from "./actionWindow.ts";
import type { Aimed } from "./aim.ts";
import { mutationsOf, refusedPage, summarize } from "./networkReport.ts";
import type { StepOutcome } from "./perform.ts";
import type { Settlement } from "./settle.ts";
import { diffLines } from "./treeDiff.ts";

/** Characters of a snapshot that is only compared. */
export const TREE_BUDGET = 400_000;

/** What a result is made of. */
export interface ResultParts {
  mode: DeltaMode;
  /** Characters for the tree. */
  budget: number;
  /** The page before the action, when a diff was asked for. */
  before: SnapshotLine[] | undefined;
  aimed: Aimed | undefined;
  description: ActionDescription;
  outcome: StepOutcome;
  settlement: Settlement;
  window: ActionWindow;
}

/** Puts together what an action answers with. */
export async function assemble(page: SessionPage, parts: ResultParts): Promise<ActionResult> {
  const { settlement, window, outcome, description, aimed } = parts;
  const { main, inner } = settlement;
  const warnings = [...(outcome.warnings ?? []), ...settlement.warnings];
  if (aimed?.element.rebound) warnings.push(`The element of ${aimed.element.ref} had been replaced; the only one that looks the same was used.`);
  if (aimed?.element.unready) warnings.push(`Pressed all the same (force), although ${aimed.element.unready}.`);
  if (aimed && aimed.element.matches > 1)
    warnings.push(`The selector matches ${aimed.element.matches} visible elements; the first was used. Use a ref, or contextRef, to be sure.`);
  const told = await window.told("done");
  warnings.push(...told.warnings);
  if (page.engine.closed) warnings.push("The page closed during the action.");
  else if (page.engine.crashed) warnings.push("The page crashed during the action; the next call loads it again.");
  // What is known may be the title of a page that was left in a hurry.
  if (outcome.fields?.title !== undefined && !page.engine.closed) await refreshTitles([page], TITLE_MS);
  const element = elementProbe(parts);
  const refused = refusedPage(window.requests, window.navigation());
  if (refused) warnings.push(refused);
  const mutations = page.engine.closed ? [] : await mutationsOf(page.engine, window.requests);
  return {
    ok: true,
    action: description,
    ...seenIn(window),
    structure: {
      appeared: [...(main?.appeared ?? []), ...(inner?.appeared ?? [])],
      removed: [...(main?.removed ?? []), ...(inner?.removed ?? [])],
      newTabs: await newTabs(window),
    },
    ...(element && { element }),
    ...(outcome.elements && { elements: [...outcome.elements, ...(outcome.aimed && element ? [element] : [])] }),
    snapshotDelta: await snapshotDelta(page, parts, warnings),
    network: { ...summarize(window.requests, window.frames), ...(mutations.length > 0 && { mutations }) },
    ...told.fields,
    ...outcome.fields,
    // The browser tells of a title some time after it is there: until then that of the page before is known.
    ...(outcome.fields?.title !== undefined && main?.title && { title: main.title }),
    warnings,
    ...verdict(page, outcome.error, told.error),
  };
}

/** What the session took in while the action ran, whether it went well or not. */
function seenIn(window: ActionWindow): Pick<ActionResult, "navigation" | "console" | "pageErrors"> {
  return {
    navigation: window.navigation(),
    console: { errors: window.consoleErrors, warnings: window.consoleWarnings },
    pageErrors: window.pageErrors,
  };
}

/** How long a new tab may take to say its title. */
const TITLE_MS = 300;

/** The browser tells of a title some time after the document that has it is there. */
async function newTabs({ newPages }: ActionWindow): Promise<ActionResult["structure"]["newTabs"]> {
  await refreshTitles(newPages.filter(({ title, engine }) => title === "" && !engine.closed), TITLE_MS);
  return newPages.map(({ id, url, title }) => ({ id, url, title }));
}

function verdict(page: SessionPage, error: DroverError | undefined, told: DroverError | undefined): Partial<ActionResult> & Pick<ActionResult, "error"> {
  if (error) return refusalOf(error);
  if (page.engine.crashed && !page.engine.closed)
    return { ok: false, error: "page-crashed", message: "the page crashed", failure: { source: "app", hint: "The renderer process ended." } };
  return told ? refusalOf(told) : { error: null };
}

function elementProbe({ aimed, outcome, settlement }: ResultParts): ElementProbe | undefined {
  const { main, inner } = settlement;
  const seen = inner?.element ?? main?.element;
  // A new document does not know the old one's elements.
  const gone = aimed && !seen?.ref ? { ref: aimed.element.ref, stillAttached: false } : undefined;
  const element = { ...gone, ...seen, ...(main?.element?.scroll && { scroll: main.element.scroll }), ...outcome.element };
  return Object.keys(element).length > 0 ? element : undefined;
}

async function snapshotDelta(page: SessionPage, { mode, budget, before, settlement }: ResultParts, warnings: string[]): Promise<ActionResult["snapshotDelta"]> {
  const { main, inner } = settlement;
  if (mode === "none" || !main) return { mode: "none" };
  const parts = [main.delta, inner?.delta].filter((delta) => delta !== undefined && delta.lines.length > 0);
  const changed = main.changed || inner?.changed || !main.watched;
  if (mode === "tree_diff") return treeDiff(page, before ?? [], budget, warnings);
  if (mode === "scoped_snapshot" && (!changed || parts.length === 0)) return { mode: "none" };
  const truncated = parts.some((delta) => delta?.truncated);
  if (truncated) warnings.push(`snapshotDelta was cut at about ${Math.round(budget / 4)} tokens; snapshot, or a larger maxResultTokens, shows the rest.`);
  return { mode, scope: parts.map((delta) => delta?.scope).join(","), tree: agentText(page.session.exit.masked(parts.flatMap((delta) => delta?.lines ?? [])), "more"), truncated };
}

async function treeDiff(page: SessionPage, before: SnapshotLine[], budget: number, warnings: string[]): Promise<ActionResult["snapshotDelta"]> {
  if (page.engine.closed) return { mode: "none" };
  const after = await takeSnapshot(page, { budget: TREE_BUDGET, full: true });
  const diff = diffLines(page.session.exit.masked(before), page.session.exit.masked(after.lines));
  if (diff.length === 0) return { mode: "none" };
  const fits = wholeLines(diff, budget);
  const truncated = fits.length < diff.length;
  if (truncated) warnings.push("snapshotDelta was cut; snapshot, or a larger maxResultTokens, shows the rest.");
  return { mode: "tree_diff", scope: "full", tree: fits.join("\n"), truncated };
}

/** As many as fit. */
function wholeLines(lines: readonly string[], characters: number): string[] {
  let left = characters;
  const over = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return over < 0 ? [...lines] : lines.slice(0, over);
}

/** An action that did not happen, in the same shape. */
export async function failed(page: SessionPage, error: DroverError, action: ActionDescription, window: ActionWindow): Promise<ActionResult> {
  const { fields, warnings, error: told } = await window.told("failed");
  return {
    action,
    // A part may know better than the browser why a page did not come.
    ...refusalOf(error.code === "navigation-failed" ? (told ?? error) : error),
    ...seenIn(window),
    ...(page.engine.closed && { navigation: { changed: false, kind: null } }),
    structure: { appeared: [], removed: [], newTabs: window.newPages.map(({ id, url, title }) => ({ id, url, title })) },
    snapshotDelta: { mode: "none" },
    network: summarize(window.requests, window.frames),
    ...fields,
    warnings,
  };
}

function refusalOf(error: DroverError) {
  const { code, message, hint, failure, fields } = error;
  return {
    ok: false,
    error: code,
    message,
    ...(hint && { hint }),
    failure: failure ?? { source: sourceOf(error), ...(hint && { hint }) },
    ...refusalShape.parse(fields),
  };
}

const ofThePage = new Set(["covered", "disabled", "not-visible", "unstable", "navigation-failed", "page-crashed", "unhandled-dialog", "script-error"]);

const sourceOf = ({ code }: DroverError): Failure["source"] => (ofThePage.has(code) ? "app" : code === "detached" || code === "not-found" ? "unknown" : "drover");
