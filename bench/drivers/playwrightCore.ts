import { type Browser, chromium } from "playwright-core";
import { footprintOf } from "../processes.ts";
import type { Workplace } from "../workplace.ts";
import { environment } from "./command.ts";
import { type Driver, type RunningTool, bySelector, textAnswer } from "./driver.ts";

async function start(workplace: Workplace): Promise<RunningTool> {
  const folder = workplace.folder("playwright-core");
  const browser: Browser = await chromium.launch({
    executablePath: workplace.chromium,
    headless: true,
    env: environment({ BENCH_FOLDER: folder }),
  });
  const page = await browser.newPage();
  return {
    open: async (url) => {
      await page.goto(url);
      return textAnswer("");
    },
    evaluate: async (expression) => textAnswer(String(await page.evaluate(expression))),
    snapshot: async () => textAnswer(await page.locator("body").ariaSnapshot()),
    find: async (words) => textAnswer((await page.getByText(words).allTextContents()).join("\n")),
    locate: bySelector,
    click: async (selector) => {
      await page.click(selector);
      return textAnswer("");
    },
    fillForm: async (fields) => {
      for (const { handle, field } of fields) await page.fill(handle, field.value);
      return textAnswer("");
    },
    screenshot: async () => ({ text: "", imageBytes: (await page.screenshot()).length }),
    addSession: async (_index, url) => {
      const context = await browser.newContext();
      await (await context.newPage()).goto(url);
    },
    footprint: async () => footprintOf(folder),
    stop: () => browser.close(),
  };
}

export const playwrightCore: Driver = {
  name: "playwright-core",
  package: "playwright-core",
  surface: "floor",
  notes: ["a library in our own process: no server, no answer to read"],
  start,
};
