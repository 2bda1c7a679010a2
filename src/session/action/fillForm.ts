import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { ElementProbe, FieldNoted } from "../../page/act/api.ts";
import { asDroverError, DroverError, isDroverError, type ErrorCode } from "../../protocol/errors.ts";
import { readFrame } from "../reading.ts";
import { oneElement, type GivenTarget } from "../elementTarget.ts";
import type { LocatedTarget, SessionPage } from "../sessionPage.ts";
import type { ActionResult } from "./actionResult.ts";
import { FieldFiller, type ExpectedField } from "./fieldFiller.ts";
import type { Step, StepOutcome } from "./perform.ts";
import { pressAt } from "./pointer.ts";

export interface FormField {
  target: GivenTarget;
  value: string;
}

interface WantedField {
  target: GivenTarget;
  fill: boolean;
}

type Resolution = NonNullable<ActionResult["fieldResolution"]>[number];

interface ResolvedField {
  located?: LocatedTarget;
  ref?: string;
  code?: ErrorCode;
  resolution: Resolution;
  /** As it may be told. */
  valueRequested?: string | undefined;
}

/** Fills a form: every target is found before anything is written, then the fields in order, then the submit. */
export async function fillForm(step: Step, fields: FormField[], submit: GivenTarget | undefined): Promise<StepOutcome> {
  const { page } = step;
  const wanted = [...fields.map(({ target }) => ({ target, fill: true })), ...(submit ? [{ target: submit, fill: false }] : [])];
  const resolved = await resolveInTime(step, wanted);
  await Promise.all(fields.map(({ value }, index) => noteSecret(page, resolved[index], value)));
  refuseMisses(resolved);
  await recordTargets(page, resolved);
  const inputs = resolved.slice(0, fields.length);
  const filler = new FieldFiller(step, expectedFields(page, inputs, fields));
  for (const [index, { value }] of fields.entries()) {
    const error = await fillOne(filler, inputs[index], value, index === fields.length - 1);
    if (!error) continue;
    const skipped = fields.map((_, at) => at).filter((at) => at > index);
    const elements = await probe(page, inputs.slice(0, index + 1));
    return { elements, error, fields: { fillFailure: { atIndex: index, skipped } } };
  }
  const elements = await probe(page, inputs);
  if (!submit) return { elements };
  const aimed = await step.aim({ ref: resolved.at(-1)?.ref ?? "" }, "pointer", { further: "probed" });
  await pressAt(page, aimed.point);
  return { elements, aimed };
}

function expectedFields(page: SessionPage, inputs: readonly ResolvedField[], fields: readonly FormField[]): ExpectedField[] {
  const { secrets } = page.session.parts;
  return inputs.flatMap(({ located, ref }, index) => {
    const value = fields[index]?.value;
    return located && ref !== undefined ? [{ frame: located.frame, target: { ref }, value: value === undefined || secrets.isAlias(value) ? undefined : value }] : [];
  });
}

/** In the order in which they were given. */
async function recordTargets(page: SessionPage, resolved: readonly ResolvedField[]): Promise<void> {
  const { flow } = page.session.parts;
  if (!flow.isOn) return;
  for (const { located, ref } of resolved) if (located && ref !== undefined) await flow.meet(page, located.frame, ref);
}

async function fillOne(filler: FieldFiller, field: ResolvedField | undefined, value: string, isLast: boolean): Promise<DroverError | undefined> {
  if (!field?.located || field.ref === undefined) return undefined;
  try {
    const { valueRequested } = await filler.put({ frame: field.located.frame, target: { ref: field.ref } }, value);
    field.valueRequested = valueRequested;
    if (isLast) await filler.end();
    return undefined;
  } catch (thrown) {
    if (isDroverError(thrown) && thrown.code === "internal") throw thrown;
    return asDroverError(thrown);
  }
}

/** A target that is not there yet is waited for, as every action waits for its target. */
async function resolveInTime(step: Step, wanted: WantedField[]): Promise<ResolvedField[]> {
  for (;;) {
    const resolved = await resolveAll(step.page, wanted);
    const missing = wanted.find((_, index) => resolved[index]?.code === "not-found");
    if (!missing) return resolved;
    const appeared = await mayFail(step.aim(oneElement(missing.target), "attached"), "a field that does not come is told with the others");
    if (!appeared) return resolved;
  }
}

async function resolveAll(page: SessionPage, wanted: WantedField[]): Promise<ResolvedField[]> {
  const fields = wanted.map(({ target }, index) => locate(page, target, index));
  for (const frame of new Set(fields.map(({ located }) => located?.frame).filter((each) => each !== undefined))) {
    const here = fields.map((field, index) => ({ field, fill: wanted[index]?.fill ?? false })).filter(({ field }) => field.located?.frame === frame);
    const targets = here.flatMap(({ field, fill }) => (field.located ? [{ target: field.located.target, fill }] : []));
    const { fields: noted } = await readFrame(page, frame, "noteFields", { targets });
    for (const [index, { field }] of here.entries()) note(field, noted[index]);
  }
  return fields;
}

function locate(page: SessionPage, target: GivenTarget, index: number): ResolvedField {
  const [kind, name] = Object.entries(target).find(([key, value]) => key !== "contextRef" && value !== undefined) ?? ["target", "none"];
  const targetSummary = `${kind}=${String(name)}`;
  try {
    return { located: page.locate(oneElement(target)), resolution: { index, targetSummary, ok: true } };
  } catch (thrown) {
    const error = asDroverError(thrown);
    return { code: error.code, resolution: { index, targetSummary, ok: false, error: error.message } };
  }
}

function note(field: ResolvedField, noted: FieldNoted | undefined): void {
  if (!noted) return;
  if (noted.ok) field.ref = noted.ref;
  else {
    field.code = noted.code as ErrorCode;
    field.resolution.ok = false;
    field.resolution.error = noted.error;
  }
}

/** A secret that may not go where its field is counts as a field that is not there. */
async function noteSecret(page: SessionPage, field: ResolvedField | undefined, value: string): Promise<void> {
  if (!field?.located || !field.resolution.ok || !page.session.parts.secrets.isAlias(value)) return;
  try {
    await page.session.parts.secrets.filledIn(value, field.located.frame);
  } catch (thrown) {
    const error = asDroverError(thrown);
    field.code = error.code;
    field.resolution.ok = false;
    field.resolution.error = error.message;
  }
}

function refuseMisses(resolved: ResolvedField[]): void {
  const misses = resolved.filter(({ resolution }) => !resolution.ok);
  if (misses.length === 0) return;
  const list = misses.map(({ resolution }) => `[${resolution.index}] ${resolution.targetSummary}: ${resolution.error}`);
  throw new DroverError(misses[0]?.code ?? "not-found", `fill_form found not every target, so nothing was typed. Misses: ${list.join("; ")}`, {
    hint: "Look at the form with snapshot or find and correct the targets.",
    fields: { fieldResolution: resolved.map(({ resolution }) => resolution) },
  });
}

/** What the fields hold, in dispatch order. */
async function probe(page: SessionPage, inputs: ResolvedField[]): Promise<ElementProbe[]> {
  const probes: ElementProbe[] = [];
  const byFrame = new Map<EngineFrame, number[]>();
  for (const [index, { located }] of inputs.entries()) if (located) byFrame.set(located.frame, [...(byFrame.get(located.frame) ?? []), index]);
  for (const [frame, indexes] of byFrame) {
    const refs = indexes.map((index) => inputs[index]?.ref ?? "");
    const read = await frame.ask("probeFields", { refs, testAttributes: page.session.config.testAttributes });
    for (const [at, index] of indexes.entries()) probes[index] = { ...read[at], valueRequested: inputs[index]?.valueRequested };
  }
  return probes;
}
