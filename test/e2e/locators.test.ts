/** Locators that Drover proposes, tried by Playwright itself on the same page. */
import { chromium, type Browser, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHarness, type Harness, type HarnessPage } from "./support/pageHarness.ts";

const html = `<!doctype html><title>Locators</title>
  <button data-k=1 data-testid=save-btn>Save</button><button data-k=2 data-cy=submit-form>Submit</button><button data-k=3>Save all</button><button data-k=4>O'Brien \\ "Q"</button>
  <nav aria-label=Main><a data-k=5 href=#>Home</a><a data-k=6 href=#>Home page</a></nav><label>E-mail <input data-k=7></label><input data-k=8 placeholder=Search>
  <main><table><tr><td>a<td><button data-k=9>Edit</button></tr><tr><td>b<td><button data-k=10>Edit</button></tr></table></main>
  <div><div><span data-k=11 onclick="1">Loose</span><span data-k=12 onclick="1">Loose</span></div></div><h2 data-k=13 id=prices>Prices</h2>
  <ul><li data-testid=dup><i data-k=14 onclick="1"></i></li><li data-testid=dup data-k=15>Second</li></ul><img data-k=16 alt="A cat" src=x><select data-k=17 title=Country><option>Chad</select>
  <details><summary data-k=18>More</summary></details><button data-k=19><svg width=10 height=10><title>Close</title></svg></button><button data-k=20 aria-label="Multi
 line  label">x</button>`;
const keys = Array.from({ length: 20 }, (_, i) => String(i + 1));

let harness: Harness;
let drover: HarnessPage;
let browser: Browser;
let playwright: Page;

beforeAll(async () => {
  harness = await startHarness();
  drover = await harness.page();
  await drover.show(html);
  browser = await chromium.launch({
    executablePath: process.env["DROVER_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"],
  });
  playwright = await browser.newPage();
  await playwright.setContent(html);
});

afterAll(async () => {
  await browser?.close();
  await harness?.close();
});

async function isOnly(locator: Locator, key: string): Promise<void> {
  expect(await locator.count()).toBe(1);
  expect(await locator.getAttribute("data-k")).toBe(key);
}

it.each(keys)("element %s", async (key) => {
  const target = { selector: `[data-k="${key}"]` };
  const { playwright: expression } = await drover.ask("locator", { target });
  // The expression is what a person would paste into a spec.
  await isOnly(new Function("page", `return ${expression}`)(playwright) as Locator, key);
  // And it is a selector for Drover's own tools.
  expect(await drover.ask("count", { target: { selector: expression } })).toBe(1);
  expect(await drover.ask("count", { target: { selector: `${expression}.and(page.locator('[data-k="${key}"]'))` } })).toBe(1);
});

it("prefers test ids, then role and name, and says how stable each is", async () => {
  const locate = (key: string) => drover.ask("locator", { target: { selector: `[data-k="${key}"]` } });
  expect(await locate("1")).toMatchObject({
    playwright: "page.getByTestId('save-btn')",
    stability: "high",
    components: [
      { kind: "testid", value: "save-btn", attribute: "data-testid" },
      { kind: "role", value: "button", name: "Save" },
      { kind: "text", value: "Save" },
    ],
  });
  expect(await locate("2")).toMatchObject({ playwright: `page.locator('[data-cy="submit-form"]')`, stability: "high" });
  expect(await locate("3")).toMatchObject({ playwright: "page.getByRole('button', { name: 'Save all' })", stability: "high" });
  expect(await locate("5")).toMatchObject({ playwright: "page.getByRole('link', { name: 'Home', exact: true })" });
  expect((await locate("4")).playwright).toBe(`page.getByRole('button', { name: 'O\\'Brien \\\\ "Q"' })`);
  expect(await locate("9")).toMatchObject({ stability: "medium" });
  expect(await locate("11")).toMatchObject({ stability: "low" });
});

it("selector hints of find are selectors for Playwright too", async () => {
  const { candidates } = await drover.ask("find", {
    query: "save submit home search edit loose prices cat country close more",
    maxCandidates: 40,
    nextRef: 1,
  });
  expect(candidates.length).toBeGreaterThan(10);
  for (const { selectorHint } of candidates) expect(await playwright.locator(selectorHint).count(), selectorHint).toBe(1);
});
