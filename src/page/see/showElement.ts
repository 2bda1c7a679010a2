import * as dom from "../dom.ts";
import type { SeeApi } from "./api.ts";
import { resolveTarget } from "./elements.ts";

/** Elements are the same in every world, and events reach them all: a script of the page's world that listens for this one has the element. */
export const showElement: SeeApi["showElement"] = ({ target, event }) => {
  dom.dispatchEvent(resolveTarget(target), new CustomEvent(event, { composed: true }));
};
