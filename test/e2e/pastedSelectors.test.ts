/** Selectors as people paste them, through a tool, on each engine; `selectors.test.ts` has the long table. */
import { expect } from "vitest";
import { test } from "./support/session.ts";

const html = `<title>Pasted</title><h2>Prices</h2><label>Owner <input placeholder="Ada L."></label>
  <button>Save</button><button>Save all</button><ul><li>one</li><li>two</li></ul><select><option>Red<option>Blue</select>
  <div id=host><template shadowrootmode=open><p class=inner>Deep <b>words</b></p></template></div>
  <div style="position:relative;height:99px"><i id=left style="position:absolute;left:0;width:20px;height:20px"></i><i id=right style="position:absolute;left:40px;width:20px;height:20px"></i></div>`;

const counts: [selector: string, n: number][] = [
  ["getByRole('button', { name: 'save' })", 2],
  ["page.getByRole('button', { name: 'Save', exact: true })", 1],
  ["page.getByLabel('owner')", 1],
  ["page.getByPlaceholder(/^ada/i)", 1],
  ["page.locator('li').filter({ hasText: 'two' }).first()", 1],
  ['internal:role=button[name="save"i] >> nth=1', 1],
  ['ul >> internal:has="li"', 1],
  ["li >> text=two", 1],
  ["text=Pasted", 0],
  ["role=option", 2],
  ["div:has(.inner)", 1],
  ["b:is(#host b)", 1],
  ["i:right-of(#left)", 1],
  ["i:near(#left, 10)", 0],
];

test("selectors that were pasted find what they find in Playwright", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/pasted", html) });
  const found: [string, number][] = [];
  for (const [selector, n] of counts) {
    const { ok, ...rest } = await session.call("verify_count", { selector, n });
    found.push([selector, ok ? n : rest.actual]);
  }
  expect(found).toEqual(counts);
});

test("a selector that makes no sense is refused with the reason", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/pasted", html) });
  const refusal = await session.call("verify_count", { selector: 'role=checkbox[checked="bar"]', n: 1 });
  expect(refusal).toMatchObject({ ok: false, error: "invalid-selector" });
  expect(refusal.message).toContain('"checked" is true, false or mixed');
});
