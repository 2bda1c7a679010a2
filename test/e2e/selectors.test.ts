import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { found, refused, refusedBecause, selectorPage } from "./cases/selectorCases.ts";
import { startHarness, type Harness, type HarnessPage } from "./support/pageHarness.ts";

let harness: Harness;
let page: HarnessPage;

beforeAll(async () => {
  harness = await startHarness();
  page = await harness.page();
  await page.show(selectorPage);
}, 30_000);

afterAll(() => harness?.close());

async function ids(selector: string): Promise<string[]> {
  const matched: string[] = [];
  const total = await page.ask("count", { target: { selector } });
  for (let i = 0; i < total; i++) {
    const { element, nextRef, minted } = await page.ask("describe", {
      target: { selector: selector.startsWith("*") ? selector : `${selector} >> nth=${i}` },
      nextRef: page.nextRef,
    });
    page.nextRef = nextRef;
    matched.push(minted[element.ref]?.id ?? known.get(element.ref) ?? element.tag);
    if (minted[element.ref]) known.set(element.ref, matched.at(-1) ?? "");
  }
  return matched;
}
const known = new Map<string, string>();

describe("selectors", () => {
  it.each(found)("%s", async (selector, expected) => {
    expect(await ids(selector)).toEqual(expected);
  });

  it.each(refused)("%s is refused as invalid", async (selector) => {
    await expect(page.ask("count", { target: { selector } })).rejects.toMatchObject({ code: "invalid-selector" });
  });

  it.each(refusedBecause)("%s is refused with the reason", async (selector, why) => {
    await expect(page.ask("count", { target: { selector } })).rejects.toThrow(why);
  });
});
