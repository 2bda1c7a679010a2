import { ActionSpans } from "./action/actionSpans.ts";
import { Pointer } from "./action/pointer.ts";

/** What a session remembers of one page, for as long as the page is there. */
export class PageParts {
  readonly pointer = new Pointer();
  readonly actions = new ActionSpans();
}
