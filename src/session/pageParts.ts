import { ActionSpans } from "./action/actionSpans.ts";
import { Pointer } from "./action/pointer.ts";
import { PageCast } from "./live/pageCast.ts";
import type { SessionPage } from "./sessionPage.ts";

/** What a session remembers of one page, for as long as the page is there. */
export class PageParts {
  readonly pointer = new Pointer();
  readonly actions = new ActionSpans();
  readonly cast: PageCast;

  constructor(page: SessionPage) {
    this.cast = new PageCast(page);
  }
}
