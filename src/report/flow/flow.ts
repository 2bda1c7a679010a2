import { z } from "zod";
import { annotationShape, placedElementShape, type PlacedElement, type Recording, type RecordedStep } from "./recordedStep.ts";

/** How an element is found, and what tells it again when that fails. */
const locatorShape = placedElementShape.partial().extend({ selectorHint: z.string(), role: z.string().default(""), name: z.string().default("") });

const stepShape = z.looseObject({
  id: z.string(),
  action: z.string(),
  /** Names in `locators`. */
  target: z.string().optional(),
  to: z.string().optional(),
  page: z.int().min(1).optional(),
  opens: z.int().min(2).optional(),
  by: z.enum(["drover", "person"]).optional(),
  annotations: z.array(annotationShape).optional(),
});

/** A flow file: what people review, keep and run again. */
export const flowShape = z.object({
  name: z.string().min(1),
  version: z.literal(1).default(1),
  recordedAt: z.string().optional(),
  startUrl: z.string().optional(),
  prerequisites: z.array(z.string()).nullable().optional(),
  locators: z.record(z.string(), locatorShape).default({}),
  steps: z.array(stepShape).max(10_000),
  /** Run after the steps: verify_* and wait_for. */
  assertions: z.array(stepShape.partial({ id: true })).nullable().optional(),
});

export type FlowLocator = z.infer<typeof locatorShape>;
export type FlowStep = z.infer<typeof stepShape>;
export type Flow = z.infer<typeof flowShape>;

/** The draft of a flow file that a recording gives. */
export function flowOf({ name, startedAt, startUrl, steps, annotations }: Recording): Flow {
  const locators = new Locators();
  const aliases = new Aliases();
  return {
    name,
    version: 1,
    recordedAt: new Date(startedAt).toISOString(),
    ...(startUrl && { startUrl }),
    prerequisites: [],
    steps: steps.map((step) => ({
      id: step.id,
      action: step.action,
      ...(step.page > 1 && { page: step.page }),
      ...(step.target && { target: locators.nameOf(step.target) }),
      ...(step.to && { to: locators.nameOf(step.to) }),
      ...filledArgs(step, aliases),
      ...(step.opens !== undefined && { opens: step.opens }),
      ...(step.by === "person" && { by: "person" as const }),
      ...(annotations[step.id] && { annotations: annotations[step.id] }),
    })),
    locators: locators.all,
    assertions: [],
  };
}

/** A password that was left out has a name in its place, which replays ask for. */
export function filledArgs(step: RecordedStep, aliases: Aliases): Record<string, unknown> {
  return step.hidden === undefined ? step.args : { ...step.args, [step.hidden]: aliases.of(step) };
}

/** Names for passwords that were not recorded: one for each field. */
export class Aliases {
  readonly #fields: string[] = [];

  of({ target }: RecordedStep): string {
    const field = target ? identityOf(target) : "";
    if (!this.#fields.includes(field)) this.#fields.push(field);
    const at = this.#fields.indexOf(field);
    return `<PASSWORD${at === 0 ? "" : `_${at + 1}`}>`;
  }
}

const identityOf = ({ frames = [], selectorHint }: PlacedElement): string => [...frames, selectorHint].join(" >> ");

const MAX_NAME = 40;

class Locators {
  readonly all: Record<string, FlowLocator> = {};
  readonly #names = new Map<string, string>();

  nameOf(element: PlacedElement): string {
    const identity = identityOf(element);
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const name = this.#free(wordsFor(element));
    const { secret: _, playwright: __, ...kept } = element;
    this.all[name] = kept;
    this.#names.set(identity, name);
    return name;
  }

  #free(wanted: string): string {
    for (let turn = 1; ; turn++) {
      const name = turn === 1 ? wanted : `${wanted}-${turn}`;
      if (!Object.hasOwn(this.all, name)) return name;
    }
  }
}

/** `sign-in-button`, `username`: its test attribute, else its name and role, as a word. */
function wordsFor({ test, name, role, tag }: PlacedElement): string {
  const kind = role && role !== "generic" && role !== "none" ? role : tag;
  const words = test ? test[1] : `${name} ${kind}`;
  const slug = words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-+|-+$/g, "").slice(0, MAX_NAME).replace(/-+$/, "");
  return slug || kind;
}
