import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test, type TestSession } from "./support/session.ts";

/**
 * Fields as the frameworks wire them up, with what their own code listens to; `state` is what the application believes. Nothing of the
 * frameworks themselves is here: each script does to its field what the framework's runtime does.
 */
const fields: Record<string, { html: string; script: string }> = {
  plain: { html: "<input id=field value=0.00>", script: "field.addEventListener('input', () => { state = field.value; });" },
  "plain, read when it is left": { html: "<input id=field value=0.00>", script: "field.addEventListener('change', () => { state = field.value; });" },
  "plain, formatted when it is left": { html: "<input id=field value=0.00>", script: "field.addEventListener('blur', () => { state = Number(field.value).toFixed(2); field.value = state; });" },
  "plain, read after each key": { html: "<input id=field value=0.00>", script: "field.addEventListener('keyup', () => { state = field.value; });" },
  number: { html: "<input id=field type=number step=0.01 value=0.00>", script: "field.addEventListener('input', () => { state = field.valueAsNumber.toFixed(2); });" },
  // React: listeners at the root, a value tracker on the element, the state written back after each event.
  "React's controlled field": {
    html: "<div id=root><input id=field value=0.00></div>",
    script: `let tracked = field.value; const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      Object.defineProperty(field, 'value', { configurable: true, get() { return native.get.call(this); }, set(value) { tracked = String(value); native.set.call(this, value); } });
      const changed = () => { const now = native.get.call(field); if (now === tracked) return; tracked = now; state = now; queueMicrotask(() => { if (field.value !== state) field.value = state; }); };
      for (const type of ['input', 'change', 'click', 'keydown', 'keyup', 'focusin', 'focusout', 'selectionchange']) root.addEventListener(type, changed, true);`,
  },
  // Vue: v-model waits for the end of a composition; the change event ends one, too.
  "Vue's v-model": {
    html: "<input id=field value=0.00>",
    script: `field.addEventListener('compositionstart', () => { field.composing = true; }); field.addEventListener('compositionend', () => { field.composing = false; field.dispatchEvent(new Event('input')); });
      field.addEventListener('change', () => { if (field.composing) { field.composing = false; field.dispatchEvent(new Event('input')); } });
      field.addEventListener('input', () => { if (!field.composing) { state = field.value; Promise.resolve().then(() => { if (field.value !== state) field.value = state; }); } });`,
  },
  "Vue's v-model.lazy": { html: "<input id=field value=0.00>", script: "field.addEventListener('change', () => { state = field.value.trim(); Promise.resolve().then(() => { field.value = state; }); });" },
  // Angular: a value accessor hears input and blur; with updateOn: 'blur' only the latter commits.
  "Angular's value accessor": {
    html: "<input id=field value=0.00>",
    script: "field.addEventListener('input', () => { state = field.value; }); field.addEventListener('blur', () => { field.classList.add('ng-touched'); });",
  },
  "Angular's updateOn blur": { html: "<input id=field value=0.00>", script: "let pending = '0.00'; field.addEventListener('input', () => { pending = field.value; }); field.addEventListener('blur', () => { state = pending; });" },
  "Svelte's bind:value": { html: "<input id=field value=0.00>", script: "field.addEventListener('input', () => { state = field.value; Promise.resolve().then(() => { if (field.value !== state) field.value = state; }); });" },
  "Lit's element in a shadow root": {
    html: "<money-field id=host></money-field>",
    script: `const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<input id=field value=0.00>'; const inner = root.getElementById('field');
      inner.addEventListener('input', () => { state = inner.value; Promise.resolve().then(() => { inner.value = state; }); });`,
  },
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

const VALUE = "42.50";
const heard = ["keydown", "keypress", "keyup", "beforeinput", "input", "change", "blur", "focusout", "focus", "focusin", "mousedown", "mouseup", "click"];

const application = ({ html, script }: { html: string; script: string }) =>
  page(`<input id=before aria-label=Before>${html}<button id=add onclick="stored.textContent='Stored '+state">Add</button><p id=stored></p>
<script>let state = '0.00'; ${script}
window.log = [];
for (const type of ${JSON.stringify(heard)}) addEventListener(type, (event) => {
  const target = event.composedPath()[0];
  log.push([type, target.id, event.isTrusted, event.inputType, event.data, event.key, event.code, target.value].join(' '));
}, true);
</script>`);

/** What the page heard from the first key to the click on Add. */
async function events(session: TestSession): Promise<string[]> {
  const { value } = await session.call("eval_js", { expr: "JSON.stringify(log)" });
  const log = JSON.parse(value) as string[];
  return log.slice(log.findIndex((line) => line.startsWith("keydown field") && line.includes("Digit4")));
}

const field = "#field";

async function typeLikeAPerson(session: TestSession): Promise<void> {
  await session.call("click", { selector: field });
  await session.call("press", { key: "Control+a" });
  for (const key of VALUE) await session.call("press", { key });
}

for (const [name, made] of Object.entries(fields))
  test(`fill and a click are to the page what typing and a click are: ${name}`, async ({ session, server }) => {
    const url = server.html("/typing", application(made));
    const ways: [way: string, put: () => Promise<unknown>][] = [
      ["typed", () => typeLikeAPerson(session)],
      ["filled", () => session.call("fill", { selector: field, value: VALUE })],
    ];
    const logs: Record<string, string[]> = {};
    for (const [way, put] of ways) {
      await session.call("navigate", { url, mode: "none" });
      await session.call("click", { selector: "#before", mode: "none" });
      await put();
      const added = await session.call("click", { selector: "#add" });
      expect(added.snapshotDelta.tree, way).toContain(`Stored ${VALUE}`);
      logs[way] = await events(session);
    }
    expect(logs["filled"]).toEqual(logs["typed"]);
    expect(logs["filled"]?.length).toBeGreaterThan(20);
  });

test("what no key gives, long texts and editors still go in, as an input method would put them", async ({ session, server }) => {
  const body = `<input id=line><textarea id=lines></textarea><div id=editor contenteditable></div>`;
  await session.call("navigate", { url: server.html("/texts", page(body)), mode: "none" });
  const values: [selector: string, value: string][] = [["#line", "naïve 🌍"], ["#line", "x".repeat(500)], ["#lines", "two\nlines"], ["#editor", "some words"]];
  for (const [selector, value] of values) expect(await session.call("fill", { selector, value })).toMatchObject({ ok: true, element: { value } });
});

test("a field that shows another one when it gets the focus has that one filled", async ({ session, server }) => {
  const body = `<label for=amount>Amount</label><span id=place></span><script>
    const make = (value) => { const made = document.createElement('input'); made.id = 'amount'; made.value = value; place.replaceChildren(made); return made; };
    make('0.00').addEventListener('focus', () => setTimeout(() => make('').focus(), 20), { once: true });</script>`;
  await session.call("navigate", { url: server.html("/swaps", page(body)), mode: "none" });
  expect(await session.call("fill", { selector: "#amount", value: VALUE })).toMatchObject({ ok: true });
  expect(await session.call("verify_value", { selector: "#amount", value: VALUE })).toMatchObject({ ok: true });
});
