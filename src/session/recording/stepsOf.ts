import { HIDDEN_VALUE } from "../../page/see/hiddenValue.ts";
import type { PlacedElement, StepDraft } from "../../report/flow/recordedStep.ts";
import type { ActionResult } from "../action/actionResult.ts";
import type { Met } from "./flowRecording.ts";

type Input = Record<string, unknown>;

interface Done {
  /** With the names of secrets in the place of their values. */
  input: Input;
  /** What the tool answered, as far as it says anything of use here. */
  result: Partial<ActionResult>;
  met: Met;
}

const alias = /^<[A-Z][A-Z0-9_]*>$/;

const given = (input: Input, names: readonly string[]): Input => Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]));

/** Something to type, left out where it is a password. The alias of a secret is none, whether it was given or stands for what was. */
function typed(name: string, value: unknown, element: PlacedElement | undefined, told: string | undefined = undefined): Pick<StepDraft, "args" | "hidden"> {
  if (typeof value === "string" && alias.test(value)) return { args: { [name]: value } };
  const isHidden = told === HIDDEN_VALUE || element?.secret === true;
  return isHidden ? { args: { [name]: "" }, hidden: name } : { args: { [name]: value } };
}

const at = ({ elements: [target] }: Met): Pick<StepDraft, "target"> => (target ? { target } : {});

const onTarget =
  (action: string, ...args: string[]) =>
  ({ input, met }: Done): StepDraft[] => [{ action, ...at(met), args: given(input, args) }];

const anywhere =
  (action: string, ...args: string[]) =>
  ({ input }: Done): StepDraft[] => [{ action, args: given(input, args) }];

function filledForm({ input, result, met }: Done): StepDraft[] {
  const fields = input["fields"] as { value: string }[];
  const steps = fields.map(({ value }, index): StepDraft => {
    const target = met.elements[index];
    return { action: "fill", ...(target && { target }), ...typed("value", value, target, result.elements?.[index]?.valueRequested) };
  });
  const submit = input["submit"] === undefined ? undefined : met.elements.at(-1);
  return submit ? [...steps, { action: "click", target: submit, args: {} }] : steps;
}

/** A key that is a character of a password is not told; nor is which one it was. */
function pressed({ input, met }: Done): StepDraft[] {
  const key = String(input["key"]);
  const field = met.elements[0] ?? met.focused;
  if (field?.secret && ([...key].length === 1 || alias.test(key))) return [{ action: "type", target: field, ...typed("text", key, field) }];
  return [{ action: "press", ...at(met), args: { key } }];
}

function typedText({ input, met }: Done): StepDraft[] {
  const [target] = met.elements;
  const { args, hidden } = typed("text", input["text"], target ?? met.focused);
  return [{ action: "type", ...at(met), args: { ...args, ...given(input, ["delayMs", "submit"]) }, ...(hidden && { hidden }) }];
}

/** What each tool's call becomes. Tools that are not here do nothing that could be done again. */
const recorders: Record<string, (done: Done) => StepDraft[]> = {
  navigate: ({ input, result }) => [{ action: "navigate", args: { url: result.action?.url ?? input["url"] } }],
  reload: anywhere("reload"),
  go_back: anywhere("go_back"),
  go_forward: anywhere("go_forward"),
  set_viewport: anywhere("set_viewport", "width", "height"),
  wait_for: ({ input }) => (input["text"] === undefined && input["selector"] === undefined ? [] : [{ action: "wait_for", args: given(input, ["text", "selector"]) }]),
  scroll: onTarget("scroll", "to", "by", "intoView"),
  click: onTarget("click", "button", "clickCount", "modifiers", "position", "force"),
  double_click: onTarget("double_click", "modifiers", "position"),
  hover: onTarget("hover", "position"),
  fill: ({ input, result, met }) => [{ action: "fill", ...at(met), ...typed("value", input["value"], met.elements[0], result.action?.value) }],
  fill_form: filledForm,
  press: pressed,
  type: typedText,
  shortcut: ({ input, met }) => [{ action: "shortcut", ...at(met), args: { keys: [input["keys"]].flat() } }],
  select: onTarget("select", "values"),
  choose_option: ({ input, met }) => [{ action: "choose_option", ...at(met), ...(met.elements[1] && { to: met.elements[1] }), args: given(input, ["option", "exact"]) }],
  drag: ({ met }) => [{ action: "drag", ...at(met), ...(met.elements[1] && { to: met.elements[1] }), args: {} }],
  upload_file: onTarget("upload_file", "path", "name"),
  tab_close: anywhere("tab_close"),
};

export const isRecorded = (tool: string): boolean => Object.hasOwn(recorders, tool);

/** Keys without a target go to whatever has the focus. */
export const wantsFocus = (tool: string): boolean => tool === "press" || tool === "type";

/** At points of the viewport: the page may have something else there the next time. */
export function isAtPoint(tool: string, input: Input): boolean {
  const ends = [input, ...["target", "from", "to"].flatMap((name) => (typeof input[name] === "object" && input[name] !== null ? [input[name] as Input] : []))];
  return tool !== "wait_for" && ends.some((each) => each["coords"] !== undefined);
}

export const stepsOf = (tool: string, done: Done): StepDraft[] => recorders[tool]?.(done) ?? [];
