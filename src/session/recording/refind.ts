import { setTimeout as pause } from "node:timers/promises";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { FlowLocator } from "../../report/flow/flow.ts";
import { findElements } from "../findElements.ts";
import { descendants } from "../frameTree.ts";
import { readFrame } from "../reading.ts";
import { roleAndName } from "../snapshotText.ts";
import type { SessionPage } from "../sessionPage.ts";
import { framesAround } from "./framesAround.ts";

/** An element of a flow, found on the page as it is now. */
export interface Refound {
  ref: string;
  /** How it was found, when its own selector did not lead to it. */
  healed?: { how: string; locator: FlowLocator };
}

/** How long its own selector is waited for before others are tried. */
const OWN_MS = 1500;
const LOOK_EVERY_MS = 100;
/** Of the words of a name, so many must be the same. */
const ALIKE = 0.5;

interface Way {
  how: string;
  selector: string;
}

/** Other ways to the same element, the surest first. */
const waysTo = ({ test, id, role, name }: FlowLocator): Way[] => [
  ...(test ? [{ how: "its test attribute", selector: `[${test[0]}=${JSON.stringify(test[1])}]` }] : []),
  ...(role && name && role !== "generic" ? [{ how: "its role and name", selector: `role=${role}[name=${JSON.stringify(name)}]` }] : []),
  ...(id ? [{ how: "its id", selector: `[id=${JSON.stringify(id)}]` }] : []),
];

/** Finds the element that a flow means: where it was, else where it has moved to, and never one of several. */
export async function refind(page: SessionPage, locator: FlowLocator, { waitMs, signal }: { waitMs: number; signal: AbortSignal }): Promise<Refound> {
  const started = Date.now();
  for (;;) {
    signal.throwIfAborted();
    const own = await byOwnSelector(page, locator);
    if (own) return { ref: own.ref };
    const waited = Date.now() - started;
    const healed = waited >= Math.min(OWN_MS, waitMs) ? await elsewhere(page, locator) : undefined;
    if (healed) return { ref: healed.ref, healed: { how: healed.how, locator: await describedNow(page, healed, locator) } };
    if (waited >= waitMs) throw lost(locator);
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}

const lost = ({ role, name, selectorHint }: FlowLocator): DroverError =>
  new DroverError("not-found", `${role ? roleAndName(role, name) : selectorHint} is not on the page, and nothing that is surely the same`, {
    hint: "Look with snapshot what the page shows instead; record the step again, or correct its locator in the flow file.",
    failure: { source: "app" },
    fields: { selector: selectorHint },
  });

interface Place {
  frame: EngineFrame;
  ref: string;
}

/** A place in the document says nothing of what is there: it must still look like itself. */
async function byOwnSelector(page: SessionPage, locator: FlowLocator): Promise<Place | undefined> {
  const isPlace = locator.selectorTier === 4 || locator.selectorTier === 5;
  return onlyOne(page, locator.selectorHint, locator, isPlace ? (facts) => facts.role === locator.role && facts.name === locator.name : () => true);
}

type Facts = { ref: string; role: string; name: string };

/** The one element of the page and its frames that a selector leads to; undefined when there are none or several. */
async function onlyOne(page: SessionPage, selector: string, { frames }: FlowLocator, fits: (facts: Facts) => boolean): Promise<Place | undefined> {
  const where = frames ? descendants(page.engine.mainFrame) : [page.engine.mainFrame];
  const found = await Promise.all(where.map((frame) => inFrame(page, frame, selector)));
  const [first, ...others] = found.flat().filter(({ facts }) => fits(facts));
  return first && others.length === 0 ? { frame: first.frame, ref: first.facts.ref } : undefined;
}

async function inFrame(page: SessionPage, frame: EngineFrame, selector: string): Promise<{ frame: EngineFrame; facts: Facts }[]> {
  const described = await mayFail(readFrame(page, frame, "describe", { target: { selector } }), "what is not there is looked for elsewhere");
  return described && described.matches === 1 ? [{ frame, facts: described.element }] : [];
}

async function elsewhere(page: SessionPage, locator: FlowLocator): Promise<(Place & { how: string }) | undefined> {
  for (const { how, selector } of waysTo(locator)) {
    const found = await onlyOne(page, selector, locator, () => true);
    if (found) return { ...found, how };
  }
  const named = await byWords(page, locator);
  if (named) return { ...named, how: "the words of its name" };
  const { path, role, tag } = locator;
  const placed = path && role && tag ? await onlyOne(page, path, locator, (facts) => facts.role === role) : undefined;
  return placed && { ...placed, how: "its place" };
}

async function byWords(page: SessionPage, { role, name }: FlowLocator): Promise<Place | undefined> {
  if (!role || !name) return undefined;
  const { candidates } = await findElements(page, { query: `${name} ${role}`, maxCandidates: 5 });
  const alike = candidates.filter((each) => each.role === role && likeness(each.name, name) >= ALIKE);
  const [only] = alike;
  return only && alike.length === 1 ? { frame: page.locate({ ref: only.ref }).frame, ref: only.ref } : undefined;
}

/** The share of words that two names have in common. */
export function likeness(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => new Set(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])) as [Set<string>, Set<string>];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, new Set([...a, ...b]).size);
}

async function describedNow(page: SessionPage, { frame, ref }: Place, before: FlowLocator): Promise<FlowLocator> {
  const { testAttributes } = page.session.config;
  const now = await frame.ask("recordedElement", { target: { ref }, testAttributes });
  if (!now) return before;
  const { secret: _, playwright: __, ...kept } = now;
  return { ...kept, ...(frame !== page.engine.mainFrame && { frames: await framesAround(frame, testAttributes) }) };
}
