/** Fields of a form that nobody listens to are filled in one trip to the page: it must come to the same as one trip for each. */
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test, type TestSession } from "./support/session.ts";

type Fields = Record<string, string | number | boolean>;

const atOnce = (session: TestSession, fields: Fields) =>
  session.call("fill_form", { fields: Object.entries(fields).map(([selector, value]) => ({ selector, value })) });

async function oneByOne(session: TestSession, fields: Fields): Promise<void> {
  for (const [selector, value] of Object.entries(fields)) expect(await session.call("fill", { selector, value }), selector).toMatchObject({ ok: true });
}

const evaluated = async (session: TestSession, expr: string) => (await session.call("eval_js", { expr })).value;

const held = "[...document.querySelectorAll('input, textarea, select, [contenteditable]')].map((field) => field.isContentEditable ? field.innerText.trim() : field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.value)";

const kinds = `
  <input id=first value=old><input id=emptied value=old><input id=short maxlength=3><input id=age type=number><input id=day type=date><input id=tint type=color>
  <textarea id=lines>old</textarea><select id=team><option value=a>Alpha<option value=b>Beta</select><input id=after>
  <input id=terms type=checkbox><input id=news type=checkbox checked><input id=late><input id=r1 type=radio name=r checked><input id=r2 type=radio name=r>
  <div id=editor contenteditable>old words</div><input id=pin type=password><input id=last>
  <script>
    window.told = [];
    for (const type of ['focus', 'change', 'blur', 'click'])
      document.addEventListener(type, ({ target, isTrusted }) => target.id && told.push([type, target.id, type === 'change' ? String(target.value) : '', isTrusted].join(' ')), true);
  </script>`;

const values: Fields = {
  "#first": "Ada", "#emptied": "", "#short": "abc", "#age": 36, "#day": "2026-05-13", "#tint": "#3366cc", "#lines": "two\nlines", "#team": "Beta", "#after": "a select",
  "#terms": true, "#news": true, "#late": "boxes", "#r2": true, "#editor": "new words", "#pin": "1234", "#last": "done",
};

test("every kind of field holds the same, and the page hears the same of it, as when each is filled alone", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/alone", page(kinds)), mode: "none" });
  await oneByOne(session, values);
  const alone = { held: await evaluated(session, held), told: await evaluated(session, "told") };
  await session.call("navigate", { url: server.html("/together", page(kinds)), mode: "none" });
  expect(await atOnce(session, values)).toMatchObject({ ok: true });
  expect(await evaluated(session, held)).toEqual(["Ada", "", "abc", "36", "2026-05-13", "#3366cc", "two\nlines", "b", "a select", true, true, "boxes", false, true, "new words", "1234", "done"]);
  expect({ held: await evaluated(session, held), told: await evaluated(session, "told") }).toEqual(alone);
  expect(alone.told).toContain("change first Ada true");
});

test("a field that is heard of meanwhile gets its keys, and those before and after it their text", async ({ session, server }) => {
  const body = `<input id=one><input id=two><input id=three><input id=four>
    <script>
      window.keys = [];
      two.addEventListener('focus', () => three.addEventListener('keydown', ({ key, isTrusted }) => keys.push(key + isTrusted)));
    </script>`;
  await session.call("navigate", { url: server.html("/meanwhile", page(body)), mode: "none" });
  expect(await atOnce(session, { "#one": "1", "#two": "2", "#three": "abc", "#four": "4" })).toMatchObject({ ok: true });
  expect(await evaluated(session, held)).toEqual(["1", "2", "abc", "4"]);
  expect(await evaluated(session, "keys")).toEqual(["atrue", "btrue", "ctrue"]);
});

test.for([
  ["is read-only", "<input id=bad readonly>", "x", "not-editable"],
  ["is disabled", "<input id=bad disabled>", "x", "disabled"],
  ["takes numbers only", "<input id=bad type=number value=7>", "many", "bad-input"],
  ["takes dates only", "<input id=bad type=date>", "tomorrow", "bad-input"],
  ["hands the focus on", "<input id=bad onfocus='elsewhere.focus()'><button id=elsewhere>Elsewhere</button>", "x", "not-editable"],
] as const)("what comes before a field that %s is filled, and nothing that comes after it", async ([, bad, value, error], { session, server }) => {
  await session.call("navigate", { url: server.html("/refuses", page(`<input id=one><input id=two>${bad}<input id=four><input id=five value=kept>`)), mode: "none" });
  const [, , before] = await evaluated(session, held);
  const result = await session.call("fill_form", { fields: Object.entries({ "#one": "1", "#two": "2", "#bad": value, "#four": "4", "#five": "5" }).map(([selector, each]) => ({ selector, value: each })), timeoutMs: 1500 });
  expect(result).toMatchObject({ ok: false, error, fillFailure: { atIndex: 2, skipped: [3, 4] } });
  expect(await evaluated(session, held)).toEqual(["1", "2", before, "", "kept"]);
});

test("a field that another one puts there is filled, not the one it was", async ({ session, server }) => {
  const body = `<select id=country><option>Here<option>There</select><span id=place><input id=city value=old></span><input id=street>
    <script>country.onchange = () => { place.innerHTML = "<input id=city value=new>"; };</script>`;
  await session.call("navigate", { url: server.html("/replaced", page(body)), mode: "none" });
  expect(await atOnce(session, { "#country": "There", "#city": "Lyon", "#street": "Rue" })).toMatchObject({ ok: true });
  expect(await evaluated(session, held)).toEqual(["There", "Lyon", "Rue"]);
});

test("what the page begins because of a field is over before the next one is written", async ({ session, server }) => {
  const body = `<select id=team><option>Alpha<option>Beta</select><input id=one><input id=two><input id=last>
    <script>
      team.onchange = () => setTimeout(() => { one.value = "proposed"; }, 80);
      one.onchange = () => setTimeout(() => { two.value = "proposed"; }, 80);
    </script>`;
  await session.call("navigate", { url: server.html("/begins", page(body)), mode: "none" });
  expect(await atOnce(session, { "#team": "Beta", "#one": "1", "#two": "2", "#last": "x" })).toMatchObject({ ok: true });
  expect(await evaluated(session, held)).toEqual(["Beta", "1", "2", "x"]);
});
