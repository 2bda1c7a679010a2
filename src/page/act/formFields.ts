import { PageRefusal } from "../pageRefusal.ts";
import type { PageTarget } from "../api.ts";
import { RefMint, resolveTarget } from "../see/elements.ts";
import { NameReader } from "../see/name.ts";
import type { ActApi, FieldNoted } from "./api.ts";
import { currentAction } from "./begin.ts";
import { editable } from "./field.ts";
import { targetAfter, targetBefore, type TargetBefore } from "./probe.ts";
import { choose } from "./ready.ts";

export const noteFields: ActApi["noteFields"] = ({ targets, nextRef, testAttributes }) => {
  const mint = new RefMint(nextRef, new NameReader(), testAttributes);
  const noted = new Map<string, TargetBefore>();
  const fields = targets.map(({ target, fill }): FieldNoted => {
    try {
      const element = fieldFor(target, fill);
      const ref = mint.refOf(element);
      noted.set(ref, targetBefore(element, ref));
      return { ok: true, ref };
    } catch (refusal) {
      if (!(refusal instanceof PageRefusal)) throw refusal;
      return { ok: false, code: refusal.code, error: refusal.message };
    }
  });
  const action = currentAction();
  if (action) action.fields = noted;
  return { fields, nextRef: mint.next, minted: mint.minted };
};

function fieldFor(target: PageTarget, fill: boolean): Element {
  const { element } = choose(target);
  return fill ? editable(element) : element;
}

export const probeFields: ActApi["probeFields"] = ({ refs, testAttributes }) => {
  const noted = currentAction()?.fields;
  return refs.map((ref) => targetAfter(noted?.get(ref) ?? targetBefore(resolveTarget({ ref }), ref), testAttributes));
};
