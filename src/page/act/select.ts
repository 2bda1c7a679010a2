/** Native `<select>`: options by value, label or index. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { squash } from "../see/name.ts";
import type { ActApi, OptionChoice, OptionFacts } from "./api.ts";
import { describe } from "./describe.ts";
import { inTime } from "./inTime.ts";
import { choose } from "./ready.ts";

export const selectOptions: ActApi["selectOptions"] = async ({ target, choices, waitMs }) => {
  const { element } = choose(target);
  const select = element instanceof HTMLLabelElement && element.control ? element.control : element;
  if (!(select instanceof HTMLSelectElement))
    throw new PageRefusal("not-editable", `${describe(element)} is not a <select>`, { hint: "Use choose_option for custom lists." });
  return { selected: await selectInTime(select, choices, waitMs) };
};

/** Options may come, and be enabled, after their list. */
export const selectInTime = (select: HTMLSelectElement, choices: OptionChoice[], waitMs: number): Promise<string[]> =>
  inTime(performance.now() + waitMs, () => selectChoices(select, choices));

function selectChoices(select: HTMLSelectElement, choices: OptionChoice[]): string[] {
  if (choices.length > 1 && !select.multiple)
    throw new PageRefusal("bad-input", `${describe(select)} takes one option, not ${choices.length}`);
  const wanted = new Set(choices.map((choice) => optionFor(select, choice)));
  const before = [...select.selectedOptions];
  // One that hides behind a list of the page's own would open that.
  if (isSeen(select)) select.focus({ preventScroll: true });
  if (select.multiple) for (const option of select.options) option.selected = wanted.has(option);
  // A list of one choice would fall back on its first option; none is chosen only by its index.
  else select.selectedIndex = [...select.options].findIndex((option) => wanted.has(option));
  const after = [...select.selectedOptions];
  const changed = before.length !== after.length || before.some((option, index) => option !== after[index]);
  if (changed) {
    select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return after.map((option) => option.value);
}

function isSeen(select: HTMLSelectElement): boolean {
  const { width, height } = dom.getBoundingClientRect(select);
  return width > 2 && height > 2 && getComputedStyle(select).opacity !== "0";
}

function optionFor(select: HTMLSelectElement, choice: OptionChoice): HTMLOptionElement {
  const option = candidates(select, choice);
  if (!option)
    throw new PageRefusal("not-found", `${describe(select)} has no option ${say(choice)}`, {
      hint: `Its options: ${listed(select)}.`,
    });
  if (option.disabled || (option.parentElement instanceof HTMLOptGroupElement && option.parentElement.disabled))
    throw new PageRefusal("disabled", `option "${option.label}" of ${describe(select)} is disabled`);
  return option;
}

function candidates(select: HTMLSelectElement, choice: OptionChoice): HTMLOptionElement | undefined {
  const options = [...select.options];
  if ("part" in choice) return onlyOne(options.filter((option) => squash(option.label).toLowerCase().includes(squash(choice.part).toLowerCase())));
  if (!("any" in choice)) return options.find((option, index) => fits(option, index, choice));
  const words = squash(choice.any);
  return (
    options.find((option) => option.value === choice.any) ??
    options.find((option) => squash(option.label) === words) ??
    onlyOne(options.filter((option) => squash(option.label).toLowerCase() === words.toLowerCase() || option.value.toLowerCase() === words.toLowerCase()))
  );
}

/** Whatever was given of an option must be so. */
const fits = (option: HTMLOptionElement, index: number, { value, label, index: at }: OptionFacts): boolean =>
  (value === undefined || option.value === value) && (label === undefined || squash(option.label) === squash(label)) && (at === undefined || index === at);

const onlyOne = <T>(found: T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

function say(choice: OptionChoice): string {
  if ("any" in choice) return JSON.stringify(choice.any);
  if ("part" in choice) return JSON.stringify(choice.part);
  const { value, label, index } = choice;
  return [value, label].filter((each) => each !== undefined).map((each) => JSON.stringify(each)).concat(index === undefined ? [] : [`at index ${index}`]).join(" ");
}

function listed(select: HTMLSelectElement): string {
  const shown = [...select.options].slice(0, 12).map((option) => (option.value === option.label ? JSON.stringify(option.value) : `${JSON.stringify(option.value)} (${squash(option.label)})`));
  const more = select.options.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
