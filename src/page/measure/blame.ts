import * as dom from "../dom.ts";
import type { RefMint } from "../see/elements.ts";
import { cut } from "../see/line.ts";
import { squash } from "../see/name.ts";
import type { BlamedElement } from "./api.ts";

const TEXT = 60;

/** An element as a report names it: with a ref while it is on the page. */
export function blame(mint: RefMint, node: Node | null | undefined): { element?: BlamedElement } {
  const element = node instanceof Element ? node : node && dom.parentElement(node);
  if (!element) return {};
  return { element: { ...(dom.isConnected(element) && { ref: mint.refOf(element) }), tag: dom.localName(element), text: cut(squash(dom.textContent(element) ?? ""), TEXT) } };
}
