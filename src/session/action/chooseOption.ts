import { readFrame } from "../reading.ts";
import type { Step } from "./perform.ts";
import { pressAt } from "./pointer.ts";

/** A list may load its options after it was opened. */
const LIST_WAIT_MS = 1500;

/** Opens a list if it is closed and presses the option with that text. */
export async function chooseOption(step: Step, option: string, exact: boolean): Promise<void> {
  const { page, aimed } = step;
  if (!aimed) return;
  const { frame, target } = aimed;
  if (aimed.element.tag === "select") {
    await frame.ask("selectOptions", { target, choices: [exact ? { label: option } : { part: option }], waitMs: step.waitMs });
    return;
  }
  if (!(await frame.ask("isExpanded", { target }))) await pressAt(page, aimed.point);
  const { ref } = await readFrame(page, frame, "findOption", { trigger: target, option, exact, waitMs: Math.max(LIST_WAIT_MS, step.waitMs) });
  const found = await step.aim({ ref }, "pointer");
  await pressAt(page, found.point);
}
