import { expect } from "vitest";
import { test } from "./support/session.ts";

test("eval_js returns values, awaits promises and calls functions", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/eval", "<title>Eval</title>") });
  expect(await session.call("eval_js", { expr: "document.title" })).toMatchObject({ ok: true, value: "Eval" });
  expect(await session.call("eval_js", { expr: "Promise.resolve({ a: 1 })" })).toMatchObject({ value: { a: 1 } });
  expect(await session.call("eval_js", { expr: "() => 6 * 7" })).toMatchObject({ value: 42 });
  expect(await session.call("eval_js", { expr: "window.runs = (window.runs ?? 0) + 1, window.handler = () => { window.called = true }" })).toMatchObject({ ok: true, value: null });
  expect(await session.call("eval_js", { expr: "[runs, window.called]" })).toMatchObject({ value: [1, null] });
  const throwing = await session.call("eval_js", { expr: "window.parsed = (window.parsed ?? 0) + 1; /* await */ JSON.parse('{')" });
  expect(throwing).toMatchObject({ ok: false, error: "script-error" });
  expect(await session.call("eval_js", { expr: "parsed" })).toMatchObject({ value: 1 });
  expect(await session.call("eval_js", { expr: "{ b: 2 }" })).toMatchObject({ value: { b: 2 } });
  expect(await session.call("eval_js", { expr: "await Promise.resolve(3)" })).toMatchObject({ value: 3 });
});

test("top-level await works where it could be taken for a call or an index, and the script runs once", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/awaits", "") });
  const value = async (expr: string) => (await session.call("eval_js", { expr })).value;
  expect(await value("await (async () => 5)()")).toBe(5);
  expect(await value("await (fetch('/awaits')).then(({ status }) => status)")).toBe(200);
  expect(await value("await `x`")).toBe("x");
  expect(await value("await [1]")).toEqual([1]);
  expect(await value("window.runs = (window.runs ?? 0) + 1; const seven = await (Promise.resolve(7)); seven")).toBe(7);
  expect(await session.call("eval_js", { expr: "runs++; await (Promise.reject(new SyntaxError('later')))" })).toMatchObject({ ok: false, error: "script-error" });
  expect(await value("runs")).toBe(2);
});

test("eval_js tells dates, maps, sets, expressions and elements as what they are", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/kinds", "<body id=top class='big red'><p>One<p class=two>Two") });
  const value = async (expr: string) => (await session.call("eval_js", { expr })).value;
  expect(await value("new Date(0)")).toBe("1970-01-01T00:00:00.000Z");
  expect(await value("new Map([[1, 2]])")).toEqual([[1, 2]]);
  expect(await value("Promise.resolve(new Set([1, /re/g]))")).toEqual([1, "/re/g"]);
  expect(await value("document.body")).toBe("body#top.big.red");
  expect(await value("document.querySelectorAll('p')")).toEqual(["p", "p.two"]);
  expect(await value("await ({ at: new Date(0), in: [new Date(0), {}], f() {} })")).toEqual({ at: "1970-01-01T00:00:00.000Z", in: ["1970-01-01T00:00:00.000Z", {}] });
  const date = "new Date(0)";
  const together = await Promise.all([value(`var date = ${date}; [date, date, {}]`), value(`(() => [${date}])()`), value("({})")]);
  expect(together).toEqual([["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z", {}], ["1970-01-01T00:00:00.000Z"], {}]);
});

test("a script that declares what an earlier one declared has it to itself, and runs once", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/declares", "") });
  const script = (value: number) => `const q = ${value}; class Q {}; window.runs = (window.runs ?? 0) + 1; Promise.resolve(q)`;
  expect(await session.call("eval_js", { expr: script(1) })).toMatchObject({ value: 1 });
  expect(await session.call("eval_js", { expr: script(2) })).toMatchObject({ value: 2, warnings: [expect.stringContaining('was declared by an earlier script')] });
  expect(await session.call("eval_js", { expr: "[q, runs]" })).toMatchObject({ value: [1, 2] });
  expect(await session.call("eval_js", { expr: "const q = await Promise.resolve(3); q" })).toMatchObject({ value: 3 });
  expect(await session.call("poll_eval", { expr: "let tries = window.tries = (window.tries ?? 0) + 1; tries > 2", intervalMs: 50 })).toMatchObject({ truthy: true, polls: 3 });
  expect(await session.call("eval_js", { expr: "const z = 1; const z = 2" })).toMatchObject({ ok: false, error: "script-error" });
});

test("eval_js with returnType void asks for nothing back", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/void", "<title>Void</title>") });
  for (const expr of ["window", "new Promise(() => {})", "document.body"])
    expect(await session.call("eval_js", { expr, returnType: "void" })).toMatchObject({ ok: true, returnType: "void" });
  expect(await session.call("eval_js", { expr: "null.x", returnType: "void" })).toMatchObject({ ok: false, error: "script-error" });
});

test("eval_js reports what the page threw", async ({ session }) => {
  const result = await session.call("eval_js", { expr: "null.x" });
  expect(result).toMatchObject({ ok: false, error: "script-error", failure: { source: "app" } });
  expect(result.message).toContain(session.engine === "chromium" ? "Cannot read properties of null" : "can't access property");
});

test("a rejected promise is what the page threw", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/rejects", "") });
  for (const expr of ["Promise.reject(new Error('rejected'))", "async () => { throw new Error('rejected') }", "await Promise.reject(new Error('rejected'))"]) {
    const result = await session.call("eval_js", { expr });
    expect(result).toMatchObject({ ok: false, error: "script-error", message: expect.stringMatching(/^Error: rejected/), failure: { source: "app" } });
  }
  for (const waiting of ["poll_eval", "wait"])
    expect(await session.call(waiting, { [waiting === "wait" ? "js" : "expr"]: "Promise.reject(new Error('rejected'))" })).toMatchObject({ ok: false, error: "script-error" });
  const refused = await session.call("eval_js", { expr: "fetch('http://127.0.0.1:9/')" });
  expect(refused).toMatchObject({ ok: false, error: "script-error", message: expect.stringMatching(/^TypeError: /) });
});

test("a wedged page costs one call and not the session", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/wedge", "<title>Wedge</title>") });
  const stuck = await session.call("eval_js", { expr: "while (true) {}", timeoutMs: 300 });
  expect(stuck).toMatchObject({ ok: false, error: "timeout", failure: { source: "drover" } });
  expect(stuck.message).toContain("anti-wedge timeout");
  // Firefox cannot end a script: its page is waited for first, and then given another tab.
  expect(await session.call("eval_js", { expr: "document.title", ...(session.engine === "firefox" && { timeoutMs: 20_000 }) })).toMatchObject({ ok: true, value: "Wedge" });
});
