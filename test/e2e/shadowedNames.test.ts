/** A form's fields hide its own properties: `form.parentElement` is the field of that name. */
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

/** One form for each property that forms have, with a field of that name. */
const forms = page(`<div id=forms></div><script>
  window.names = []; for (const name in document.createElement("form")) names.push(name);
  for (const name of names) {
    const form = forms.appendChild(document.createElement("form"));
    form.setAttribute("aria-label", "Form " + name);
    const input = document.createElement("input"); input.name = name; input.setAttribute("aria-label", "Field " + name);
    const button = document.createElement("button"); button.type = "button"; button.textContent = "Say " + name;
    button.addEventListener("click", () => { said.textContent = "said " + name; });
    form.append(input, button);
  }
</script><output id=said></output>`);

test("no name of a field breaks a tool", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/shadowed", forms), mode: "none" });
  const { value: names } = await session.call("eval_js", { expr: "names" });
  expect(names).toEqual(expect.arrayContaining(["nodeType", "parentElement", "matches", "shadowRoot"]));
  const snapshot = await session.call("snapshot", { full: true });
  expect(snapshot).toMatchObject({ ok: true });
  const { tree } = snapshot;
  const unseen = (names as string[]).filter((name) => !tree.includes(`form "Form ${name}"`) || !tree.includes(`textbox "Field ${name}"`) || !tree.includes(`button "Say ${name}"`));
  expect(unseen).toEqual([]);
  const read = ["nodeType", "nodeName", "parentNode", "parentElement", "matches", "closest", "shadowRoot", "children", "childNodes", "contains", "getAttribute", "hasAttribute", "tagName", "localName", "isConnected", "getBoundingClientRect", "ownerDocument"];
  const fields = [...read, "textContent", "style", "focus", "id", "dispatchEvent", "scrollIntoView", "firstChild", "nextSibling", "querySelectorAll"].map((name) => ({ selector: `role=textbox[name="Field ${name}"]`, value: `v ${name}` }));
  expect(await session.call("fill_form", { fields, mode: "none", timeoutMs: 60_000 })).toMatchObject({ ok: true });
  const { value: unfilled } = await session.call("eval_js", { expr: `${JSON.stringify(fields.map(({ value }) => value.slice(2)))}.filter((name) => document.querySelector('input[name="' + name + '"]').value !== "v " + name)` });
  expect(unfilled).toEqual([]);
  const failed: string[] = [];
  for (const name of read.slice(0, 8)) {
    const clicked = await session.call("click", { selector: `text=Say ${name}` });
    if (!clicked.ok || !clicked.snapshotDelta.tree?.includes(`said ${name}`)) failed.push(`click ${name}: ${clicked.message}`);
    const form = await session.call("inspect", { selector: `role=form[name="Form ${name}"]` });
    if (form.ok === false) failed.push(`inspect ${name}: ${form.message}`);
    const [found] = (await session.call("find", { query: `Field ${name}` })).candidates;
    if (found?.name !== `Field ${name}`) failed.push(`find ${name}: ${found?.name}`);
  }
  const [form] = (await session.call("find", { query: "form \"Form children\"" })).candidates;
  for (const [tool, order] of [["dom_export", {}], ["dom_export", { format: "jsonl" }], ["page_archive", {}], ["element_export", { ref: form.ref }]] as const) {
    const exported = await session.call(tool, order);
    if (!exported.ok) failed.push(`${tool}: ${exported.message}`);
  }
  expect(failed).toEqual([]);
});
