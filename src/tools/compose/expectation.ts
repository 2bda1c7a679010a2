import { z } from "zod";
import { evaluatePredicate, predicateSchema, type Predicate } from "../verify/predicate.ts";

/** What a call's result must show: short forms for the element's probe, or any predicate of verify_predicate. */
export const expectInput = z.strictObject({
  valueEquals: z.string().optional(),
  displayTextIncludes: z.string().optional(),
  controlDisplayTextIncludes: z.string().optional(),
  containerTextIncludes: z.string().optional(),
  controlChanged: z.boolean().optional(),
  predicate: predicateSchema.optional().meta({ listedAs: "as verify_predicate takes it" }),
});

export type Expectation = z.output<typeof expectInput>;

const element = "actionResult.element";

/** The short forms in the vocabulary of verify_predicate. */
function predicatesOf(expectation: Expectation): [name: string, predicate: Predicate][] {
  const { valueEquals, displayTextIncludes, controlDisplayTextIncludes, containerTextIncludes, controlChanged, predicate } = expectation;
  const all: [string, Predicate | undefined][] = [
    ["valueEquals", valueEquals === undefined ? undefined : { kind: "equals", key: `${element}.value`, value: valueEquals }],
    ["displayTextIncludes", contains("displayText", displayTextIncludes)],
    ["controlDisplayTextIncludes", contains("ownerControl.displayTextAfter", controlDisplayTextIncludes)],
    ["containerTextIncludes", contains("container.rowText", containerTextIncludes)],
    ["controlChanged", controlChanged === undefined ? undefined : changed(controlChanged)],
    ["predicate", predicate],
  ];
  return all.filter((entry): entry is [string, Predicate] => entry[1] !== undefined);
}

const contains = (field: string, value: string | undefined): Predicate | undefined =>
  value === undefined ? undefined : { kind: "contains", key: `${element}.${field}`, value };

/** A control that is not there has not changed. */
function changed(wanted: boolean): Predicate {
  const isChanged: Predicate = { kind: "equals", key: `${element}.ownerControl.changed`, value: true };
  return wanted ? isChanged : { kind: "not", predicates: [isChanged] };
}

/** Why a result does not show what was expected; undefined when it does. */
export function unmet(expectation: Expectation, result: unknown): string | undefined {
  const data = { actionResult: result, value: result, element: (result as { element?: unknown } | null)?.element, snapshot: result, expect: expectation };
  const failures = predicatesOf(expectation)
    .map(([name, predicate]) => ({ name, verdict: evaluatePredicate(predicate, data) }))
    .filter(({ verdict }) => !verdict.holds)
    .map(({ name, verdict }) => `${name} (${verdict.key ?? verdict.kind}: expected ${JSON.stringify(verdict.expected) ?? "it to hold"}, got ${JSON.stringify(verdict.actual) ?? "nothing"})`);
  return failures.length > 0 ? `expect failed: ${failures.join("; ")}` : undefined;
}
