import { expect } from "vitest";
import { clickAt, keys, PersonTab, pixel } from "./support/dashboard.ts";
import { page } from "./support/page.ts";
import { test } from "./support/personTab.ts";
import type { TestSession } from "./support/session.ts";
import { until } from "./support/until.ts";

/** By the person: programs wait while somebody has the wheel. */
const evaluator = ({ id }: TestSession, tab: PersonTab) => async (expr: string) => (await tab.call("eval_js", { session: id, expr })).value;
const isNear = ([red = 0, green = 0, blue = 0]: number[], wanted: number[]) => [red, green, blue].every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12);

test("frames come while somebody looks, the last one of a movement too, and none afterwards", async ({ session, server, tab, access }) => {
  const evaluate = evaluator(session, tab);
  await session.call("navigate", { url: server.html("/live", page("<h1>Live</h1>")) });
  tab.send({ type: "watch", view: 1, session: session.id, width: 640, height: 400 });
  const first = await tab.frame();
  expect(first).toMatchObject({ view: 1, session: session.id, format: "jpeg", cssWidth: 1280, cssHeight: 720 });
  expect(Math.abs(first.ts - Date.now())).toBeLessThan(60_000);
  using other = new PersonTab(access);
  await other.ready();
  other.send({ type: "watch", view: 9, session: session.id, width: 200, height: 120, thumbnail: true });
  await other.frame();
  await evaluate(`new Promise((done) => { let count = 0; const draw = () => { count++; document.body.style.background = "rgb(" + count * 20 + ",100,50)"; if (count < 12) requestAnimationFrame(draw); else done(); }; draw(); })`);
  for (const watcher of [tab, other])
    await watcher.until(() => {
      const last = watcher.frames.at(-1);
      return last && last.ts > first.ts;
    });
  const shown = async (watcher: PersonTab) => pixel(evaluate, watcher.frames.at(-1)!.jpeg, 0.9, 0.9);
  expect(await until(() => shown(tab), (colour) => isNear(colour, [240, 100, 50]))).toSatisfy((colour: number[]) => isNear(colour, [240, 100, 50]));
  expect(await until(() => shown(other), (colour) => isNear(colour, [240, 100, 50]))).toSatisfy((colour: number[]) => isNear(colour, [240, 100, 50]));
  tab.send({ type: "unwatch", view: 1 });
  await tab.call("list_sessions");
  const seen = tab.frames.length;
  await evaluate(`document.body.style.background = "blue"`);
  // The other watcher has it: so would this one.
  await until(() => shown(other), (colour) => isNear(colour, [0, 0, 255]));
  expect(tab.frames.length).toBe(seen);
});

test("a person's mouse, wheel, keys, composition and paste reach the page whose wheel they have, and only then", async ({ session, server, tab }) => {
  const evaluate = evaluator(session, tab);
  await session.call("navigate", { url: server.html("/hands", page(`<input id="field" style="position:fixed;left:20px;top:20px;width:300px;height:40px"><button id="b" style="position:fixed;left:20px;top:100px;width:100px;height:40px">0</button><div style="height:5000px"></div>
    <script>b.onclick = (event) => { b.textContent = Number(b.textContent) + (event.isTrusted ? 1 : 100); }</script>`)) });
  tab.hands(session.id, ...clickAt(60, 120));
  await tab.until(() => tab.problems.some(({ about, error }) => about === "input" && error === "wheel-taken"));
  expect(await tab.call("take_wheel", { session: session.id })).toMatchObject({ ok: true, wheel: { taken: true, where: "dashboard", holder: tab.id } });
  tab.hands(session.id, ...clickAt(60, 120));
  expect(await until(() => evaluate("b.textContent"), (text) => text === "1")).toBe("1");
  tab.hands(session.id, ...clickAt(100, 40), ...keys("abc"), { kind: "compose", text: "に" }, { kind: "text", text: "日本" }, { kind: "paste", text: " pasted" });
  expect(await until(() => evaluate("field.value"), (value) => value === "abc日本 pasted")).toBe("abc日本 pasted");
  tab.hands(session.id, { kind: "wheel", x: 400, y: 300, deltaX: 0, deltaY: 300 });
  expect(await until(() => evaluate("scrollY"), (y) => y > 0)).toBeGreaterThan(0);
  // What was typed is nobody's business.
  await tab.call("give_wheel", { session: session.id });
  const { calls } = await until(() => tab.call("call_log", { session: session.id, limit: 100 }), (log) => log.calls.some(({ tool }: { tool: string }) => tool === "person_scroll"));
  expect(calls.map(({ tool }: { tool: string }) => tool)).toEqual(expect.arrayContaining(["take_wheel", "person_click", "person_type", "person_paste", "person_scroll", "give_wheel"]));
  expect(JSON.stringify(calls)).not.toContain("abc");
});

test("a dialog that opens under a person's hands waits for them", async ({ session, server, tab }) => {
  await session.call("navigate", { url: server.html("/ask", page(`<button id="b" style="position:fixed;left:20px;top:100px;width:100px;height:40px">?</button><script>b.onclick = () => { b.textContent = String(prompt("Your name?", "x")); }</script>`)) });
  await tab.call("take_wheel", { session: session.id });
  const asked = tab.next((message) => message.type === "event" && message.topic === "question");
  tab.hands(session.id, ...clickAt(60, 120));
  const { data } = await asked;
  expect(data).toMatchObject({ session: session.id, kind: "input", about: "dialog:prompt", prompt: "The page says: Your name?" });
  expect(await tab.call("answer_question", { id: data.id, value: "Ada" })).toMatchObject({ ok: true });
  expect(await until(() => evaluator(session, tab)("b.textContent"), (text) => text === "Ada")).toBe("Ada");
  await tab.call("give_wheel", { session: session.id });
});

test("a registered secret is covered in frames, also of those who looked before", async ({ session, server, tab }) => {
  const evaluate = evaluator(session, tab);
  await session.call("navigate", { url: server.html("/secret", page(`<p style="font:200px/1 monospace;color:red;background:red;margin:0;position:fixed;left:0;top:0;width:1280px">hunter22</p>`)) });
  tab.send({ type: "watch", view: 1, session: session.id, width: 640, height: 400 });
  const before = await tab.frame();
  expect(await pixel(evaluate, before.jpeg, 0.1, 0.15)).toSatisfy((colour: number[]) => isNear(colour, [255, 0, 0]));
  await session.call("register_secret", { name: "PIN", value: "hunter22" });
  await evaluate(`document.body.style.background = "green"`);
  const isCovered = async () => {
    const last = tab.frames.at(-1)!;
    return last.ts > before.ts && !isNear(await pixel(evaluate, last.jpeg, 0.1, 0.15), [255, 0, 0]) && isNear(await pixel(evaluate, last.jpeg, 0.9, 0.9), [0, 128, 0]);
  };
  expect(await until(isCovered, (covered) => covered === true)).toBe(true);
});
