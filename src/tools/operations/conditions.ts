import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { waitUntilSeen } from "../../session/action/waitUntilSeen.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { evaluateApart } from "../javascript/evaluateApart.ts";

export const loadStates = ["domcontentloaded", "load", "networkidle"] as const;
type LoadState = (typeof loadStates)[number];

/** Something to wait for, with the words that a refusal names it by. */
export interface Condition {
  what: string;
  holds(): Promise<boolean>;
}

export interface WaitInput {
  selector?: string;
  text?: string;
  url?: string;
  js?: string;
  state?: LoadState;
}

/** A network is idle when nothing is under way and nothing began or ended for this long. */
const IDLE_MS = 500;
/** One look at the page: whether it is there now. */
const LOOK_MS = 1;

/** Requests that stay open for as long as the page does. */
const endless = new Set(["websocket", "eventsource", "media"]);

export function conditionsOf(page: SessionPage, input: WaitInput, signal: AbortSignal): Condition[] {
  const { selector, text, url, js, state } = input;
  const seen = (awaited: { text: string } | { target: { selector: string } }) => () => waitUntilSeen(page, awaited, LOOK_MS, signal);
  const conditions: Condition[] = [];
  if (selector !== undefined) conditions.push({ what: `selector ${selector}`, holds: seen({ target: { selector } }) });
  if (text !== undefined) conditions.push({ what: `text "${text}"`, holds: seen({ text }) });
  if (url !== undefined) conditions.push({ what: `url ${url}`, holds: urlCondition(page, url) });
  if (js !== undefined) conditions.push({ what: `JavaScript ${js}`, holds: async () => Boolean(await evaluate(page, js)) });
  if (state !== undefined) conditions.push({ what: `load state ${state}`, holds: () => hasLoaded(page, state) });
  return conditions;
}

/** A part of the address, or a regular expression that matches somewhere in it. */
function urlCondition(page: SessionPage, pattern: string): () => Promise<boolean> {
  const expression = regExpOf(pattern);
  return async () => page.url.includes(pattern) || (expression?.test(page.url) ?? false);
}

function regExpOf(pattern: string): RegExp | undefined {
  return unlessMalformed(() => new RegExp(pattern));
}

async function hasLoaded(page: SessionPage, state: LoadState): Promise<boolean> {
  const readyState = await evaluate(page, "document.readyState");
  if (state === "domcontentloaded") return readyState === "interactive" || readyState === "complete";
  return readyState === "complete" && (state === "load" || isNetworkIdle(page));
}

function isNetworkIdle({ id, session }: SessionPage): boolean {
  const since = Date.now() - IDLE_MS;
  return session.parts.network.entries
    .toArray()
    .filter(({ pageId, type }) => pageId === id && !endless.has(type))
    .every(({ startedAt, endedAt }) => endedAt !== undefined && endedAt < since && startedAt < since);
}

/** The page may navigate while it is waited for: that is what a wait is for. */
async function evaluate(page: SessionPage, expression: string): Promise<unknown> {
  try {
    return await evaluateApart(expression, (script) => page.engine.mainFrame.evaluate(script));
  } catch (thrown) {
    if (isDroverError(thrown) && (thrown.code === "context-gone" || thrown.code === "frame-gone")) return undefined;
    throw thrown;
  }
}

export const nothingToWaitFor = (): DroverError =>
  new DroverError("bad-input", "wait needs something to wait for", { hint: "Pass selector, text, url, js or state." });
