/** An article without what stands beside and among its text and is none of it. */
import { lengthOf } from "../measures.ts";
import { dropCards, dropLinkLists, dropTableOfContents } from "./byLinks.ts";
import { dropAbout, dropButtons, dropCalledBeside, dropElementsBeside } from "./byName.ts";
import { dropBareHeadings, dropEdges, dropEnds } from "./byPlace.ts";
import { dropClosing, dropCredits, dropDates, dropIdle, dropMarked, dropPointers, dropRepeatedCaptions } from "./byWords.ts";

/** In this order: what stands last, and what is left bare, shows only when the rest has gone. */
const RULES = [dropAbout, dropMarked, dropDates, dropCredits, dropRepeatedCaptions, dropTableOfContents, dropButtons, dropIdle, dropPointers, dropEnds, dropCards, dropLinkLists, dropClosing, dropEdges, dropBareHeadings];

/** Of the text, what names must leave, and what the rules must leave of that; else they have taken the article for something beside it. */
const LEAST = { byName: 0.05, byRules: 0.4 };

export function withoutWhatIsBeside(element: Element): Element {
  const root = withoutNamed(element);
  const named = lengthOf(root);
  if (named < lengthOf(element) * LEAST.byName) {
    const gentle = element.cloneNode(true) as Element;
    dropElementsBeside(gentle);
    return gentle;
  }
  for (const rule of RULES) rule(root);
  return lengthOf(root) >= named * LEAST.byRules ? root : withoutNamed(element);
}

function withoutNamed(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  dropCalledBeside(copy);
  return copy;
}
