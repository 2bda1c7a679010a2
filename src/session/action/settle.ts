import { mayFail } from "../../diagnosis/mayFail.ts";
import { settled } from "../../diagnosis/settled.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { DeltaMode, FinishArg, Finished } from "../../page/act/api.ts";
import type { RefGrant } from "../../page/see/api.ts";
import { isDroverError } from "../../protocol/errors.ts";
import { readFrame } from "../reading.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { PendingWork } from "./pendingWork.ts";

export interface SettleOptions {
  mode: DeltaMode;
  /** Characters for the tree. */
  budget: number;
  /** Also the geometry of the page's scroller. */
  scroll?: boolean;
  /** Of an action that runs beside others. */
  actionId?: string;
  /** The frame of the target. */
  frame: EngineFrame;
  timeLeft: () => number;
}

/** The page is quiet when this many frames in a row changed nothing. */
const QUIET_FRAMES = 2;
/** A page that never stops changing is taken as it is. */
const DOM_CAP_MS = 600;
/** Timers that set timers, workers that take their time: work that the action started gets this long. */
const WORK_CAP_MS = 1000;
/** Requests that take longer are long polls, streams or too slow to hold up an answer. */
const REQUEST_CAP_MS = 3000;
/** What making the result needs of the call's time. */
const RESULT_MS = 600;

interface Changes {
  main: Finished | undefined;
  /** The target's frame, when it is another one and still there. */
  inner: Finished | undefined;
}

export interface Settlement extends Changes {
  warnings: string[];
}

/** Presses that have been sent and handled come to the document that they were meant for within this time. */
const PRESSES_COME_MS = 10;

/** Asks what presses did right behind them, which saves a trip: the page answers when it has had them. */
export class ReadingBehind {
  readonly #page: SessionPage;
  readonly #options: SettleOptions;
  readonly #read: Promise<Changes | undefined>;

  constructor(page: SessionPage, options: SettleOptions, presses: number) {
    this.#page = page;
    this.#options = options;
    const read = readFrame(page, page.engine.mainFrame, "finish", { ...finishArg(options), presses }, { attempts: 1 });
    this.#read = read.then((main) => ({ main, inner: undefined }), ignoreGone);
    // Whoever sent them hears of it; when that failed, nobody asks.
    void settled(this.#read);
  }

  /** Once they are sent. Those that did not come to this document, because a frame or nobody took them, are not waited for. */
  async changes(): Promise<Changes | undefined> {
    const { mainFrame } = this.#page.engine;
    const tell = () => void mayFail(mainFrame.ask("noMoreInput", this.#options.actionId ?? null), "the document may have gone away with its press");
    const timer = setTimeout(tell, PRESSES_COME_MS);
    try {
      return await this.#read;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Waits until what an action set off is over, and reads what changed. No fixed waits: a page that does nothing is done at once. */
export async function settle(page: SessionPage, pending: PendingWork, options: SettleOptions, behind?: ReadingBehind): Promise<Settlement> {
  const warnings: string[] = [];
  const first = await behind?.changes();
  if (first && !pending.busy && !pending.gone) return { ...first, warnings: told(pending) };
  const requestsEnd = Date.now() + REQUEST_CAP_MS;
  for (let hasWaited = pending.busy; ; hasWaited = true) {
    await pending.idle(Math.min(requestsEnd - Date.now(), timeFor(options)));
    if (pending.between) await pending.idle(timeFor(options));
    const outOfTime = Date.now() >= requestsEnd || timeFor(options) <= 0;
    if (outOfTime) giveUp(pending, warnings);
    if (pending.gone) return { main: undefined, inner: undefined, warnings };
    const read = await readChanges(page, options, hasWaited);
    if (pending.gone) return { main: undefined, inner: undefined, warnings };
    if (read && (!pending.busy || timeFor(options) <= 0)) return { ...read, warnings: [...told(pending), ...warnings] };
    if (!read && timeFor(options) <= 0) return { main: undefined, inner: undefined, warnings };
  }
}

const STILL_LOADING = "The page was still loading when this result was made; wait_for tells when it is ready.";

function told({ unloaded, brokenOff }: PendingWork): string[] {
  if (brokenOff !== undefined) return [`The page did not come whole (${brokenOff}): this is what came of it.`];
  return unloaded ? [STILL_LOADING] : [];
}

const timeFor = ({ timeLeft }: SettleOptions) => timeLeft() - RESULT_MS;

function giveUp(pending: PendingWork, warnings: string[]): void {
  if (pending.between) warnings.push(STILL_LOADING);
  const running = pending.requests.map((entry) => `${entry.method} ${entry.url}`);
  if (running.length > 0)
    warnings.push(`${running.length} request(s) were still running when this result was made: ${running.slice(0, 3).join(", ")}`);
  pending.giveUpOnRequests();
}

function finishArg(options: SettleOptions): Omit<FinishArg, keyof RefGrant> {
  const { mode, budget, actionId } = options;
  const capMs = Math.max(0, Math.min(DOM_CAP_MS, timeFor(options)));
  const workCapMs = Math.max(0, Math.min(WORK_CAP_MS, timeFor(options)));
  return { quietFrames: QUIET_FRAMES, capMs, workCapMs, mode, budget, ...(actionId && { actionId }) };
}

async function readChanges(page: SessionPage, options: SettleOptions, hasWaited: boolean): Promise<Changes | undefined> {
  const { scroll, frame } = options;
  const arg = { ...finishArg(options), ...(hasWaited && { hasWaited }) };
  const main = page.engine.mainFrame;
  try {
    const inner = frame === main || frame.detached ? undefined : await readFrame(page, frame, "finish", arg).catch(ignoreGone);
    const outer = await readFrame(page, main, "finish", { ...arg, ...(scroll && { scroll }), ...(inner && { quietFrames: 1 }) });
    return { main: outer, inner };
  } catch (thrown) {
    return ignoreGone(thrown);
  }
}

/** The document went away under the reading: there is a new one to wait for, or the page is closed. */
function ignoreGone(thrown: unknown): undefined {
  if (isDroverError(thrown) && (thrown.code === "context-gone" || thrown.code === "frame-gone" || thrown.code === "page-closed")) return undefined;
  throw thrown;
}
