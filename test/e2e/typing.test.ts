import { expect } from "vitest";
import { frameworkApp } from "./support/frameworkApp.ts";
import { page } from "./support/page.ts";
import { test, type TestSession } from "./support/session.ts";

/** Plain fields; `state` is what the application believes. */
const fields: Record<string, { html: string; script: string }> = {
  plain: { html: "<input id=field value=0.00>", script: "field.addEventListener('input', () => { state = field.value; });" },
  "plain, read when it is left": { html: "<input id=field value=0.00>", script: "field.addEventListener('change', () => { state = field.value; });" },
  "plain, formatted when it is left": { html: "<input id=field value=0.00>", script: "field.addEventListener('blur', () => { state = Number(field.value).toFixed(2); field.value = state; });" },
  "plain, read after each key": { html: "<input id=field value=0.00>", script: "field.addEventListener('keyup', () => { state = field.value; });" },
  number: { html: "<input id=field type=number step=0.01 value=0.00>", script: "field.addEventListener('input', () => { state = field.valueAsNumber.toFixed(2); });" },
  "a mask that takes keys only": {
    html: "<input id=field value=0.00>",
    script: `let digits = ''; field.addEventListener('beforeinput', (event) => event.preventDefault());
      field.addEventListener('keydown', ({ key }) => { if (!/^\\d$/.test(key)) return; digits += key; state = (Number(digits) / 100).toFixed(2); field.value = state; });`,
  },
  "a field that takes its zero away a moment after it got the focus": {
    html: "<input id=field value=0.00>",
    script: "field.addEventListener('focus', () => setTimeout(() => { field.value = ''; state = '0.00'; }, 30)); field.addEventListener('input', () => { state = field.value; });",
  },
  "a field whose words are read when typing has paused": {
    html: "<input id=field value=0.00>",
    script: "let pause; field.addEventListener('input', () => { clearTimeout(pause); pause = setTimeout(() => { state = field.value; }, 250); });",
  },
};

/** Frameworks themselves, whose fields tell the application with every change or when they are left. */
const frameworks = ["react", "vue", "angular", "svelte", "lit"];

const VALUE = "42.50";
const heard = ["keydown", "keypress", "keyup", "beforeinput", "input", "change", "blur", "focusout", "focus", "focusin", "mousedown", "mouseup", "click"];

const logging = `<script>window.log = [];
for (const type of ${JSON.stringify(heard)}) addEventListener(type, (event) => {
  const target = event.composedPath()[0];
  log.push([type, target.id, event.isTrusted, event.inputType, event.data, event.key, event.code, target.value].join(' '));
}, true);
</script>`;

const plainPage = ({ html, script }: { html: string; script: string }) =>
  page(`${logging}<input id=before aria-label=Before>${html}<button id=add onclick="stored.textContent='Stored '+state">Add</button><p id=stored></p><script>let state = '0.00'; ${script}</script>`);

/** What the page heard from the first key to the click on Add. */
async function events(session: TestSession): Promise<string[]> {
  const { value } = await session.call("eval_js", { expr: "JSON.stringify(log)" });
  const log = JSON.parse(value) as string[];
  return log.slice(log.findIndex((line) => line.startsWith("keydown field") && line.includes("Digit4")));
}

const field = "#field";

async function pressKeys(session: TestSession, keys: Iterable<string>): Promise<void> {
  for (const key of keys) await session.call("press", { key });
}

/** How the value gets into the field, from keys one by one to the tool that is compared with them. */
const ways: Record<string, (session: TestSession) => Promise<unknown>> = {
  pressed: async (session) => {
    await session.call("click", { selector: field });
    await pressKeys(session, ["Control+a", ...VALUE]);
  },
  filled: (session) => session.call("fill", { selector: field, value: VALUE }),
  typed: async (session) => {
    await session.call("click", { selector: field });
    await pressKeys(session, ["Control+a"]);
    await session.call("type", { text: VALUE });
  },
};

async function expectTheSame(session: TestSession, url: string, compared: (keyof typeof ways)[], keysBeforeAdd: string[] = []): Promise<void> {
  const logs: Record<string, string[]> = {};
  for (const way of compared) {
    await session.call("navigate", { url, mode: "none" });
    await session.call("click", { selector: "#before", mode: "none" });
    await ways[way]?.(session);
    await pressKeys(session, keysBeforeAdd);
    const added = await session.call("click", { selector: "#add" });
    expect(added.snapshotDelta.tree, way).toContain(`Stored ${VALUE}`);
    logs[way] = await events(session);
    expect(logs[way]).toEqual(logs["pressed"]);
  }
  expect(logs["pressed"]?.length).toBeGreaterThan(20);
}

for (const [name, made] of Object.entries(fields))
  test(`fill and a click are to the page what typing and a click are: ${name}`, async ({ fileSession: session, server }) => {
    await expectTheSame(session, server.html("/typing", plainPage(made)), ["pressed", "filled"]);
  });

for (const name of frameworks)
  test(`fill, type and a click are to ${name} what keys and a click are`, async ({ fileSession: session, server }) => {
    const script = await frameworkApp(name);
    server.route(`/${name}.js`, (_, response) => response.setHeader("content-type", "text/javascript").end(script));
    const url = server.html(`/${name}`, page(`${logging}<input id=before aria-label=Before><div id=root></div><script type=module src=/${name}.js></script>`));
    await expectTheSame(session, url, ["pressed", "filled", "typed"]);
    await expectTheSame(session, `${url}?leaving`, ["pressed", "filled"], name === "react" ? ["Tab"] : []);
  });

test("what no key gives, long texts and editors still go in, as an input method would put them", async ({ fileSession: session, server }) => {
  const body = `<input id=line><textarea id=lines></textarea><div id=editor contenteditable></div>`;
  await session.call("navigate", { url: server.html("/texts", page(body)), mode: "none" });
  const values: [selector: string, value: string][] = [["#line", "naïve 🌍"], ["#line", "x".repeat(500)], ["#lines", "two\nlines"], ["#editor", "some words"]];
  for (const [selector, value] of values) expect(await session.call("fill", { selector, value })).toMatchObject({ ok: true, element: { value } });
});

test("a field that shows another one when it gets the focus has that one filled", async ({ fileSession: session, server }) => {
  const body = `<label for=amount>Amount</label><span id=place></span><script>
    const make = (value) => { const made = document.createElement('input'); made.id = 'amount'; made.value = value; place.replaceChildren(made); return made; };
    make('0.00').addEventListener('focus', () => setTimeout(() => make('').focus(), 20), { once: true });</script>`;
  await session.call("navigate", { url: server.html("/swaps", page(body)), mode: "none" });
  expect(await session.call("fill", { selector: "#amount", value: VALUE })).toMatchObject({ ok: true });
  expect(await session.call("verify_value", { selector: "#amount", value: VALUE })).toMatchObject({ ok: true });
});

test("keys that a page is slow to deal with, or keeps to itself, stay in their field", async ({ fileSession: session, server }) => {
  const slow = "for (const end = performance.now() + 40; performance.now() < end; );";
  const listeners: Record<string, string> = {
    slow: `addEventListener('keydown', () => { ${slow} });`,
    jealous: "addEventListener('keyup', (event) => event.stopImmediatePropagation(), true);",
  };
  for (const [how, script] of Object.entries(listeners)) {
    await session.call("navigate", { url: server.html("/slowKeys", page(`<script>${script}</script><input id=one value=old><input id=two value=old>`)), mode: "none" });
    const fields = [{ selector: "#one", value: "first" }, { selector: "#two", value: "second" }];
    expect(await session.call("fill_form", { fields }), how).toMatchObject({ ok: true, elements: [{ value: "first" }, { value: "second" }] });
  }
});
