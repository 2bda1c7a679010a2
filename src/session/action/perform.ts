import type { Config } from "../../config/config.ts";
import type { DeltaMode, ElementProbe, Point, Readiness } from "../../page/act/api.ts";
import { asDroverError, DroverError, isDroverError, type Failure } from "../../protocol/errors.ts";
import { takeSnapshot } from "../pageSnapshot.ts";
import type { Session } from "../session.ts";
import type { ElementTarget, SessionPage } from "../sessionPage.ts";
import type { ActionDescription, ActionResult } from "./actionResult.ts";
import { ActionWindow } from "./actionWindow.ts";
import { aimAt, aimAtPage, type Aimed } from "./aim.ts";
import { downloadReports } from "./downloads.ts";
import { mutationsOf, summarize } from "./networkReport.ts";
import { PendingWork } from "./pendingWork.ts";
import { settle, type Settlement } from "./settle.ts";
import { diffLines } from "./treeDiff.ts";

/** Of a call, what an action needs. */
export interface ActionCall {
  readonly session: Session;
  readonly page: SessionPage;
  readonly config: Config;
  readonly timeLeft: () => number;
}

export interface ActionOptions {
  mode?: DeltaMode;
  maxResultTokens?: number;
}

/** What a step tells of itself besides what the page shows. */
export interface StepOutcome {
  element?: Partial<ElementProbe>;
  elements?: ElementProbe[];
  /** Further fields of the result. */
  fields?: Record<string, unknown>;
  /** The target that `element` tells of, when the plan itself has none. */
  aimed?: Aimed;
  /** It went wrong after the page had been touched: what happened is told all the same. */
  error?: DroverError;
  warnings?: string[];
}

export interface ActionPlan {
  type: string;
  /** Arguments worth repeating in the result. */
  details?: Record<string, unknown>;
  target?: ElementTarget;
  coords?: Point;
  ready?: Readiness;
  /** The target is a control of its own, whatever its role. */
  ownControl?: boolean;
  options: ActionOptions;
  /** `navigate` and its kin wait for the load event. */
  untilLoaded?: boolean;
  /** Tell the scroller's geometry. */
  scroll?: boolean;
  run: (step: Step) => Promise<StepOutcome | void>;
}

/** What a running action has at hand. */
export interface Step {
  readonly page: SessionPage;
  /** There when the plan has a target. */
  readonly aimed: Aimed | undefined;
  /** How long a target may take to become ready. */
  readonly waitMs: number;
  /** Makes a further target ready; "probed" makes it the one that the result tells of. */
  aim(target: ElementTarget, ready: Readiness, further?: "probed" | "aside"): Promise<Aimed>;
}

const DEFAULT_TOKENS = 600;
const CHARACTERS_PER_TOKEN = 4;
/** A target that is not ready is given this long unless the caller allowed more time than usual. */
const READY_WAIT_MS = 750;
/** A press that something swallowed is aimed anew this often. */
const MAX_AIMS = 3;
const TREE_BUDGET = 400_000;
/** Before the call's own deadline: the result of an action that hangs must still get out. */
const LAST_CALL_MS = 250;

/** Runs one action: makes its target ready, acts, waits until the page has reacted, and tells what happened. */
export async function perform(call: ActionCall, plan: ActionPlan): Promise<ActionResult> {
  const { session, page } = call;
  const window = new ActionWindow(session, page);
  const pending = new PendingWork(page, { untilLoaded: plan.untilLoaded });
  const description: ActionDescription = { type: plan.type, ...plan.target, ...(plan.coords && { coords: plan.coords }), ...plan.details };
  try {
    refuseUnseenDialogs(session);
    return await beforeTimeIsOver(call, run(call, plan, description, window, pending));
  } catch (thrown) {
    const error = asDroverError(thrown);
    // A bug is reported as one, with its stack in the log.
    if (error.code === "internal") throw error;
    const result = failed(page, error, description, window);
    if (error !== late) return result;
    // Thrown, so that dispatch brings a stuck page back.
    throw new DroverError("timeout", error.message, { hint: error.hint, failure: error.failure, fields: result });
  } finally {
    pending.end();
    window.end();
  }
}

async function run(call: ActionCall, plan: ActionPlan, description: ActionDescription, window: ActionWindow, pending: PendingWork): Promise<ActionResult> {
  const { page } = call;
  const mode = plan.options.mode ?? "scoped_snapshot";
  const budget = (plan.options.maxResultTokens ?? DEFAULT_TOKENS) * CHARACTERS_PER_TOKEN;
  const before = mode === "tree_diff" ? await takeSnapshot(page, { budget: TREE_BUDGET, full: true }) : undefined;
  for (let attempt = 1; ; attempt++) {
    const aimed = await begin(call, plan);
    if (aimed) Object.assign(description, { ref: aimed.element.ref, selector: description.selector ?? aimed.element.hint });
    const waitMs = readyWait(call);
    const outcome = await act(plan, { page, aimed, waitMs, aim: (target, ready, further = "aside") => aimAt(page, target, { ready, waitMs, further }) });
    const target = outcome.aimed ?? aimed;
    const settlement = await settle(page, pending, { mode, budget, scroll: plan.scroll, frame: target?.frame ?? page.engine.mainFrame, timeLeft: call.timeLeft });
    const missed = (settlement.inner ?? settlement.main)?.missed;
    if (missed === undefined || !target) return assemble(call, { plan, mode, budget, before: before?.tree, aimed: target, description, outcome, settlement, window });
    if (attempt === MAX_AIMS) throw neverLanded(target, missed);
  }
}

const neverLanded = ({ element }: Aimed, missed: string) =>
  new DroverError("covered", `${element.role} "${element.name}" moves or is covered: the press would have landed on ${missed}, so it was held back`, {
    hint: "Wait until the page is still, or close what is in front.",
    failure: { source: "app" },
    fields: { coveredBy: missed },
  });

async function begin(call: ActionCall, plan: ActionPlan): Promise<Aimed | undefined> {
  const { page } = call;
  if (plan.target && plan.ready) return aimAt(page, plan.target, { ready: plan.ready, waitMs: readyWait(call), ...(plan.ownControl && { ownControl: true }) });
  await aimAtPage(page, plan.coords);
  return undefined;
}

function readyWait({ timeLeft, config }: ActionCall): number {
  const left = timeLeft();
  return left > config.actionTimeoutMs ? left - config.actionTimeoutMs / 2 : Math.min(READY_WAIT_MS, left / 3);
}

/** Input that is cut off because the page navigated or closed has done its work. */
async function act(plan: ActionPlan, step: Step): Promise<StepOutcome> {
  try {
    return (await plan.run(step)) ?? {};
  } catch (thrown) {
    const { closed, crashed } = step.page.engine;
    const gone = isDroverError(thrown) && (thrown.code === "context-gone" || thrown.code === "frame-gone" || thrown.code === "page-closed");
    if (closed || crashed || gone) return {};
    throw thrown;
  }
}

/** Under the "raise" policy a dialog that opened between two actions stops the next one, so that it is not overlooked. */
function refuseUnseenDialogs(session: Session): void {
  const dialogs = session.raisedDialogs.splice(0);
  if (dialogs.length === 0) return;
  const [first] = dialogs;
  throw new DroverError("unhandled-dialog", `a ${first?.kind} dialog opened since the last action and was dismissed: ${first?.message}`, {
    hint: "The action was not performed. Choose how dialogs are answered with set_dialog_policy, then repeat it.",
    failure: unhandledDialog,
    fields: { dialogs: dialogs.map(({ kind, message, defaultValue, handledAs }) => ({ kind, message, ...(defaultValue !== undefined && { defaultValue }), handledAs })) },
  });
}

const unhandledDialog: Failure = { source: "app", hint: "unhandled dialog - set dialogPolicy with set_dialog_policy (accept, dismiss or accept-prompt-with)" };

interface Parts {
  plan: ActionPlan;
  mode: DeltaMode;
  budget: number;
  before: string | undefined;
  aimed: Aimed | undefined;
  description: ActionDescription;
  outcome: StepOutcome;
  settlement: Settlement;
  window: ActionWindow;
}

async function assemble({ page, session }: ActionCall, parts: Parts): Promise<ActionResult> {
  const { settlement, window, outcome, description, aimed } = parts;
  const { main, inner } = settlement;
  const warnings = [...(outcome.warnings ?? []), ...settlement.warnings];
  if (aimed && aimed.element.matches > 1)
    warnings.push(`The selector matches ${aimed.element.matches} visible elements; the first was used. Use a ref, or contextRef, to be sure.`);
  if (window.dialogCount > window.dialogs.length) warnings.push(`${window.dialogCount} dialogs opened; the first ${window.dialogs.length} are listed.`);
  if (page.engine.closed) warnings.push("The page closed during the action.");
  else if (page.engine.crashed) warnings.push("The page crashed during the action; the next call loads it again.");
  const element = elementProbe(parts);
  const mutations = page.engine.closed ? [] : await mutationsOf(page.engine, window.requests);
  const downloads = downloadReports(session, window.downloads);
  return {
    ok: true,
    action: description,
    navigation: window.navigation(),
    structure: {
      appeared: [...(main?.appeared ?? []), ...(inner?.appeared ?? [])],
      removed: [...(main?.removed ?? []), ...(inner?.removed ?? [])],
      newTabs: window.newPages.map(({ id, url, title }) => ({ id, url, title })),
    },
    console: { errors: window.consoleErrors, warnings: window.consoleWarnings },
    pageErrors: window.pageErrors,
    ...(element && { element }),
    ...(outcome.elements && { elements: [...outcome.elements, ...(outcome.aimed && element ? [element] : [])] }),
    snapshotDelta: await snapshotDelta(page, parts, warnings),
    network: { ...summarize(window.requests), ...(mutations.length > 0 && { mutations }) },
    ...(window.dialogs.length > 0 && { dialogs: window.dialogs }),
    ...(downloads.length > 0 && { downloads }),
    ...outcome.fields,
    warnings,
    ...verdict(page, window, outcome),
  };
}

function verdict(page: SessionPage, window: ActionWindow, { error }: StepOutcome): Partial<ActionResult> & Pick<ActionResult, "error"> {
  if (error) return refusalOf(error);
  if (page.engine.crashed && !page.engine.closed)
    return { ok: false, error: "page-crashed", message: "the page crashed", failure: { source: "app", hint: "The renderer process ended." } };
  if (!window.raised) return { error: null };
  const raised = window.dialogs.find((dialog) => dialog.handledAs === "raised");
  return {
    ok: false,
    error: "unhandled-dialog",
    message: `the action opened a ${raised?.kind} dialog, which was dismissed: ${raised?.message}`,
    hint: "Choose how dialogs are answered with set_dialog_policy, then repeat the action if it must go through.",
    failure: unhandledDialog,
  };
}

function elementProbe({ aimed, outcome, settlement }: Parts): ElementProbe | undefined {
  const { main, inner } = settlement;
  const seen = inner?.element ?? main?.element;
  // A new document does not know the old one's elements.
  const gone = aimed && !seen?.ref ? { ref: aimed.element.ref, stillAttached: false } : undefined;
  const element = { ...gone, ...seen, ...(main?.element?.scroll && { scroll: main.element.scroll }), ...outcome.element };
  return Object.keys(element).length > 0 ? element : undefined;
}

async function snapshotDelta(page: SessionPage, { mode, budget, before, settlement, plan }: Parts, warnings: string[]): Promise<ActionResult["snapshotDelta"]> {
  const { main, inner } = settlement;
  if (mode === "none" || !main) return { mode: "none" };
  const parts = [main.delta, inner?.delta].filter((delta) => delta !== undefined && delta.tree !== "");
  const changed = main.changed || inner?.changed || !main.watched;
  if (mode === "tree_diff") return treeDiff(page, before ?? "", budget, warnings);
  if (mode === "scoped_snapshot" && (!changed || parts.length === 0)) return { mode: "none" };
  const truncated = parts.some((delta) => delta?.truncated);
  if (truncated) warnings.push(`snapshotDelta was cut at about ${plan.options.maxResultTokens ?? DEFAULT_TOKENS} tokens; snapshot, or a larger maxResultTokens, shows the rest.`);
  return { mode, scope: parts.map((delta) => delta?.scope).join(","), tree: parts.map((delta) => delta?.tree).join("\n"), truncated };
}

async function treeDiff(page: SessionPage, before: string, budget: number, warnings: string[]): Promise<ActionResult["snapshotDelta"]> {
  if (page.engine.closed) return { mode: "none" };
  const after = await takeSnapshot(page, { budget: TREE_BUDGET, full: true });
  const diff = diffLines(before.split("\n"), after.tree.split("\n"));
  if (diff.length === 0) return { mode: "none" };
  const text = diff.join("\n");
  const truncated = text.length > budget;
  if (truncated) warnings.push("snapshotDelta was cut; snapshot, or a larger maxResultTokens, shows the rest.");
  return { mode: "tree_diff", scope: "full", tree: truncated ? text.slice(0, budget) : text, truncated };
}

/** An action that did not happen, in the same shape. */
function failed(page: SessionPage, error: DroverError, action: ActionDescription, window: ActionWindow): ActionResult {
  return {
    action,
    ...refusalOf(error),
    navigation: page.engine.closed ? { changed: false, kind: null } : window.navigation(),
    structure: { appeared: [], removed: [], newTabs: window.newPages.map(({ id, url, title }) => ({ id, url, title })) },
    console: { errors: window.consoleErrors, warnings: window.consoleWarnings },
    pageErrors: window.pageErrors,
    snapshotDelta: { mode: "none" },
    network: summarize(window.requests),
    ...(window.dialogs.length > 0 && { dialogs: window.dialogs }),
    warnings: [],
  };
}

function refusalOf(error: DroverError) {
  const { hint, failure, ...rest } = error.toResult();
  return { ...rest, ...(hint && { hint }), failure: failure ?? { source: sourceOf(error), ...(hint && { hint }) } };
}

const ofThePage = new Set(["covered", "disabled", "not-visible", "unstable", "navigation-failed", "page-crashed", "unhandled-dialog", "script-error"]);

const sourceOf = ({ code }: DroverError): Failure["source"] => (ofThePage.has(code) ? "app" : code === "detached" || code === "not-found" ? "unknown" : "drover");

const late = new DroverError("timeout", "anti-wedge timeout: the page did not answer in time", {
  hint: "Its script may be busy or open one dialog after another. Pass a larger timeoutMs only for a page known to be slow.",
  failure: { source: "drover", hint: "anti-wedge deadline, not an app crash" },
});

async function beforeTimeIsOver<T>({ timeLeft }: ActionCall, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const left = timeLeft() - LAST_CALL_MS;
    if (Number.isFinite(left)) timer = setTimeout(() => reject(late), Math.max(0, left));
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
