import { settled } from "../../diagnosis/settled.ts";
import type { ElementProbe, Filled, FillPlan } from "../../page/act/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { HIDDEN_VALUE } from "../../page/see/hiddenValue.ts";
import { pasteAtFocus } from "../clipboard.ts";
import { hasKeys, keysOf, parseChord, pressChord, pressKey, typeKeys } from "../keyboard.ts";
import type { FilledIn } from "../secrets.ts";
import type { Aimed } from "./aim.ts";
import type { Step } from "./perform.ts";
import { pressAt } from "./pointer.ts";

type Fillable = Pick<Aimed, "frame" | "target">;

/** Above this, key by key would take too long for what it could change. */
const MAX_TYPED = 2000;
/** Up to this, a field of one line gets the keys that a person would press, at about a millisecond each: pages listen to those, too. */
const MAX_LINE = 40;

/** Text that is on its way into a field. Whether the field took it is seen with the next trip to its frame. */
interface Put {
  frame: Aimed["frame"];
  filled: Filled;
  sent: Promise<void>;
}

/** A field that is going to be put; without a value where that is known only then. */
export interface ExpectedField extends Fillable {
  value: string | undefined;
}

/** The browser has told that every key was dealt with. */
const arrived = (filled: Filled): Filled => ({ ...filled, keys: 0 });

/** Puts values into controls, one after the other, the way the kind of each needs. */
export class FieldFiller {
  readonly #step: Step;
  #last: Put | undefined;
  /** Those that are still to be put, this one first. */
  #expected: ExpectedField[];
  /** Made together with that of a field before. */
  #plans: FillPlan[] = [];

  /** Fields that are put in this order may be filled in one trip to their frame. */
  constructor(step: Step, expected: readonly ExpectedField[] = []) {
    this.#step = step;
    this.#expected = [...expected];
  }

  /** Tells what was asked for; the alias of a secret is filled in here, and told instead of it. */
  async put({ frame, target }: Fillable, given: string): Promise<Pick<ElementProbe, "valueRequested">> {
    const { page } = this.#step;
    const filled = await page.session.parts.secrets.filledIn(given, frame);
    await this.#takeFocus();
    const plan = this.#plans.shift() ?? (await this.#plan({ frame, target }, filled.value));
    this.#expected.shift();
    if (plan.next === "click") {
      const ready = await this.#step.aim({ ref: target.ref }, "pointer");
      await pressAt(page, ready.point);
    }
    const typed = () => this.#type({ frame, target }, filled, plan);
    if (plan.paste) await page.session.parts.permissions.whilePasting(typed);
    else if (plan.next === "text" || plan.next === "keys") await typed();
    return { valueRequested: filled.alias ?? (plan.secret ? HIDDEN_VALUE : filled.value) };
  }

  /** Where sessions share it. Keys that are on their way belong to the field that has it now. */
  async #takeFocus(): Promise<void> {
    const { input } = this.#step.page.engine;
    if (!input.takeFocus) return;
    await this.#last?.sent;
    await input.takeFocus();
  }

  /** Sees to it that the last one took its text. */
  async end(): Promise<void> {
    const put = this.#last;
    this.#last = undefined;
    if (!put) return;
    const [early] = await Promise.all([put.frame.ask("checkFill", put.filled), put.sent]);
    const state = early === "late" ? await put.frame.ask("checkFill", arrived(put.filled)) : early;
    if (state === "ignored") await this.#retype(put.filled);
  }

  async #plan({ frame, target }: Fillable, value: string): Promise<FillPlan> {
    const ask = () => ({ target, value, waitMs: this.#step.waitMs });
    if (this.#last?.frame !== frame) await this.end();
    const put = this.#last;
    this.#last = undefined;
    if (!put) return this.#planAhead({ frame, target }, value);
    const [early] = await Promise.all([frame.ask("fill", { ...ask(), filled: put.filled }), put.sent]);
    const plan = early.next === "late" ? await frame.ask("fill", { ...ask(), filled: arrived(put.filled) }) : early;
    if (plan.next !== "ignored") return plan;
    await this.#retype(put.filled);
    return frame.ask("fill", ask());
  }

  /** This one, and those after it that are done at once. */
  async #planAhead({ frame, target }: Fillable, value: string): Promise<FillPlan> {
    const others = this.#expected.slice(1);
    const end = others.findIndex((other) => other.frame !== frame || other.value === undefined);
    const fields = [{ target, value }, ...others.slice(0, end === -1 ? undefined : end).map((other) => ({ target: other.target, value: other.value ?? "" }))];
    const [plan, ...further] = await frame.ask("fillAll", { fields, waitMs: this.#step.waitMs });
    if (!plan) throw new DroverError("internal", "the page has no plan for a field");
    this.#plans = further;
    return plan;
  }

  async #type({ frame, target }: Fillable, filled: FilledIn, { next, before, paste }: FillPlan): Promise<void> {
    const { input } = this.#step.page.engine;
    const { value } = filled;
    await this.#step.page.session.parts.secrets.requireStill(filled, frame);
    if (paste) return this.#paste(frame, { target, value, before, keys: 0 }, next === "code");
    if (value === "") return pressKey(input, "Delete");
    const keys = next === "keys" && value.length <= MAX_LINE && hasKeys(value) ? keysOf(value) : [];
    const sent = keys.length > 0 ? input.keySequence(keys) : input.insertText(value);
    if (keys.length === 0) await sent;
    void settled(sent);
    if (value.length <= MAX_TYPED) this.#last = { frame, filled: { target, value, before, keys: keys.filter(({ type }) => type === "up").length }, sent };
  }

  /** Into an editor, which makes something of its own of keys. One that takes no paste is given the text otherwise, at once: its own selection is needed for that. */
  async #paste(frame: Aimed["frame"], filled: Filled, byItsKeys: boolean): Promise<void> {
    const { input } = this.#step.page.engine;
    const { value } = filled;
    const selectAll = async () => {
      if (byItsKeys) await pressChord(input, parseChord("ControlOrMeta+a"));
    };
    const isTaken = async () => (await frame.ask("checkFill", filled)) === "taken";
    await selectAll();
    if (value === "") return pressKey(input, "Delete");
    if (!((await pasteAtFocus(frame, value)) || (await isTaken()))) await input.insertText(value);
    if ((await isTaken()) || value.length > MAX_TYPED) return;
    await selectAll();
    await this.#retype(filled);
  }

  /** Fields that take only one of the two: masked ones, and those that cancel what an input method or a key inserts. */
  async #retype({ value, keys }: Filled): Promise<void> {
    const { input } = this.#step.page.engine;
    if (keys > 0) return input.insertText(value);
    await pressKey(input, "Delete");
    await typeKeys(input, value);
  }
}
