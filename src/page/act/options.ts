/** Lists that pages build themselves: finding the option with a given text after the list was opened. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { composedContains, elementsByIds } from "../see/composed.ts";
import { documentRoots } from "../see/documentTree.ts";
import { RefMint } from "../see/elements.ts";
import { NameReader, squash } from "../see/name.ts";
import { hasVisibleBox } from "../see/visible.ts";
import type { ActApi } from "./api.ts";
import { currentAction } from "./begin.ts";
import { nextFrame } from "./nextFrame.ts";
import { describe } from "./describe.ts";
import { choose } from "./ready.ts";
import { visibleText } from "./visibleText.ts";

export const isExpanded: ActApi["isExpanded"] = ({ target }) => {
  const { element } = choose(target);
  const trigger = dom.closest(element, "[aria-expanded]") ?? dom.querySelector(element, "[aria-expanded]") ?? element;
  return dom.getAttribute(trigger, "aria-expanded") === "true";
};

const optionKinds = ["[role=option]", "[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]", "[role=treeitem]"];

export const findOption: ActApi["findOption"] = async ({ trigger, option, exact, waitMs, ...grant }) => {
  const opener = choose(trigger).element;
  const end = performance.now() + waitMs;
  const fits = textTest(option, exact);
  for (;;) {
    const missed = currentAction()?.guard?.missed;
    if (missed) throw new PageRefusal("covered", `${describe(opener)} moves or is covered by ${missed}`, { fields: { coveredBy: missed } });
    const found = matching(opener, fits);
    if (found) {
      const mint = new RefMint(grant.nextRef, new NameReader(), grant.testAttributes);
      return { ref: mint.refOf(found), nextRef: mint.next, minted: mint.minted };
    }
    if (performance.now() >= end) throw noSuchOption(opener, option);
    showMore(opener);
    await nextFrame();
  }
};

type TextTest = (element: Element) => boolean;

function textTest(option: string, exact: boolean): TextTest {
  const wanted = squash(option);
  const names = new NameReader();
  const says = (text: string) => (exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase()));
  return (element) => says(visibleText(element, 400)) || says(names.nameOf(element));
}

function matching(opener: Element, fits: TextTest): Element | undefined {
  const popup = popupOf(opener);
  let hasOptions = false;
  for (const kind of optionKinds) {
    const options = visibleOnes(kind);
    hasOptions ||= options.length > 0;
    const near = popup ? options.filter((option) => composedContains(popup, option)) : options;
    const found = (near.length > 0 ? near : options).filter(fits);
    if (found.length > 1 && new Set(found.map((option) => visibleText(option, 400))).size > 1) throw ambiguous(found);
    if (found[0]) return found[0];
  }
  return hasOptions || popup ? undefined : plainText(opener, fits);
}

const ambiguous = (found: Element[]) =>
  new PageRefusal("ambiguous", `${found.length} options match: ${found.slice(0, 5).map((option) => JSON.stringify(visibleText(option, 40))).join(", ")}`, {
    hint: "Give the whole text of the option.",
  });

function visibleOnes(selector: string): Element[] {
  return documentRoots().flatMap((root) => [...dom.querySelectorAll(root, selector)].filter(hasVisibleBox));
}

function popupOf(opener: Element): Element | undefined {
  const holder = dom.closest(opener, "[aria-controls], [aria-owns]") ?? dom.querySelector(opener, "[aria-controls], [aria-owns]");
  if (!holder) return undefined;
  const ids = `${dom.getAttribute(holder, "aria-controls") ?? ""} ${dom.getAttribute(holder, "aria-owns") ?? ""}`;
  return elementsByIds(holder, ids).find(hasVisibleBox);
}

/** Lists without roles: only what came since the trigger was pressed can be an option. */
function plainText(opener: Element, fits: TextTest): Element | undefined {
  const action = currentAction();
  const places = action ? [...action.watch.added, ...action.watch.altered, ...action.hidden.revealed()] : [];
  for (const place of places) {
    if (!dom.isConnected(place)) continue;
    // A list may be inside of what opens it: what came there is not the opener's own label.
    const within = place !== opener && composedContains(opener, place);
    const isApart = (element: Element) => !composedContains(element, opener) && (within || !composedContains(opener, element));
    const inside = [...dom.querySelectorAll(place, "*")].filter((element) => hasVisibleBox(element) && isApart(element) && fits(element));
    const innermost = inside.find((element) => !inside.some((other) => other !== element && dom.contains(element, other)));
    if (innermost) return innermost;
  }
  return undefined;
}

/** Long lists render only what is in view. */
function showMore(opener: Element): void {
  const list = popupOf(opener) ?? visibleOnes("[role=listbox], [role=menu]").at(-1);
  for (let at: Element | null = list ?? null; at && at !== dom.body(document); at = dom.parentElement(at)) {
    if (dom.scrollTop(at) + dom.clientHeight(at) >= dom.scrollHeight(at) - 1 || getComputedStyle(at).overflowY === "visible") continue;
    dom.scrollBy(at, { top: dom.clientHeight(at), behavior: "instant" });
    return;
  }
}

function noSuchOption(opener: Element, option: string): PageRefusal {
  const shown = optionKinds.flatMap(visibleOnes).slice(0, 12).map((each) => JSON.stringify(visibleText(each, 40)));
  return new PageRefusal("not-found", `${describe(opener)} offers no option "${option}"`, {
    hint: shown.length > 0 ? `It offers: ${shown.join(", ")}. exact:false matches a part.` : "No list of options opened; look with snapshot.",
  });
}
