import { expect } from "vitest";
import { test } from "./support/session.ts";
import { page } from "./support/page.ts";

test("a click returns what changed", async ({ session, server }) => {
  const url = server.html("/click", page(`<button id=b onclick="this.textContent='Saved';console.error('boom')">Save</button>`));
  expect(await session.call("navigate", { url })).toMatchObject({ ok: true, navigation: { changed: true, to: url, kind: "full_load" } });
  const result = await session.call("click", { selector: "#b" });
  expect(result).toMatchObject({ ok: true, action: { type: "click", ref: expect.stringMatching(/^e\d+$/) }, console: { errors: ["boom"] } });
  expect(result.snapshotDelta.tree).toContain('button "Saved"');
  expect(result).toMatchObject({ navigation: { changed: false }, network: { summary: { total: 0 } }, warnings: [], error: null });
});

test("hover shows what a pointer shows, and the row's action can then be clicked", async ({ session, server }) => {
  const css = "<style>.row button { visibility: hidden } .row:hover button { visibility: visible }</style>";
  const url = server.html("/hover", page(`${css}<div class=row>Invoice 7 <button onclick="this.textContent='Opened'">Open</button></div>`));
  await session.call("navigate", { url });
  expect(await session.call("hover", { selector: ".row" })).toMatchObject({ ok: true, action: { type: "hover" } });
  const shown = await session.call("eval_js", { expr: "getComputedStyle(document.querySelector('button')).visibility" });
  expect(shown).toMatchObject({ value: "visible" });
  expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: true });
});
