/** Which places tell what changed, in the order in which they are told. */
import * as dom from "../dom.ts";
import { composedAncestors, composedContains, composedParent } from "../see/composed.ts";

interface Changes {
  news: Element[];
  altered: Element[];
  target: Element | undefined;
}

/** A place with more in it than this does not stand for something new inside it. */
const SMALL = 40;
/** So many items of one list may be told one by one. */
const FEW_ITEMS = 4;

export function changedPlaces({ news, altered, target }: Changes): Element[] {
  const fresh = news.filter(isSeen);
  const others = altered.filter((place) => isSeen(place) && (isSmall(place) || !fresh.some((each) => composedContains(place, each))));
  const known = new Set([...fresh, ...others]);
  // The words in a button are told as the button.
  const control = target && dom.isConnected(target) && isSmall(target) && [...known].some((place) => composedContains(target, place)) ? target : undefined;
  if (control) known.add(control);
  return asLists(outermost(known));
}

const isSeen = (place: Element): boolean => dom.isConnected(place) && dom.checkVisibility(place);

const isSmall = (place: Element): boolean => dom.elementsByTag(place, "*").length <= SMALL;

/** Places that hold others take the place of the first of them. */
function outermost(known: ReadonlySet<Element>): Element[] {
  const outer = (place: Element) => [...composedAncestors(place)].findLast((ancestor) => known.has(ancestor)) ?? place;
  return [...new Set([...known].map(outer))];
}

/** A list most of whose items came or changed is read as a list, which is shorter. */
function asLists(places: Element[]): Element[] {
  const items = new Map<Element, number>();
  for (const place of places) {
    const list = composedParent(place);
    if (list) items.set(list, (items.get(list) ?? 0) + 1);
  }
  const isList = (list: Element | null): list is Element => {
    const count = (list && items.get(list)) ?? 0;
    return list !== null && list !== dom.body(document) && count > FEW_ITEMS && count > dom.childElementCount(list) / 2;
  };
  return [...new Set(places.map((place) => {
    const list = composedParent(place);
    return isList(list) ? list : place;
  }))];
}
