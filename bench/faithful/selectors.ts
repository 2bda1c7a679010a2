import { type Browser, type Locator, type Page, chromium } from "playwright-core";
import { found, refused, refusedBecause, selectorPage } from "../../test/e2e/cases/selectorCases.ts";
import { startFixtureServer } from "../../test/e2e/support/fixtureServer.ts";
import { type Bench, messageOf } from "../parts/part.ts";
import { DroverSession } from "./droverSession.ts";
import { pageCode } from "./pageCode.ts";
import { type Answers, type Question, Tally, drover, engines } from "./question.ts";

const what = "selectors";

/** The ids of what a selector finds, or "refused". */
type Found = string[] | "refused";

/** Python's form is nothing that Playwright's JavaScript reads, and a call that acts finds nothing. */
const notAsked = /get_by_|\.click\(\)$/;
const asked = [...found.map(([selector]) => selector), ...refused, ...refusedBecause.map(([selector]) => selector)].filter((selector) => !notAsked.test(selector));

/** Gives every element an id that both can tell, in shadow roots too. */
const nameAll = `(() => {
  let number = 0;
  const go = (root) => { for (const each of root.querySelectorAll("*")) { each.id ||= "n" + number++; if (each.shadowRoot) go(each.shadowRoot); } };
  go(document);
})()`;

/** The id of an element is told once, together with its ref. */
const question = (selector: string): string => `(async () => {
  const ids = [];
  const known = (globalThis.known ??= { next: 1 });
  const { value: total, error } = await askPageCode("count", { target: { selector: ${JSON.stringify(selector)} } });
  if (error) return "refused";
  for (let index = 0; index < total; index++) {
    const { value } = await askPageCode("describe", { target: { selector: ${JSON.stringify(selector)} + ${JSON.stringify(selector.startsWith("*") ? "" : " >> nth=")} + ${selector.startsWith("*") ? '""' : "index"} }, nextRef: known.next });
    known.next = value.nextRef;
    known[value.element.ref] ??= value.minted[value.element.ref].id;
    ids.push(known[value.element.ref]);
  }
  return JSON.stringify(ids);
})()`;

const parse = (told: unknown): Found => (told === "refused" ? "refused" : JSON.parse(String(told)));

async function askDrover(session: DroverSession, url: string): Promise<Map<string, Found>> {
  await session.show(url);
  await session.evaluate(`${await pageCode()};\n${nameAll}`);
  const answers = new Map<string, Found>();
  for (const selector of asked) answers.set(selector, parse(await session.evaluate(question(selector))));
  return answers;
}

/** As people write them: a string, or calls on a page. */
function locatorOf(page: Page, selector: string): Locator {
  const call = /^(?:await )?(page\.|getBy)(.*?);?$/s.exec(selector);
  if (!call) return page.locator(selector);
  const made: unknown = new Function("page", `return ${call[1] === "getBy" ? "page.getBy" : "page."}${call[2]}`)(page);
  if (typeof made !== "object" || made === null || !("evaluateAll" in made)) throw new Error("no locator");
  return made as Locator;
}

async function askPlaywright(page: Page, selector: string): Promise<Found> {
  try {
    return await locatorOf(page, selector).evaluateAll((elements) => elements.map((element) => element.id));
  } catch {
    return "refused";
  }
}

const inOrder = (told: Found | undefined): string => (Array.isArray(told) ? [...told].sort().join(" ") : (told ?? "nothing"));

/** What cannot be meant, or leaves the frame, finds nothing in Playwright: Drover says why instead. */
const agree = (told: Found, expected: Found | undefined): boolean => inOrder(told) === inOrder(expected) || (told === "refused" && expected?.length === 0);

async function ask({ workplace, progress }: Bench): Promise<Answers> {
  const server = await startFixtureServer();
  const url = server.html("/selectors", selectorPage);
  const differing: string[] = [];
  const counts: Answers["counts"] = [];
  const browser: Browser = await chromium.launch({ executablePath: workplace.chromium, headless: true });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.evaluate(nameAll);
    const expected = new Map<string, Found>();
    for (const selector of asked) expected.set(selector, await askPlaywright(page, selector));
    counts.push({ who: "playwright-core", what, right: asked.length, of: asked.length });
    for (const engine of engines) {
      progress(`selectors, ${engine}`);
      const session = await DroverSession.start(workplace, engine);
      try {
        const tally = new Tally(drover(engine));
        for (const [selector, told] of await askDrover(session, url)) {
          const right = agree(told, expected.get(selector));
          tally.add(what, right);
          if (!right) differing.push(`${drover(engine)} ${selector}\n  finds ${inOrder(told)}, Playwright ${inOrder(expected.get(selector))}`);
        }
        counts.push(...tally.counts);
      } finally {
        await session.stop();
      }
    }
  } catch (error) {
    throw new Error(`selectors: ${messageOf(error)}`, { cause: error });
  } finally {
    await browser.close();
    await server.close();
  }
  return { counts, differing };
}

export const selectors: Question = { title: what, ask };
