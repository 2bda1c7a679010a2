import * as dom from "../dom.ts";
import type { RefGrant } from "../see/api.ts";
import { attributeSelector } from "../see/locators.ts";
import { DEFAULT_TEST_ATTRIBUTES, elementOfRef, RefMint, testAttributeOf } from "../see/elements.ts";
import { elementAt } from "../see/covered.ts";
import { cssPath } from "../see/cssPath.ts";
import { rememberTree } from "../see/documentTree.ts";
import { frameShownBy } from "../see/frames.ts";
import { NameReader } from "../see/name.ts";
import { roleOf } from "../see/role.ts";
import { focusedElement } from "../see/state.ts";
import type { ActApi, BegunElement, HitFacts, Point } from "./api.ts";
import { AfterInput } from "./afterInput.ts";
import { PressGuard } from "./press.ts";
import { hitAt, targetBefore, type TargetBefore } from "./probe.ts";
import { makeReady } from "./ready.ts";
import { visibleRegions, type RegionFacts } from "./regions.ts";
import { HiddenParts } from "./hiddenParts.ts";
import { PageWork } from "./pageWork.ts";
import { Transitions } from "./transitions.ts";
import { DomWatch } from "./watch.ts";

/** An action under way in this document. */
export interface Action {
  watch: DomWatch;
  work: PageWork;
  afterInput: AfterInput;
  transitions: Transitions;
  guard?: PressGuard;
  target?: TargetBefore;
  regions: Map<Element, RegionFacts>;
  hidden: HiddenParts;
  focused: Element | null;
  hit?: { point: Point; before: HitFacts | null };
  /** Fields of a form, by ref. */
  fields?: Map<string, TargetBefore>;
}

/** By their ids: actions take turns and share one, waits run beside them. */
const underWay = new Map<string, Action>();

const SHARED_ID = "";

export const currentAction = (id: string = SHARED_ID): Action | undefined => underWay.get(id);

export const endAction: ActApi["endAction"] = (id) => {
  const ended = currentAction(id ?? SHARED_ID);
  ended?.watch.stop();
  ended?.afterInput.stop();
  ended?.work.end();
  ended?.guard?.stop();
  underWay.delete(id ?? SHARED_ID);
  return null;
};

export const noMoreInput: ActApi["noMoreInput"] = (id) => {
  currentAction(id ?? SHARED_ID)?.afterInput.noMore();
  return null;
};

export const begin: ActApi["begin"] = async ({ target, point, ready, waitMs, position, further, ownControl, actionId = SHARED_ID, workKey, ...grant }) => {
  rememberTree(workKey);
  if (!further) endAction(actionId);
  currentAction(actionId)?.guard?.stop();
  const rebound = target?.ref !== undefined && elementOfRef(target.ref) === null;
  const prepared = target && (await makeReady(target, ready, waitMs, position));
  const names = new NameReader();
  const mint = new RefMint(grant.nextRef, names, grant.testAttributes);
  const action = currentAction(actionId) ?? newAction(names, workKey, ready === "attached");
  let element: BegunElement | undefined;
  if (prepared) {
    const ref = mint.refOf(prepared.element);
    if (further !== "aside") action.target = targetBefore(prepared.element, ref, ownControl);
    if (ready === "pointer") action.guard = new PressGuard(prepared.element);
    element = { ...factsOf(prepared.element, ref, names, grant), matches: prepared.matches, ...(prepared.unready && { unready: prepared.unready }), ...(rebound && { rebound }) };
  }
  const pressed = point && elementAt(point.x, point.y);
  const onFrame = pressed ? frameShownBy(pressed) : undefined;
  if (point) action.hit = { point, before: hitAt(point) };
  underWay.set(actionId, action);
  return {
    ...(element && { element }),
    ...(prepared?.point && { point: prepared.point }),
    ...(onFrame !== undefined && { onFrame }),
    viewport: { width: innerWidth, height: innerHeight },
    nextRef: mint.next,
    minted: mint.minted,
  };
};

/** What is made ready for something else is not turned, nor touched without a pointer. */
function newAction(names: NameReader, workKey: string | undefined, mayTurn: boolean): Action {
  const watch = new DomWatch();
  const work = new PageWork(workKey, mayTurn);
  return { watch, work, afterInput: new AfterInput({ watch, work }, mayTurn), transitions: new Transitions(), regions: visibleRegions(names), hidden: new HiddenParts(), focused: focusedElement() };
}

function factsOf(element: Element, ref: string, names: NameReader, grant: RefGrant): Omit<BegunElement, "matches"> {
  const role = roleOf(element);
  const name = names.nameOf(element);
  const { x, y, width, height } = dom.getBoundingClientRect(element);
  const test = testAttributeOf(element, grant.testAttributes ?? DEFAULT_TEST_ATTRIBUTES);
  const named = name && name.length <= 80 && role !== "generic" && role !== "none";
  return {
    ref,
    role,
    name,
    tag: dom.localName(element),
    box: { x, y, width, height },
    hint: test ? attributeSelector(test) : named ? `role=${role}[name=${JSON.stringify(name)}]` : cssPath(element),
  };
}
