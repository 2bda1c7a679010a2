import type { ElementProbe, FillPlan } from "../../page/act/api.ts";
import { HIDDEN_VALUE } from "../../page/see/hiddenValue.ts";
import { pasteAtFocus } from "../clipboard.ts";
import { hasKeys, parseChord, pressChord, pressKey, typeKeys, typeLine } from "../keyboard.ts";
import type { FilledIn } from "../secrets.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { Aimed } from "./aim.ts";
import type { Step } from "./perform.ts";
import { pressAt } from "./pointer.ts";

type Fillable = Pick<Aimed, "frame" | "target">;

/** Above this, key by key would take too long for what it could change. */
const MAX_TYPED = 2000;
/** Up to this, a field of one line gets the keys that a person would press, at about a millisecond each: pages listen to those, too. */
const MAX_LINE = 40;

/** Puts a value into a control the way its kind needs, and tells what it holds afterwards. The alias of a secret is filled in here, and told instead of it. */
export async function fillField(step: Step, aimed: Fillable, given: string): Promise<Partial<ElementProbe>> {
  const { page } = step;
  const { frame, target } = aimed;
  const filled = await page.session.parts.secrets.filledIn(given, frame);
  const { value, alias } = filled;
  await page.engine.input.takeFocus?.();
  const plan = await frame.ask("fill", { target, value, waitMs: step.waitMs });
  if (plan.next === "click") {
    const ready = await step.aim({ ref: target.ref }, "pointer");
    await pressAt(page, ready.point);
  }
  const typed = () => typeInto(page, aimed, filled, plan);
  if (plan.paste) await page.session.parts.permissions.whilePasting(typed);
  else if (plan.next === "text" || plan.next === "keys") await typed();
  return { valueRequested: alias ?? (plan.secret ? HIDDEN_VALUE : value) };
}

async function typeInto(page: SessionPage, { frame, target }: Fillable, filled: FilledIn, { next, before, paste }: FillPlan): Promise<void> {
  const { input } = page.engine;
  const { value } = filled;
  await page.session.parts.secrets.requireStill(filled, frame);
  const taken = async () => (await frame.ask("checkFill", { target, value, before })).ok;
  const selectAgain = async () => {
    if (next === "code") await pressChord(input, parseChord("ControlOrMeta+a"));
  };
  await selectAgain();
  if (value === "") return pressKey(input, "Delete");
  const byKeys = next === "keys" && value.length <= MAX_LINE && hasKeys(value);
  if (byKeys) await typeLine(input, value);
  else if (!paste || !((await pasteAtFocus(frame, value)) || (await taken()))) await input.insertText(value);
  const ok = await taken();
  if (ok || value.length > MAX_TYPED) return;
  // Fields that take only one of the two: masked ones, and those that cancel what an input method or a key inserts.
  if (byKeys) return input.insertText(value);
  await selectAgain();
  await pressKey(input, "Delete");
  await typeKeys(input, value);
}
