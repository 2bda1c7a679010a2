import { expect, test } from "vitest";
import type { PlacedElement, RecordedStep } from "../flow/recordedStep.ts";
import { playwrightScript } from "./script.ts";

const byTestId: PlacedElement = { selectorHint: '[data-testid="username"]', selectorTier: 1, stability: "high", role: "textbox", name: "User", tag: "input", type: "text", playwright: "page.getByTestId('username')", path: "form > input" };
const byRole: PlacedElement = { selectorHint: 'role=button[name="Sign in"]', selectorTier: 2, stability: "medium", role: "button", name: "Sign in", tag: "button", playwright: "page.getByRole('button', { name: 'Sign in' })", path: "form > button" };
const byPlace: PlacedElement = { selectorHint: "div:nth-of-type(3)", selectorTier: 5, stability: "low", role: "generic", name: "", tag: "div", playwright: "page.locator('div:nth-of-type(3)')", path: "div:nth-of-type(3)" };
const box: PlacedElement = { ...byTestId, type: "checkbox", role: "checkbox" };
const framed: PlacedElement = { ...byRole, frames: ["#pay", "iframe"] };

const step = (action: string, rest: Partial<RecordedStep> = {}): RecordedStep => ({ id: "step-1", ts: 0, action, by: "drover", page: 1, args: {}, ...rest });

const bodyOf = (...steps: RecordedStep[]): string[] => {
  const { source } = playwrightScript({ name: "flow", steps });
  return source.split("\n").slice(5, -2).map((line) => line.trim());
};

const cases: [string, RecordedStep, string[]][] = [
  ["an address", step("navigate", { args: { url: "https://app.example.com/login" } }), ['await page.goto("https://app.example.com/login");']],
  ["a test attribute by selector", step("fill", { target: byTestId, args: { value: "alice" } }), ['await page.locator("[data-testid=\\"username\\"]").fill("alice");']],
  ["role and name", step("click", { target: byRole }), ["await page.getByRole('button', { name: 'Sign in' }).click();"]],
  ["a place on the page, with a warning", step("click", { target: byPlace, args: { button: "right", force: false } }), ["// TODO: fragile selector", "await page.locator('div:nth-of-type(3)').click({ button: \"right\" });"]],
  ["frames from the outside in", step("click", { target: framed }), ["await page.frameLocator(\"#pay\").frameLocator(\"iframe\").getByRole('button', { name: 'Sign in' }).click();"]],
  ["a box that is ticked", step("fill", { target: box, args: { value: "true" } }), ['await page.locator("[data-testid=\\"username\\"]").setChecked(true);']],
  ["a secret by its name", step("fill", { target: byTestId, args: { value: "<PASSWORD>" } }), ['await page.locator("[data-testid=\\"username\\"]").fill(process.env["PASSWORD"] ?? "");']],
  ["a password that nobody recorded", step("type", { target: byTestId, args: { text: "" }, hidden: "text" }), ['await page.locator("[data-testid=\\"username\\"]").pressSequentially(process.env["PASSWORD"] ?? "");']],
  ["keys for whatever has the focus", step("press", { args: { key: "Control+A" } }), ['await page.keyboard.press("Control+A");']],
  ["options by value, label and place", step("select", { target: byTestId, args: { values: ["eng", 2, { label: "Sales" }] } }), ['await page.locator("[data-testid=\\"username\\"]").selectOption(["eng", { index: 2 }, { label: "Sales" }]);']],
  ["a drag", step("drag", { target: byTestId, to: byRole }), ["await page.locator(\"[data-testid=\\\"username\\\"]\").dragTo(page.getByRole('button', { name: 'Sign in' }));"]],
  ["the end of the page", step("scroll", { args: { to: "bottom" } }), ['await page.locator("html").evaluate((at) => at.scrollTo({ top: at.scrollHeight }));']],
  ["a tab that a click opens", step("click", { target: byRole, opens: 2 }), ['const page2Opened = page.waitForEvent("popup");', "await page.getByRole('button', { name: 'Sign in' }).click();", "const page2 = await page2Opened;"]],
  ["a tab that nobody was seen to open", step("go_back", { page: 3 }), ["const page3 = await page.context().newPage();", "await page3.goBack();"]],
  ["what Playwright cannot do", step("upload_file", { target: byTestId, args: { name: "a.png" } }), ['// TODO: step-1 (upload_file of "User") has no counterpart here']],
];

test.each(cases)("%s becomes a line of a spec", (_, recorded, lines) => {
  expect(bodyOf(recorded)).toEqual(lines);
});

test("counts what it made, and begins where the recording began", () => {
  const { source, stats } = playwrightScript({ name: 'a "name"\u2028', startUrl: "https://a.test/", steps: [step("click", { target: byPlace }), step("dance")] });
  expect(stats).toEqual({ steps: 2, handled: 1, unhandled: 1, fragile: 1 });
  expect(source).toContain('test("a \\"name\\"\\u2028", async ({ page }) => {\n  await page.goto("https://a.test/");\n');
});

test("no name of a page's can end a comment's line", () => {
  const hostile = { ...byTestId, name: "x\nawait evil();\u2029" };
  expect(bodyOf(step("dance", { target: hostile }))).toHaveLength(1);
});
