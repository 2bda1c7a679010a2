import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHarness, type Harness, type HarnessPage } from "./support/pageHarness.ts";

let harness: Harness;
let page: HarnessPage;

beforeAll(async () => {
  harness = await startHarness();
  page = await harness.page();
  await page.show(`
    <title>Selectors</title>
    <nav id=top><a href=#a>Home</a> <a href=#b class="hot link">Sign   in</a></nav>
    <main>
      <button id=save>Save</button><button id=saveAll>Save all</button><button id=gone style="display:none">Save</button>
      <label><input type=checkbox id=terms checked> I agree</label>
      <h2 id=h2>Prices</h2><h3 id=h3>Prices</h3>
      <ul><li class=item>One <b>fish</b></li><li class=item>Two</li><li class=item>Three</li></ul>
      <p data-testid=note>Don't panic</p>
      <input type=submit value="Send it" id=send>
      <x-card id=card></x-card>
      <x-card id=card2></x-card>
    </main>
    <script>
      for (const [id, label] of [["card", "Buy"], ["card2", "Sell"]]) {
        const root = document.getElementById(id).attachShadow({mode: "open"});
        root.innerHTML = '<section><button class=inner id=in-' + id + '>' + label + '</button><slot></slot></section>';
      }
    </script>`);
}, 30_000);

afterAll(() => harness?.close());

async function ids(selector: string): Promise<string[]> {
  const found: string[] = [];
  const total = await page.ask("count", { target: { selector } });
  for (let i = 0; i < total; i++) {
    const { element, nextRef, minted } = await page.ask("describe", {
      target: { selector: `${selector} >> nth=${i}` },
      nextRef: page.nextRef,
    });
    page.nextRef = nextRef;
    found.push(minted[element.ref]?.id ?? known.get(element.ref) ?? element.tag);
    if (minted[element.ref]) known.set(element.ref, found.at(-1) ?? "");
  }
  return found;
}
const known = new Map<string, string>();

describe("selectors", () => {
  it.each([
    ["#save", ["save"]],
    ["main > button", ["save", "saveAll", "gone"]],
    ["button:visible", ["save", "saveAll", "in-card", "in-card2"]],
    ["x-card .inner", ["in-card", "in-card2"]],
    ["#card2 > section > button", ["in-card2"]],
    ["main button.inner", ["in-card", "in-card2"]],
    ['button:has-text("save")', ["save", "saveAll", "gone"]],
    ['main:has-text("don\'t panic")', ["main"]],
    [':text("sign in")', ["a"]],
    [':text-is("Save")', ["save", "gone"]],
    [":nth-match(button, 2)", ["saveAll"]],
    [":nth-match(.inner, 2)", ["in-card2"]],
    ["li:has(b)", ["li"]],
    ['x-card:has(button:has-text("sell"))', ["card2"]],
    ["button:not(:visible)", ["gone"]],
    ["button:is(:visible, #gone)", ["save", "saveAll", "gone", "in-card", "in-card2"]],
    ["text=sign in", ["a"]],
    ['text="Save"', ["save", "gone"]],
    ["text=/^save$/i", ["save", "gone"]],
    ["text=Don't panic", ["p"]],
    ["text=Send it", ["send"]],
    ["'Two'", ["li"]],
    ['role=button[name="Save"]', ["save"]],
    ['role=button[name="save" i]', ["save"]],
    ["role=button[name=/^save/i]", ["save", "saveAll"]],
    ['role=button[name="Save"][include-hidden]', ["save", "gone"]],
    ["role=checkbox[checked]", ["terms"]],
    ["role=checkbox[checked=false]", []],
    ["role=heading[level=3]", ["h3"]],
    ["xpath=//h2", ["h2"]],
    ["//ul/li[2]", ["li"]],
    ["id=save", ["save"]],
    ["data-testid=note", ["p"]],
    ["main >> role=button >> nth=1", ["saveAll"]],
    ["li >> nth=-1", ["li"]],
    ["#card >> button", ["in-card"]],
    ["ul >> text=Two", ["li"]],
    ["#save, #h2", ["save", "h2"]],
    ["#h2, #in-card, #save", ["save", "h2", "in-card"]],
    [".nothing", []],
  ])("%s", async (selector, expected) => {
    expect(await ids(selector)).toEqual(expected);
  });

  it.each([
    "button[",
    "",
    "a >> ",
    "foo=bar",
    'text="open',
    "a:has-text(",
    ":nth-match(a)",
    "role=button[shape=round]",
    "xpath=//[",
    "a >> nth=x",
    "div >",
    "a,,b",
    "p:nope",
  ])("%s is refused as invalid", async (selector) => {
    await expect(page.ask("count", { target: { selector } })).rejects.toMatchObject({ code: "invalid-selector" });
  });
});
