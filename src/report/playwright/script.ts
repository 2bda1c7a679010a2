import { Aliases, filledArgs } from "../flow/flow.ts";
import type { Recording, RecordedStep } from "../flow/recordedStep.ts";
import { lower, quoted } from "./lowering.ts";

export interface Script {
  source: string;
  stats: { steps: number; handled: number; unhandled: number; fragile: number };
}

/** A recording as a spec of @playwright/test. */
export function playwrightScript({ name, steps, startUrl }: Pick<Recording, "name" | "steps" | "startUrl">): Script {
  const aliases = new Aliases();
  const stats = { steps: steps.length, handled: 0, unhandled: 0, fragile: 0 };
  const lines: string[] = [];
  if (startUrl !== undefined && steps[0]?.action !== "navigate") lines.push(`await page.goto(${quoted(startUrl)});`);
  const pages = new Set([1]);
  for (const step of steps) {
    const lowered = lower({ ...step, args: filledArgs(step, aliases) });
    if (!lowered) {
      stats.unhandled++;
      lines.push(`// TODO: ${commented(step)} has no counterpart here`);
      continue;
    }
    stats.handled++;
    if (!pages.has(step.page)) lines.push(`const page${step.page} = await page.context().newPage();`);
    for (const each of [step.page, step.opens ?? step.page]) pages.add(each);
    if (lowered.fragile) {
      stats.fragile++;
      lines.push("// TODO: fragile selector");
    }
    lines.push(...lowered.lines);
  }
  const body = lines.map((line) => `  ${line}\n`).join("");
  return { source: `import { test, expect } from "@playwright/test";\n\nvoid expect;\n\ntest(${quoted(name)}, async ({ page }) => {\n${body}});\n`, stats };
}

/** On one line, whatever the page called its elements. */
const commented = ({ id, action, target }: RecordedStep): string => `${id} (${action}${target ? ` of ${quoted(target.name || target.role)}` : ""})`;
