import * as dom from "../dom.ts";
import { composedContains, elementsByIds } from "../see/composed.ts";
import { elementAt } from "../see/covered.ts";
import { DEFAULT_TEST_ATTRIBUTES, RefMint } from "../see/elements.ts";
import { NameReader } from "../see/name.ts";
import { focusedElement } from "../see/state.ts";
import { hasVisibleBox } from "../see/visible.ts";
import type { ActApi, ElementProbe, Region } from "./api.ts";
import { currentAction, type Action } from "./begin.ts";
import { delta } from "./delta.ts";
import { isBlank } from "./hiddenParts.ts";
import { frameShown, nextFrame } from "./nextFrame.ts";
import { hitAt, targetAfter } from "./probe.ts";
import { factsOfGone, visibleRegions, type RegionFacts } from "./regions.ts";
import { geometry } from "./scroll.ts";
import { DomWatch } from "./watch.ts";

export const finish: ActApi["finish"] = async ({ presses, quietFrames, hasWaited, capMs, workCapMs, mode, budget, scroll, actionId, ...grant }) => {
  const action = currentAction(actionId);
  if (presses !== undefined) await action?.afterInput.pressed(presses);
  const watch = action?.watch ?? new DomWatch();
  const pressed = action?.target?.element ?? (action?.hit && elementAt(action.hit.point.x, action.hit.point.y)) ?? undefined;
  let worked = false;
  const isBusy = () => {
    const busy = action !== undefined && (action.work.busy || action.transitions.areRunning(pressed));
    worked ||= busy;
    return busy;
  };
  action?.work.settle();
  // The browser has nothing else to do until the next frame; a page that stays as it is need not be looked at again.
  const { records } = watch;
  const early = look(action);
  const quiet = await watch.untilQuiet({
    frames: action?.work.isKnown ? 1 : quietFrames,
    capMs,
    isBusy,
    busyCapMs: workCapMs,
    frame: action && !action.work.observes ? nextFrame : frameShown,
    ...(action?.work.isKnown && !hasWaited && { isOver: () => action.afterInput.isOver() }),
  });
  const { names, regions, shown } = worked || watch.records > records ? look(action) : early;
  const testAttributes = grant.testAttributes ?? DEFAULT_TEST_ATTRIBUTES;
  const mint = new RefMint(grant.nextRef, names, testAttributes);
  const appeared = outermost([...regions].filter(([element, facts]) => isNews(action?.regions.get(element), facts)));
  const removed = removedRegions(action, regions, watch);
  const told: Region[] = appeared.map(([element, facts]) => ({ ...facts, ref: mint.refOf(element) }));
  const element = probe(action, testAttributes, scroll === true);
  const changed = watch.changed || appeared.length > 0 || removed.length > 0 || shown.length > 0;
  const news = [...appeared.map(([region]) => region), ...watch.added, ...shown];
  const tree = delta({ mode, budget, mint, testAttributes, news, altered: [...watch.altered], target: action?.target?.element, whole: !action });
  const missed = action?.guard?.missed;
  if (!action) watch.stop();
  return {
    quiet,
    watched: action !== undefined,
    changed,
    title: dom.title(document),
    ...(element && { element }),
    appeared: told,
    removed,
    ...(tree && { delta: tree }),
    ...(missed && { missed }),
    nextRef: mint.next,
    minted: mint.minted,
  };
};

interface Look {
  names: NameReader;
  regions: Map<Element, RegionFacts>;
  /** What came to light. */
  shown: Element[];
}

function look(action: Action | undefined): Look {
  const names = new NameReader();
  return { names, regions: visibleRegions(names), shown: action ? revealed(action) : [] };
}

const MAX_REMOVED = 5;

/** Surfaces that are no longer there, and whatever else the page's body has lost. */
function removedRegions(action: Action | undefined, now: Map<Element, RegionFacts>, watch: DomWatch): RegionFacts[] {
  const surfaces = [...(action?.regions ?? [])].filter(([element]) => !now.has(element));
  const inside = (element: Element) => surfaces.some(([surface]) => composedContains(element, surface) || composedContains(surface, element));
  const others = [...watch.gone].filter((element) => !dom.isConnected(element) && !watch.added.has(element) && !watch.altered.has(element) && !inside(element)).map(factsOfGone);
  return [...surfaces.map(([, facts]) => facts), ...others.filter((facts) => facts !== undefined).slice(0, MAX_REMOVED)];
}

const MAX_REVEALED = 3;

/** What was brought to light without being added: parts that were hidden, what the control says it controls, and small things that were restyled. */
function revealed({ hidden, watch, target }: Action): Element[] {
  const pressed = target?.element;
  const controlled = pressed && dom.getAttribute(pressed, "aria-expanded") === "true" ? elementsByIds(pressed, dom.getAttribute(pressed, "aria-controls")) : [];
  const apart = (element: Element) => !pressed || (!composedContains(element, pressed) && !composedContains(pressed, element));
  const others = [...watch.restyled].filter((element) => !hidden.has(element) && apart(element) && !isBlank(element));
  return [...hidden.revealed(), ...[...controlled, ...others.slice(0, MAX_REVEALED)].filter(hasVisibleBox)];
}

const MAX_APPEARED = 10;

/** What is in a region that appeared has come with it. */
function outermost(appeared: [Element, RegionFacts][]): [Element, RegionFacts][] {
  return appeared.filter(([element]) => !appeared.some(([other]) => other !== element && composedContains(other, element))).slice(0, MAX_APPEARED);
}

/** A message region that says something else has appeared again. */
function isNews(before: RegionFacts | undefined, after: RegionFacts): boolean {
  if (!before) return true;
  return before.name !== after.name && (after.role === "alert" || after.role === "status");
}

function probe(action: Action | undefined, testAttributes: readonly string[], scroll: boolean): ElementProbe | undefined {
  if (!action && !scroll) return undefined;
  const hit = action?.hit;
  const element: ElementProbe = {
    ...(action?.target && targetAfter(action.target, testAttributes)),
    ...(hit && { hit: { before: hit.before, after: hitAt(hit.point), focusChanged: focusedElement() !== action.focused } }),
    ...(scroll && { scroll: geometry() }),
  };
  return Object.keys(element).length > 0 ? element : undefined;
}
