import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

const counter = page(`<input aria-label=Name><button id=b onclick="this.textContent='Pressed '+(window.n=(window.n??0)+1)">Press</button>
  <ul><li>Row <button id=row onclick="this.previousSibling.data='Saved '">Save</button></li></ul>`);

test("batch runs calls in order and checks what is expected of them", async ({ session, server }) => {
  const url = server.html("/batch", counter);
  const report = await session.call("batch", {
    calls: [
      { tool: "navigate", args: { url } },
      { tool: "fill", args: { selector: "input", value: "Ada" }, label: "name", expect: { valueEquals: "Ada" } },
      { tool: "click", args: { selector: "#row" }, expect: { containerTextIncludes: "Saved", predicate: { kind: "equals", key: "actionResult.warnings.length", value: 0 } } },
      { tool: "snapshot" },
      { tool: "list_sessions" },
    ],
  });
  expect(report).toMatchObject({ ok: true, completed: 5, failedAt: null, results: [{ tool: "navigate", ok: true }, { label: "name", ok: true, result: { element: { value: "Ada" } } }, { ok: true }, { ok: true }, { tool: "list_sessions", ok: true }] });
});

test("batch stops at the first failure unless told otherwise", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/batch-stops", counter), mode: "none" });
  const calls = [
    { tool: "fill", args: { selector: "input", value: "Ada" }, expect: { valueEquals: "Bob" } },
    { tool: "click", args: { selector: "#b" } },
  ];
  const stopped = await session.call("batch", { calls });
  expect(stopped).toMatchObject({ ok: false, completed: 1, failedAt: 0, results: [{ ok: false, error: expect.stringContaining("expect failed: valueEquals") }] });
  const all = await session.call("batch", { calls, stopOnError: false });
  expect(all).toMatchObject({ completed: 2, failedAt: 0, results: [{ ok: false }, { ok: true }] });
});

test("batch refuses 33 calls, nesting, and tools that would block, before anything runs", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/batch-refused", counter), mode: "none" });
  const press = { tool: "click", args: { selector: "#b" } };
  expect(await session.call("batch", { calls: Array.from({ length: 33 }, () => press) })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("32") });
  expect(await session.call("batch", { calls: [] })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("batch", { calls: [press, { tool: "batch", args: { calls: [press] } }] })).toMatchObject({ ok: false, error: "bad-input", tool: "batch" });
  expect(await session.call("batch", { calls: [press, { tool: "flake_check" }] })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("batch", { calls: [press, { tool: "no_such_tool" }] })).toMatchObject({ ok: false, error: "unknown-tool" });
  expect((await session.call("eval_js", { expr: "window.n ?? 0" })).value).toBe(0);
  expect(await session.call("batch", { calls: Array.from({ length: 32 }, () => ({ tool: "eval_js", args: { expr: "1" } })) })).toMatchObject({ completed: 32 });
});

test("inner calls keep their own gate", async ({ client, session, server }) => {
  await session.call("navigate", { url: server.html("/batch-gate", counter), mode: "none" });
  const { CheckedClient } = await import("./support/checkedClient.ts");
  const agent = new CheckedClient({ client: "mcp" });
  const outcome = await agent.call("batch", { session: session.id, calls: [{ tool: "eval_js", args: { expr: "1" } }] });
  expect(outcome.data).toMatchObject({ ok: false, results: [{ ok: false, result: { error: "capability-disabled", requiredCapability: "eval" } }] });
  agent.close();
  expect(client).toBeDefined();
});

test("flake_check tells which step differs between runs", async ({ session, server }) => {
  const body = `<button id=always>Always</button><script>const key='runs';const n=+(sessionStorage[key]??0);sessionStorage[key]=n+1;if(n%2===0)document.body.insertAdjacentHTML('beforeend','<button id=sometimes>Sometimes</button>')</script>`;
  const url = server.html("/flaky", page(body));
  const report = await session.call("flake_check", {
    n: 4,
    calls: [
      { tool: "navigate", args: { url, mode: "none" } },
      { tool: "find", args: { query: "Always button" }, label: "locate" },
      { tool: "click", args: { selector: "#sometimes", mode: "none" } },
    ],
  });
  expect(report).toMatchObject({ runsCompleted: 4, allGreen: false, firstDivergence: 2 });
  expect(report.steps[2]).toMatchObject({ runs: 4, ok: 2, successRate: 0.5, signatures: ["#sometimes"] });
  expect(report.runs).toHaveLength(4);
  expect(await session.call("flake_check", { n: 2, calls: [{ tool: "snapshot" }] })).toMatchObject({ ok: false, error: "bad-input" });
  const short = await session.call("flake_check", { n: 20, stopOnAllGreen: 3, calls: [{ tool: "click", args: { selector: "#always", mode: "none" } }] });
  expect(short).toMatchObject({ runsCompleted: 3, shortCircuitedAfter: 3, allGreen: true, firstDivergence: null, cachedResolvers: [{ step: 0, selector: "#always", agreedRuns: 3 }] });
});

test("plan captures an intention and execute carries it out", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/plan", counter), mode: "none" });
  const descriptor = await session.call("plan", { query: "the Press button", verb: "click" });
  expect(descriptor).toMatchObject({ ref: expect.stringMatching(/^e\d+$/), verb: "click", args: {}, evidence: { role: "button", name: "Press", actionable: true, warnings: [] } });
  expect(descriptor.evidence.alternatives.length).toBeLessThanOrEqual(4);
  expect((await session.call("eval_js", { expr: "window.n ?? 0" })).value).toBe(0);
  expect(await session.call("execute", { descriptor })).toMatchObject({ ok: true, result: { ok: true, action: { type: "click", ref: descriptor.ref } } });
  const fill = await session.call("plan", { query: "Name textbox", verb: "fill", verbArgs: { value: "Ada" } });
  expect(await session.call("execute", { descriptor: fill, mode: "none" })).toMatchObject({ ok: true, result: { element: { value: "Ada" } } });
});

test("execute refuses what has expired, is malformed, or lost its element", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/plan-refused", counter), mode: "none" });
  const descriptor = await session.call("plan", { query: "the Press button", verb: "click" });
  expect(await session.call("execute", { descriptor: { ...descriptor, expiresAt: Date.now() - 1 } })).toMatchObject({ ok: false, error: "expired", reason: "expired" });
  expect(await session.call("execute", { descriptor: { ...descriptor, verb: "explode" } })).toMatchObject({ ok: false, error: "invalid", reason: "invalid" });
  expect(await session.call("execute", { descriptor: { ...descriptor, verb: "fill" } })).toMatchObject({ ok: false, reason: "invalid" });
  expect(await session.call("execute", { descriptor: "nonsense" })).toMatchObject({ ok: false, reason: "invalid" });
  await session.call("eval_js", { expr: "document.querySelector('#b').remove()" });
  expect(await session.call("execute", { descriptor })).toMatchObject({ ok: false, error: "ref-gone", reason: "ref-gone" });
  expect(await session.call("plan", { query: "zzzqqq", verb: "click" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await session.call("plan", { query: "Name", verb: "fill" })).toMatchObject({ ok: false, error: "invalid" });
});

test("act_and_sample traces what happens during the action", async ({ session, server }) => {
  const body = `<div id=panel style="height:10px"></div><button onclick="panel.style.height='200px';setTimeout(()=>panel.style.height='20px',300)">Open</button>`;
  await session.call("navigate", { url: server.html("/sampled", page(body)), mode: "none" });
  const result = await session.call("act_and_sample", { action: { tool: "click", args: { selector: "button" } }, selector: "#panel", metric: "clientHeight", durationMs: 900, everyFrame: true });
  expect(result).toMatchObject({ ok: true, action: { ok: true, action: { type: "click" } }, sample: { metric: "clientHeight", scope: "element", summary: { first: 10, max: 200, last: 20 } } });
  expect(await session.call("act_and_sample", { action: { tool: "batch", args: {} }, metric: "scrollTop", durationMs: 50 })).toMatchObject({ ok: false, error: "bad-input" });
});

test("cross_session_sample acts here and looks there", async ({ session, client, server }) => {
  const other = `${session.id}-far`;
  await client.call("open_session", { session: other, mode: "incognito", engine: session.engine });
  await session.call("navigate", { url: server.html("/here", counter), mode: "none" });
  const far = server.html("/there", page(`<div id=feed style="height:30px"></div><script>setTimeout(()=>feed.style.height='90px',400)</script>`));
  await client.call("navigate", { session: other, url: far, mode: "none" });
  const { data } = await client.call("cross_session_sample", { action: { tool: "click", args: { selector: "#b" } }, actionSession: session.id, sampleSession: other, selector: "#feed", metric: "clientHeight", durationMs: 800 });
  expect(data).toMatchObject({ ok: true, action: { ok: true }, sample: { summary: { last: 90 } } });
  await client.call("close_session", { session: other });
});

test("act_and_diff lists changes of class, attributes, style and words", async ({ session, server }) => {
  const body = `<div class=timeline><div data-testid=clip-1 class="clip" aria-selected=false style="left:0px">One</div><div class="clip selected" aria-selected=true>Two</div></div>
    <button onclick="const [a,b]=document.querySelectorAll('.clip');a.classList.add('selected');a.setAttribute('aria-selected','true');a.style.left='10px';b.remove();a.parentElement.append(document.createElement('i'))">Select</button>`;
  await session.call("navigate", { url: server.html("/diffed", page(body)), mode: "none" });
  const result = await session.call("act_and_diff", { action: { tool: "click", args: { selector: "button" } }, scope: ".timeline" });
  expect(result.diff).toMatchObject({
    changed: [{ tag: "div", testId: "clip-1", classDelta: { added: ["selected"], removed: [] }, attrDelta: { "aria-selected": ["false", "true"] }, styleDelta: { left: ["0px", "10px"] } }],
    added: 1,
    removed: 1,
    counts: { changed: 1 },
  });
  expect(await session.call("act_and_diff", { action: { tool: "click", args: { selector: "button" } }, scope: ".nowhere" })).toMatchObject({ ok: false, error: "not-found" });
});

test("act_and_wait_for_network catches what comes after the action", async ({ session, server }) => {
  server.route("/api/orders", (_, response) => {
    response.statusCode = 201;
    response.end("{}");
  });
  const body = `<button onclick="setTimeout(()=>fetch('/api/orders?secret=1',{method:'POST'}),400)">Order</button>`;
  await session.call("navigate", { url: server.html("/orders", page(body)), mode: "none" });
  const action = { tool: "click", args: { selector: "button" } };
  const result = await session.call("act_and_wait_for_network", { action, match: { urlPattern: "/API/orders", method: "post" }, timeoutMs: 8000 });
  expect(result).toMatchObject({ ok: true, action: { ok: true }, network: { matched: true, method: "POST", status: 201 } });
  expect(result.network.url).not.toContain("secret=1");
  expect(await session.call("act_and_wait_for_network", { action, match: { urlPattern: "/nothing" }, timeoutMs: 300 })).toMatchObject({ ok: false, network: { matched: false } });
  expect(await session.call("act_and_wait_for_network", { action, match: {} })).toMatchObject({ ok: false, error: "bad-input" });
});

test("tab_visibility hides the page from itself and brings it back", async ({ session, server }) => {
  const body = `<script>window.log=[];document.addEventListener('visibilitychange',()=>log.push(document.visibilityState));addEventListener('blur',()=>log.push('blur'));addEventListener('focus',()=>log.push('focus'));
    window.frames_=0;(function tick(){frames_++;requestAnimationFrame(tick)})()</script>`;
  await session.call("navigate", { url: server.html("/visibility", page(body)), mode: "none" });
  expect(await session.call("tab_visibility", { state: "background", holdMs: 100 })).toMatchObject({ ok: true, state: "foreground", heldMs: 100, realBackgrounding: false, note: expect.any(String) });
  // A window that has just been opened may get the focus first.
  expect((await session.call("eval_js", { expr: "log.slice(log.indexOf('hidden'))" })).value).toEqual(["hidden", "blur", "visible", "focus"]);
  await session.call("tab_visibility", { state: "background" });
  // A frame that had been asked for before comes yet; a picture makes the browser deliver it.
  await session.call("screenshot");
  const frames = (await session.call("eval_js", { expr: "frames_" })).value;
  await session.call("click", { coords: { x: 5, y: 5 } });
  expect((await session.call("eval_js", { expr: "[document.hidden, frames_]" })).value).toEqual([true, frames]);
  await session.call("tab_visibility", { state: "foreground" });
  expect((await session.call("eval_js", { expr: "document.hidden" })).value).toBe(false);
});
