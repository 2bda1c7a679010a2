import { settled } from "../../diagnosis/settled.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { DeltaMode, ElementProbe, Point, Readiness } from "../../page/act/api.ts";
import { asDroverError, DroverError, isDroverError } from "../../protocol/errors.ts";
import { awaitsServer, goesOnElsewhere, isNotLeft, isStillLoading } from "../pageBusy.ts";
import { cutOf, nameLoss } from "../pageLoss.ts";
import { takeSnapshot } from "../pageSnapshot.ts";
import type { Session } from "../session.ts";
import { roleAndName } from "../snapshotText.ts";
import type { ElementTarget } from "../elementTarget.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { ActionDescription, ActionResult, OwnFields } from "./actionResult.ts";
import { ActionProgress } from "./actionProgress.ts";
import { ActionWindow } from "./actionWindow.ts";
import { Aims, type Aimed, type AimOptions } from "./aim.ts";
import { assemble, failed, TREE_BUDGET } from "./assemble.ts";
import { Departure } from "./departure.ts";
import { lastCall, readyWait, type Patience } from "./patience.ts";
import { PendingWork } from "./pendingWork.ts";
import { ReadingBehind, settle } from "./settle.ts";

/** Of a call, what an action needs. */
export interface ActionCall extends Patience {
  readonly session: Session;
  readonly page: SessionPage;
}

export interface ActionOptions {
  mode?: DeltaMode;
  maxResultTokens?: number;
}

/** What a step tells of itself besides what the page shows. */
export interface StepOutcome {
  element?: Partial<ElementProbe>;
  elements?: ElementProbe[];
  /** What only this action tells. */
  fields?: OwnFields;
  /** The target that `element` tells of, when the plan itself has none. */
  aimed?: Aimed;
  /** Whose changes are told besides the page's, when nothing in it was aimed at from the start. */
  frame?: EngineFrame;
  /** It went wrong after the page had been touched: what happened is told all the same. */
  error?: DroverError;
  warnings?: string[];
}

export interface ActionPlan {
  type: string;
  /** Arguments worth repeating in the result. */
  details?: Omit<ActionDescription, "type">;
  target?: ElementTarget;
  coords?: Point;
  ready?: Readiness;
  /** Where in the target. */
  position?: Point;
  /** The target is a control of its own, whatever its role. */
  ownControl?: boolean;
  options: ActionOptions;
  /** `navigate` and its kin wait for the load event. */
  untilLoaded?: boolean;
  /** Goes to another address: the page that is there need not answer. */
  leavesPage?: boolean;
  /** What it needs is an address: where the page does not let go of its tab, another one will do. */
  inAnyTab?: boolean;
  /** Tell the scroller's geometry. */
  scroll?: boolean;
  /** It only presses its target with the mouse, so often, in one go. */
  presses?: number;
  /** Only waits: other actions go on meanwhile, in the same documents. */
  waits?: boolean;
  run: (step: Step) => Promise<StepOutcome | void>;
}

/** What a running action has at hand. */
export interface Step {
  readonly page: SessionPage;
  /** There when the plan has a target. */
  readonly aimed: Aimed | undefined;
  /** How long a target may take to become ready. */
  readonly waitMs: number;
  /** Aborted when the action's time is over: nothing may be sent to the page any more. */
  readonly signal: AbortSignal;
  /** Adds to what the result repeats of the arguments, where only the page shows what may be. */
  tell(details: ActionPlan["details"]): void;
  /** Makes a further target ready; "probed" makes it the one that the result tells of. */
  aim(target: ElementTarget, ready: Readiness, options?: Pick<AimOptions, "further" | "position">): Promise<Aimed>;
}

const DEFAULT_TOKENS = 600;
const CHARACTERS_PER_TOKEN = 4;
/** A press that something swallowed is aimed anew this often, and then for as long as the caller allows. */
const MAX_AIMS = 3;
/** Below this there is no time for another one. */
const AIM_AGAIN_MS = 1000;

/** Runs one action: makes its target ready, acts, waits until the page has reacted, and tells what happened. */
export async function perform(call: ActionCall, plan: ActionPlan): Promise<ActionResult> {
  const result = await performIn(call, plan);
  const { page, session, timeoutMs, timeLeft } = call;
  if (result.ok || !plan.inAnyTab || !page.isLost) return result;
  const elsewhere = await performIn({ session, timeoutMs, timeLeft, page: await session.replacePage(page) }, plan);
  return { ...elsewhere, warnings: [goesOnElsewhere(page.url), ...elsewhere.warnings] };
}

async function performIn(call: ActionCall, plan: ActionPlan): Promise<ActionResult> {
  const { session, page } = call;
  const window = new ActionWindow(session, page, plan);
  const pending = new PendingWork(page, { untilLoaded: plan.untilLoaded });
  const aims = new Aims(page, plan.waits);
  const progress = new ActionProgress(page);
  const departure = plan.leavesPage ? new Departure(page, { window, pending, timeLeft: call.timeLeft, signal: progress.signal }) : undefined;
  const description: ActionDescription = { type: plan.type, ...plan.target, ...(plan.coords && { coords: plan.coords }), ...plan.details };
  try {
    for (const part of session.everyPart) part.admitAction?.();
    return await beforeTimeIsOver(call, run(call, plan, { description, window, pending, aims, progress, departure }));
  } catch (thrown) {
    const isLate = thrown === late;
    if (isLate) progress.end();
    const error = isLate ? latenessOf(page, plan, { progress, window }) : asDroverError(nameLoss(thrown, { session: page.session, page }));
    // A bug is reported as one, with its stack in the log.
    if (error.code === "internal") throw error;
    const result = await failed(page, error, description, window);
    if (!isLate) return result;
    // Thrown, so that dispatch hears of a page that may be stuck.
    throw new DroverError("timeout", error.message, { hint: error.hint, failure: error.failure, fields: result });
  } finally {
    pending.end();
    window.end();
    aims.end();
  }
}

interface Running {
  description: ActionDescription;
  window: ActionWindow;
  pending: PendingWork;
  aims: Aims;
  progress: ActionProgress;
  departure: Departure | undefined;
}

async function run(call: ActionCall, plan: ActionPlan, { description, window, pending, aims, progress, departure }: Running): Promise<ActionResult> {
  const { page } = call;
  const mode = plan.options.mode ?? "scoped_snapshot";
  const budget = (plan.options.maxResultTokens ?? DEFAULT_TOKENS) * CHARACTERS_PER_TOKEN;
  const before = mode === "tree_diff" ? await takeSnapshot(page, { budget: TREE_BUDGET, full: true }) : undefined;
  for (let attempt = 1; ; attempt++) {
    const { aimed, frame } = await begin(call, plan, { aims, departure });
    if (aimed) Object.assign(description, { ref: aimed.element.ref, selector: description.selector ?? aimed.element.hint });
    progress.begin();
    const tell: Step["tell"] = (details) => void Object.assign(description, details);
    const send = () => act(plan, stepOf(call, aims, { aimed, tell, signal: progress.signal }));
    const settling = { mode, budget, scroll: plan.scroll, actionId: aims.id, timeLeft: call.timeLeft };
    const sending = departure ? departure.go(send) : send();
    const behind = plan.presses !== undefined && mayAskBehind(page, aimed) ? new ReadingBehind(page, { ...settling, frame }, plan.presses) : undefined;
    const outcome = await sending;
    const target = outcome.aimed ?? aimed;
    const settlement = await settle(page, pending, { ...settling, frame: outcome.frame ?? outcome.aimed?.frame ?? frame }, behind);
    const cut = cutOf(page);
    if (cut) throw cut;
    const missed = (settlement.inner ?? settlement.main)?.missed;
    if (missed === undefined || !target) return assemble(page, { mode, budget, before: before?.lines, aimed: target, description, outcome: { ...outcome, warnings: [...(departure?.warnings ?? []), ...(outcome.warnings ?? [])] }, settlement, window });
    if (attempt >= MAX_AIMS && !(call.timeoutMs !== undefined && readyWait(call) > AIM_AGAIN_MS)) throw neverLanded(target, missed);
  }
}

/** A press in a frame is heard of there. */
const mayAskBehind = ({ engine }: SessionPage, aimed: Aimed | undefined): boolean => engine.input.isBesideQuestions && aimed?.frame === engine.mainFrame;

const stepOf = (call: ActionCall, aims: Aims, given: Pick<Step, "aimed" | "tell" | "signal">): Step => ({
  ...given,
  page: call.page,
  get waitMs() {
    return readyWait(call);
  },
  aim: (target, ready, options) => aims.at(target, { ready, waitMs: readyWait(call), further: "aside", ...options }),
});

const neverLanded = ({ element }: Aimed, missed: string) =>
  new DroverError("covered", `${roleAndName(element.role, element.name)} moves or is covered: the press would have landed on ${missed}, so it was held back`, {
    hint: "Wait until the page is still, or close what is in front.",
    failure: { source: "app" },
    fields: { coveredBy: missed },
  });

async function begin(call: ActionCall, plan: ActionPlan, { aims, departure }: Pick<Running, "aims" | "departure">): Promise<{ aimed?: Aimed; frame: EngineFrame }> {
  const { target, ready, position, ownControl } = plan;
  if (departure) {
    await departure.begin(() => aims.atPageToLeave());
    return { frame: call.page.engine.mainFrame };
  }
  if (!target || !ready) return { frame: await aims.atPage(plan.coords) };
  const aimed = await aims.at(target, { ready, waitMs: readyWait(call), ...(position && { position }), ...(ownControl && { ownControl }) });
  return { aimed, frame: aimed.frame };
}

/** Input that is cut off because the page navigated or closed has done its work. What is to leave the page is no input. */
async function act(plan: ActionPlan, step: Step): Promise<StepOutcome> {
  try {
    return (await plan.run(step)) ?? {};
  } catch (thrown) {
    const { closed, crashed } = step.page.engine;
    const gone = isDroverError(thrown) && (thrown.code === "context-gone" || thrown.code === "frame-gone" || thrown.code === "page-closed");
    if (!plan.leavesPage && (closed || crashed || gone)) return {};
    throw thrown;
  }
}

function latenessOf(page: SessionPage, plan: ActionPlan, { progress, window }: Pick<Running, "progress" | "window">): DroverError {
  page.heldOn = window.isLeaving && (page.awaitedUrl === undefined || page.isBeingAbandoned || window.navigation().changed);
  if (page.heldOn) return isNotLeft(page.url);
  if (page.awaitedUrl !== undefined) return awaitsServer(page.awaitedUrl);
  return plan.untilLoaded ? isStillLoading(page.url) : progress.lateness(plan);
}

const late = new DroverError("timeout", "the time of an action is over");

async function beforeTimeIsOver<T>(call: ActionCall, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const left = lastCall(call);
    if (Number.isFinite(left)) timer = setTimeout(() => reject(late), Math.max(0, left));
  });
  void settled(work);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
