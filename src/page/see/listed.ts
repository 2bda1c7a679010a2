import * as dom from "../dom.ts";
import type { SearchRoot } from "./composed.ts";

/** Elements of any of these tags or with any of these attributes. */
export interface Listing {
  tags: readonly string[];
  attributes: readonly string[];
}

/**
 * Those under a root, kind by kind. Browsers keep the lists of a document's tags until it changes and look for one attribute fast; a long
 * selector they try on every element. They are slow at giving a list item by item to an iterator.
 */
export function* listed(root: SearchRoot, { tags, attributes }: Listing): Generator<Element> {
  for (const tag of tags) yield* items(dom.elementsByTag(root, tag));
  for (const attribute of attributes) yield* items(dom.querySelectorAll(root, `[${attribute}]`));
}

function* items(list: HTMLCollectionOf<Element> | NodeListOf<Element>): Generator<Element> {
  for (let index = 0; index < list.length; index++) yield list[index] as Element;
}
