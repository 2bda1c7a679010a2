import * as dom from "../dom.ts";
import type { SeeApi } from "./api.ts";
import { DEFAULT_TEST_ATTRIBUTES, RefMint } from "./elements.ts";
import { cut } from "./line.ts";
import { NameReader } from "./name.ts";
import { roleOf } from "./role.ts";
import { documentRoots } from "./documentTree.ts";
import { hasVisibleBox } from "./visible.ts";

const roles = ["dialog", "alertdialog", "alert", "status", "tooltip", "log", "banner", "timer"];
const css = [...roles.map((role) => `[role~=${role}]`), "dialog[open]", "output", "header", "[popover]"].join(",");

/** The surfaces that come and go: dialogs, messages, tooltips. What is inside another of them is part of that one. */
export const transientRegions: SeeApi["transientRegions"] = (arg) => {
  const names = new NameReader();
  const mint = new RefMint(arg.nextRef, names, arg.testAttributes ?? DEFAULT_TEST_ATTRIBUTES);
  const found: Element[] = [];
  for (const root of documentRoots())
    for (const element of dom.querySelectorAll(root, css)) {
      const role = roleOf(element);
      if (!roles.includes(role) || !hasVisibleBox(element) || found.some((outer) => dom.contains(outer, element))) continue;
      found.push(element);
    }
  const regions = found.map((element) => ({
    role: roleOf(element),
    name: cut(names.nameOf(element) || names.contentOf(element), 120),
    ref: mint.refOf(element),
  }));
  return { regions, nextRef: mint.next, minted: mint.minted };
};
