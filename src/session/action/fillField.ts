import type { ElementProbe } from "../../page/act/api.ts";
import { HIDDEN_VALUE } from "../../page/see/hiddenValue.ts";
import { pressChord, typeKeys } from "../keyboard.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { Aimed } from "./aim.ts";
import type { Step } from "./perform.ts";
import { pressAt } from "./pointer.ts";

type Fillable = Pick<Aimed, "frame" | "target">;

/** Above this, key by key would take too long for what it could change. */
const MAX_TYPED = 2000;

/** Puts a value into a control the way its kind needs, and tells what it holds afterwards. */
export async function fillField(step: Step, aimed: Fillable, value: string): Promise<Partial<ElementProbe>> {
  const { page } = step;
  const { frame, target } = aimed;
  const plan = await frame.ask("fill", { target, value, waitMs: step.waitMs });
  if (plan.next === "click") {
    const ready = await step.aim({ ref: target.ref }, "pointer");
    await pressAt(page, ready.point);
  }
  if (plan.next === "type") await typeInto(page, aimed, value, plan.before);
  return { valueRequested: plan.secret ? HIDDEN_VALUE : value };
}

async function typeInto(page: SessionPage, { frame, target }: Fillable, value: string, before: string): Promise<void> {
  const { input } = page.engine;
  if (value === "") await pressChord(input, { modifiers: [], key: "Delete" });
  else await input.insertText(value);
  const { ok } = await frame.ask("checkFill", { target, value, before });
  if (ok || value === "" || value.length > MAX_TYPED) return;
  // Fields that take only keys: masked ones, and those that cancel what an input method inserts.
  await pressChord(input, { modifiers: [], key: "Delete" });
  await typeKeys(input, value);
}
