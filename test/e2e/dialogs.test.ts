import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

const asker = page(`<button id=confirm onclick="window.answer=confirm('Delete it?')">Delete</button><button id=prompt onclick="window.answer=prompt('Name?','nobody')">Name</button>
  <button id=alert onclick="alert('Hello');window.answer='after'">Hello</button>`);
const answer = "window.answer === undefined ? 'none' : window.answer";

test("each policy answers as it says, and no dialog blocks anything", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/asker", asker), mode: "none" });
  const value = async () => (await session.call("eval_js", { expr: answer })).value;
  const raised = await session.call("click", { selector: "#confirm" });
  expect(raised).toMatchObject({ ok: false, error: "unhandled-dialog", failure: { source: "app", hint: expect.stringContaining("unhandled dialog") }, dialogs: [{ kind: "confirm", message: "Delete it?", handledAs: "raised" }] });
  expect(await value()).toBe(false);

  expect(await session.call("set_dialog_policy", { mode: "accept" })).toMatchObject({ ok: true, policy: { mode: "accept" } });
  expect(await session.call("click", { selector: "#confirm" })).toMatchObject({ ok: true, dialogs: [{ handledAs: "accepted" }] });
  expect(await value()).toBe(true);
  expect(await session.call("click", { selector: "#prompt" })).toMatchObject({ ok: true, dialogs: [{ kind: "prompt", defaultValue: "nobody", handledAs: "accepted" }] });
  expect(await value()).toBe("");

  await session.call("set_dialog_policy", { mode: "dismiss" });
  expect(await session.call("click", { selector: "#prompt" })).toMatchObject({ ok: true, dialogs: [{ handledAs: "dismissed" }] });
  expect(await value()).toBeNull();

  expect(await session.call("set_dialog_policy", { mode: "accept-prompt-with" })).toMatchObject({ ok: false, error: "bad-input" });
  await session.call("set_dialog_policy", { mode: "accept-prompt-with", text: "Ada" });
  await session.call("click", { selector: "#prompt" });
  expect(await value()).toBe("Ada");
});

test("a dialog between two actions stops the next one, once", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/later", page(`<button onclick="window.answer='pressed'">Press</button>`)), mode: "none" });
  await session.call("eval_js", { expr: "alert('Session expired')" });
  const stopped = await session.call("click", { selector: "button" });
  expect(stopped).toMatchObject({ ok: false, error: "unhandled-dialog", failure: { source: "app" }, dialogs: [{ kind: "alert", message: "Session expired", handledAs: "raised" }] });
  expect((await session.call("eval_js", { expr: answer })).value).toBe("none");
  expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: true });
});

test("beforeunload does not hold up a navigation", async ({ session, server }) => {
  server.html("/elsewhere", page("<h1>Elsewhere</h1>"));
  const body = `<input><a href="/elsewhere">Leave</a><script>onbeforeunload = (e) => { e.preventDefault(); return 'stay?' }</script>`;
  await session.call("navigate", { url: server.html("/leaving", page(body)), mode: "none" });
  await session.call("fill", { selector: "input", value: "typed" });
  const left = await session.call("click", { selector: "text=Leave" });
  expect(left).toMatchObject({ ok: true, navigation: { changed: true, kind: "full_load" } });
  expect(left.dialogs?.[0]).toMatchObject({ kind: "beforeunload", handledAs: "accepted" });
});

test("popups obey the policy", async ({ session, server }) => {
  server.html("/popup", page(`<script>window.answer = confirm('In the popup?')</script>`));
  await session.call("set_dialog_policy", { mode: "accept" });
  await session.call("navigate", { url: server.html("/opens", page(`<button onclick="window.w=window.open('/popup')">Open</button>`)), mode: "none" });
  const result = await session.call("click", { selector: "button" });
  expect(result).toMatchObject({ ok: true, dialogs: [{ kind: "confirm", message: "In the popup?", handledAs: "accepted" }] });
  expect((await session.call("eval_js", { expr: "window.w.answer" })).value).toBe(true);
});

test("a storm of alerts costs one call", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/storm", page(`<button id=many onclick="for(let i=0;i<30;i++)alert(i)">Many</button><button id=endless onclick="while(true)alert('again')">Endless</button>`)), mode: "none" });
  await session.call("set_dialog_policy", { mode: "dismiss" });
  const many = await session.call("click", { selector: "#many", timeoutMs: 100_000 });
  expect(many).toMatchObject({ ok: true });
  expect(many.dialogs).toHaveLength(20);
  expect(many.warnings.join()).toContain("30 dialogs");
  // On Firefox the click may have to wait a second for its window to be in focus, and its first dialog for being drawn.
  const endless = await session.call("click", { selector: "#endless", timeoutMs: 4000 });
  expect(endless).toMatchObject({ ok: false, error: "timeout" });
  // Firefox draws each of its dialogs, which takes a while.
  if (session.engine === "chromium") expect(endless.dialogs).toHaveLength(20);
  else expect(endless.dialogs.length).toBeGreaterThan(0);
  // Firefox loads the page again, in another tab if need be.
  expect(await session.call("eval_js", { expr: "1+1", ...(session.engine === "firefox" && { timeoutMs: 20_000 }) })).toMatchObject({ ok: true, value: 2 });
  expect(await session.call("click", { selector: "body" })).toMatchObject({ ok: true });
});
