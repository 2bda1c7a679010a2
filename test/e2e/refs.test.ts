import { expect } from "vitest";
import { test } from "./support/session.ts";

const refOf = async (
  session: { call(tool: string, input?: object): Promise<{ candidates: { ref: string }[] }> },
  query: string,
) => (await session.call("find", { query })).candidates[0]?.ref ?? "";

test("a ref stays with its element when text, role and place change", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/stay", `<div id=a><button id=b>Save</button></div><div id=c></div>`) });
  const ref = await refOf(session, "save");
  await session.call("eval_js", { expr: `b.textContent = "Done"; b.setAttribute("role", "link"); c.append(b)` });
  expect(await session.call("verify_text", { ref, text: "Done", exact: true })).toMatchObject({ ok: true });
  expect((await session.call("snapshot")).tree).toContain(`link "Done" [ref=${ref}]`);
});

test("a ref re-binds after a re-render when exactly one element looks the same", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html("/rerender", `<div id=app><button>Save</button><button>Cancel</button></div>`),
  });
  const ref = await refOf(session, "save");
  await session.call("eval_js", { expr: `app.innerHTML = "<p>x</p><button>Save</button><button>Cancel</button>"` });
  expect(await session.call("verify_text", { ref, text: "Save" })).toMatchObject({ ok: true });
});

test("a ref is gone when several elements look the same, or none", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/twins", `<div id=app><button>Save</button></div>`) });
  const ref = await refOf(session, "save");
  await session.call("eval_js", { expr: `app.innerHTML = "<button>Save</button><button>Save</button>"` });
  expect(await session.call("inspect", { ref })).toMatchObject({ ok: false, error: "ref-gone" });
  await session.call("eval_js", { expr: `app.innerHTML = ""` });
  expect(await session.call("inspect", { ref })).toMatchObject({
    ok: false,
    error: "ref-gone",
    hint: expect.stringContaining("snapshot"),
  });
});

test("the ref of a removed row never means the row that is left", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html("/rows2", `<ul><li id=one>One <button>Edit</button></li><li id=two>Two <button>Edit</button></li></ul>`),
  });
  const found = await session.call("find", { query: "edit one" });
  const { ref } = found.candidates[0];
  expect(found.candidates[0].context.rowKey).toContain("One");
  await session.call("eval_js", { expr: `one.remove()` });
  expect(await session.call("inspect", { ref })).toMatchObject({ ok: false, error: "ref-gone" });
});

test("refs of one document are not valid in the next", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/first", `<button>First</button>`) });
  const ref = await refOf(session, "first");
  await session.call("navigate", { url: server.html("/second", `<button>Second</button>`) });
  expect(await session.call("inspect", { ref })).toMatchObject({ ok: false, error: "ref-gone" });
  expect(await refOf(session, "second")).not.toBe(ref);
});

test("names stand for refs, and unknown ones are refused", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/named", `<button>Save</button>`) });
  const ref = await refOf(session, "save");
  expect(await session.call("name_ref", { name: "save", ref })).toEqual({ ok: true, name: "save", ref });
  expect(await session.call("verify_text", { named: "save", text: "Save" })).toMatchObject({ ok: true });
  expect(await session.call("list_named_refs")).toMatchObject({ names: [{ name: "save", ref, role: "button", text: "Save" }] });
  expect(await session.call("inspect", { named: "other" })).toMatchObject({
    ok: false,
    error: "not-found",
    hint: expect.stringContaining("save"),
  });
  expect(await session.call("name_ref", { name: "x", ref: "e999" })).toMatchObject({ ok: false, error: "ref-gone" });
  expect(await session.call("inspect", { ref: "e1", selector: "a" })).toMatchObject({ ok: false, error: "bad-input" });
});
