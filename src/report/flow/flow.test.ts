import { describe, expect, test } from "vitest";
import { flowFromYaml, recordingToYaml } from "./flowYaml.ts";
import type { PlacedElement, Recording, RecordedStep } from "./recordedStep.ts";

const element = (rest: Partial<PlacedElement> = {}): PlacedElement => ({ selectorHint: "#a", selectorTier: 4, stability: "medium", role: "button", name: "Save", tag: "button", playwright: "page.locator('#a')", path: "#a", ...rest });
const step = (id: string, rest: Partial<RecordedStep>): RecordedStep => ({ id, ts: 0, action: "click", by: "drover", page: 1, args: {}, ...rest });
const recording = (...steps: RecordedStep[]): Recording => ({ name: "flow", session: "s", startedAt: 0, steps, annotations: {}, atPoints: 0 });

describe("a flow file", () => {
  test("is read as it was written, whatever pages call their elements", () => {
    const hostile = ["yes", "1.0", "- x: !!js", "a\n---\nb", "*alias", "#", "🙂‮", "null", "x".repeat(300)];
    const steps = hostile.map((name, index) => step(`step-${index + 1}`, { target: element({ name, selectorHint: `role=button[name=${JSON.stringify(name)}]` }), args: { value: name } }));
    const flow = flowFromYaml({ text: recordingToYaml(recording(...steps)) });
    expect(flow.steps.map(({ value }) => value)).toEqual(hostile);
    expect(flow.steps.map(({ target = "" }) => flow.locators[target]?.name)).toEqual(hostile);
  });

  test("names a locator once, and two that would have one name apart", () => {
    const flow = flowFromYaml({ text: recordingToYaml(recording(step("1", { target: element() }), step("2", { target: element({ selectorHint: "#b" }) }), step("3", { target: element() }))) });
    expect(flow.steps.map(({ target }) => target)).toEqual(["save-button", "save-button-2", "save-button"]);
  });

  test("gives each password that was left out a name", () => {
    const flow = flowFromYaml({ text: recordingToYaml(recording(...["#a", "#b", "#a"].map((selectorHint, index) => step(String(index), { action: "fill", target: element({ selectorHint }), args: { value: "" }, hidden: "value" })))) });
    expect(flow.steps.map(({ value }) => value)).toEqual(["<PASSWORD>", "<PASSWORD_2>", "<PASSWORD>"]);
  });

  test.each([
    ["a: [", "flow file"],
    ["[]", "flow file"],
    ["name: x", "steps"],
    ["name: x\nsteps: [{id: 1, action: click}]", "steps.0.id"],
    ["name: x\nsteps: [{id: a, action: click, target: gone}]", "gone"],
    [`a: &a [x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${"*b,".repeat(100)}*b]`, "alias"],
  ])("%j is refused", (text, why) => {
    expect(() => flowFromYaml({ text })).toThrow(why);
  });
});
