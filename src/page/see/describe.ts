import * as dom from "../dom.ts";
import { QueryCache } from "../selector/index.ts";
import type { SeeApi } from "./api.ts";
import { RefMint, resolveAll, resolveTarget, testAttributeOf, DEFAULT_TEST_ATTRIBUTES } from "./elements.ts";
import { playwrightLocator } from "./locators.ts";
import { NameReader } from "./name.ts";
import { roleOf } from "./role.ts";
import { isDisabled } from "./state.ts";
import { BoxReader } from "./visible.ts";

export const describe: SeeApi["describe"] = ({ target, nextRef, testAttributes = DEFAULT_TEST_ATTRIBUTES }) => {
  const element = resolveTarget(target);
  const names = new NameReader();
  const mint = new RefMint(nextRef, names, testAttributes);
  const test = testAttributeOf(element, testAttributes);
  return {
    element: {
      ref: mint.refOf(element),
      role: roleOf(element),
      name: names.nameOf(element),
      tag: dom.localName(element),
      ...(test && { test }),
      box: new BoxReader().visibleBox(element),
      disabled: isDisabled(element),
    },
    matches: target.ref ? 1 : resolveAll(target).length,
    nextRef: mint.next,
    minted: mint.minted,
  };
};

export const count: SeeApi["count"] = ({ target }) => resolveAll(target).length;

export const locator: SeeApi["locator"] = ({ target, testAttributes = DEFAULT_TEST_ATTRIBUTES }) => {
  const element = resolveTarget(target);
  return playwrightLocator(element, testAttributeOf(element, testAttributes), new QueryCache());
};
