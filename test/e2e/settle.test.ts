import { expect } from "vitest";
import { page } from "./support/page.ts";
import { type Data, test } from "./support/session.ts";

/** What an action may take when the page gives it nothing to wait for; far above what it takes, far below any cap. */
const PROMPT_MS = 2000;

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work, performance.now() - started];
}

test("a link leads to the new page, told with its tree", async ({ session, server }) => {
  server.html("/second", page(`<h1>Second page</h1><button>Next</button>`));
  await session.call("navigate", { url: server.html("/first", page(`<a href="/second">Go on</a>`)) });
  const result = await session.call("click", { selector: "text=Go on" });
  expect(result).toMatchObject({
    ok: true,
    navigation: { changed: true, from: `${server.origin}/first`, to: `${server.origin}/second`, kind: "full_load" },
    element: { stillAttached: false },
    snapshotDelta: { mode: "scoped_snapshot", scope: "full" },
    network: { summary: { byType: { document: 1 } }, requests: [{ method: "GET", status: 200, type: "Document" }] },
  });
  expect(result.snapshotDelta.tree).toContain('heading "Second page"');
  expect(await session.call("go_back")).toMatchObject({ ok: true, navigation: { changed: true, to: `${server.origin}/first` } });
  expect(await session.call("go_forward")).toMatchObject({ ok: true, navigation: { changed: true, to: `${server.origin}/second` } });
  expect(await session.call("go_forward")).toMatchObject({ ok: false, error: "not-found" });
});

test("reload loads the page again, as it is now", async ({ session, server }) => {
  const url = server.html("/again", page("<h1>Before</h1>"));
  await session.call("navigate", { url });
  await session.call("eval_js", { expr: "window.kept = 1" });
  server.html("/again", page("<h1>After</h1>"));
  const again = await session.call("reload");
  expect(again).toMatchObject({ ok: true, navigation: { changed: true, to: url, kind: "full_load" } });
  expect(again.snapshotDelta.tree).toContain('heading "After"');
  expect((await session.call("eval_js", { expr: "typeof window.kept" })).value).toBe("undefined");
});

test("a page that the server refused is told as such, and shown", async ({ session, server }) => {
  server.route("/gone", (_, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>"));
  const gone = await session.call("navigate", { url: `${server.origin}/gone` });
  expect(gone).toMatchObject({ ok: true, warnings: expect.arrayContaining(["The server answered 404 for this page."]) });
  expect(gone.snapshotDelta.tree).toContain("Not here");
});

test("routes of a single-page app and hashes are told apart from loads", async ({ session, server }) => {
  const body = `<button id=spa onclick="history.pushState({},'','/app/two');document.querySelector('main').textContent='Two'">Route</button><a id=hash href="#part">Part</a><main>One</main>`;
  await session.call("navigate", { url: server.html("/app", page(body)) });
  expect(await session.call("click", { selector: "#spa" })).toMatchObject({ navigation: { changed: true, kind: "spa", to: `${server.origin}/app/two` } });
  expect(await session.call("click", { selector: "#hash" })).toMatchObject({ navigation: { changed: true, kind: "hash" } });
});

test("a slow request is waited for, with what it wrote back", async ({ session, server }) => {
  server.route("/api/records/42", (_, response) => {
    setTimeout(() => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ id: 42, task: "secret value", done: true }));
    }, 700);
  });
  const body = `<button onclick="fetch('/api/records/42?token=x',{method:'POST',body:'{}'}).then(r=>r.json()).then(()=>this.textContent='Stored')">Store</button>`;
  await session.call("navigate", { url: server.html("/slow", page(body)) });
  const result = await session.call("click", { selector: "button" });
  expect(result.snapshotDelta.tree).toContain("Stored");
  expect(result.network).toMatchObject({
    summary: { total: 1, byType: { xhr: 1 }, failed: 0 },
    mutations: [{ method: "POST", urlPattern: `${server.origin}/api/records/:id`, status: 200, ok: true, responseShape: ["id", "task", "done"] }],
  });
  expect(JSON.stringify(result)).not.toContain("secret value");
});

test("failed requests, page errors and warnings are reported", async ({ session, server }) => {
  server.route("/api/broken", (_, response) => {
    response.statusCode = 500;
    response.end();
  });
  const body = `<button onclick="console.warn('careful');fetch('/api/broken');setTimeout(()=>{throw new Error('kaput')})">Break</button>`;
  await session.call("navigate", { url: server.html("/breaks", page(body)) });
  const result = await session.call("click", { selector: "button" });
  expect(result).toMatchObject({ ok: true, console: { warnings: 1 }, network: { summary: { failed: 1 }, requests: [{ status: 500 }] } });
  expect(result.pageErrors.join()).toContain("kaput");
});

test("pages that never rest end promptly", async ({ session, server }) => {
  server.route("/poll", (_, response) => response.end("[]"));
  server.route("/long-poll", () => undefined);
  server.route("/stream", (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
  });
  const pages: Record<string, string> = {
    polling: `<script>setInterval(()=>fetch('/poll'),30)</script>`,
    "long polling": `<script>(function again(){fetch('/long-poll').then(again)})()</script>`,
    streaming: `<script>new EventSource('/stream')</script>`,
    animating: `<div id=spin>0</div><script>let n=0;(function tick(){spin.style.left=n+'px';spin.textContent=n++;requestAnimationFrame(tick)})()</script>`,
    "animating by CSS": `<style>@keyframes spin{to{transform:rotate(1turn)}}div{width:40px;height:40px;animation:spin 1s linear infinite}</style><div></div>`,
  };
  for (const [index, [name, script]] of Object.entries(pages).entries()) {
    const body = `<button onclick="this.textContent='Pressed'">Press</button>${script}`;
    await session.call("navigate", { url: server.html(`/restless-${index}`, page(body)), mode: "none" });
    const [result, ms] = await timed(session.call("click", { selector: "button" }));
    expect(result, name).toMatchObject({ ok: true });
    expect(result.snapshotDelta.tree, name).toContain("Pressed");
    expect(ms, name).toBeLessThan(PROMPT_MS);
  }
});

test("a request that the click started and that never ends is given up on, and named", async ({ session, server }) => {
  server.route("/never", () => undefined);
  await session.call("navigate", { url: server.html("/hangs", page(`<button onclick="fetch('/never')">Hang</button>`)) });
  const result = await session.call("click", { selector: "button" });
  expect(result.ok).toBe(true);
  expect(result.warnings.join()).toContain("/never");
});

test("regions that come and go are told with refs", async ({ session, server }) => {
  const body = `<button onclick="toast.innerHTML='<p>Saved at last</p>';menu.hidden=true">Save</button><div id=toast role=status></div><ul id=menu role=menu aria-label=Actions><li role=menuitem>Copy</li></ul>`;
  await session.call("navigate", { url: server.html("/regions", page(body)) });
  const result = await session.call("click", { selector: "button" });
  expect(result.structure).toMatchObject({ appeared: [{ role: "status", name: "Saved at last", ref: expect.stringMatching(/^e/) }], removed: [{ role: "menu", name: "Actions" }] });
  expect(result.snapshotDelta.tree).toContain("Saved at last");
});

test("rows and controls tell what they read before and after", async ({ session, server }) => {
  const body = `<table><tr><td>Engine</td><td id=state>open</td><td><button onclick="state.textContent='closed'">Close</button></td></tr></table>
    <div role=listbox aria-label=Colour id=box><div role=option onclick="document.getElementById('combo').textContent='Red'">Red</div></div>
    <div id=combo role=combobox aria-label=Paint aria-controls=box>None</div>`;
  await session.call("navigate", { url: server.html("/rows", page(body)) });
  expect(await session.call("click", { selector: "text=Close" })).toMatchObject({ element: { container: { kind: "row", rowKey: "Engine", rowText: "Engine closed Close", changed: true } } });
  expect(await session.call("click", { selector: "text=Red" })).toMatchObject({ element: { ownerControl: { label: "Paint", displayTextBefore: "None", displayTextAfter: "Red", changed: true } } });
});

test("new tabs are reported with their address and title", async ({ session, server }) => {
  server.html("/tab", "<title>The tab</title>");
  await session.call("navigate", { url: server.html("/opener", page(`<a target=_blank href="/tab">Tab</a>`)) });
  const result = await session.call("click", { selector: "text=Tab" });
  expect(result.structure.newTabs).toMatchObject([{ url: `${server.origin}/tab`, title: "The tab", id: expect.any(String) }]);
  expect(result.navigation.changed).toBe(false);
});

test("a page that closes itself on click does not break the session", async ({ session, server }) => {
  server.html("/closer", page(`<button onclick="window.close()">Close me</button>`));
  await session.call("navigate", { url: server.html("/stays", page(`<a target=_blank rel=opener href="/closer">Tab</a>`)) });
  const { structure } = await session.call("click", { selector: "text=Tab" });
  const result = await session.call("click", { selector: "button", page: structure.newTabs[0].id });
  expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining("closed")] });
  expect(await session.call("click", { selector: "text=Tab", mode: "none" })).toMatchObject({ ok: true });
});

test("the delta follows its mode and its budget", async ({ session, server }) => {
  const rows = Array.from({ length: 60 }, (_, index) => `<li><button>Item number ${index}</button></li>`).join("");
  const body = `<button id=add onclick="list.insertAdjacentHTML('afterbegin','<li><button>Fresh</button></li>')">Add</button><button id=noop>Nothing</button><ul id=list>${rows}</ul>`;
  await session.call("navigate", { url: server.html("/modes", page(body)) });
  expect((await session.call("click", { selector: "#noop" })).snapshotDelta).toEqual({ mode: "none" });
  expect((await session.call("click", { selector: "#add", mode: "none" })).snapshotDelta).toEqual({ mode: "none" });
  const diff = (await session.call("click", { selector: "#add", mode: "tree_diff" })).snapshotDelta;
  expect(diff.mode).toBe("tree_diff");
  expect(diff.tree).toMatch(/^\+ .*button "Fresh"/m);
  expect(diff.tree).not.toContain("Item number 5");
  const full = await session.call("click", { selector: "#noop", mode: "full", maxResultTokens: 5000 });
  expect(full.snapshotDelta.tree).toContain("Add");
  const cut = await session.call("click", { selector: "#noop", mode: "full", maxResultTokens: 100 });
  expect(cut.snapshotDelta.truncated).toBe(true);
  expect(cut.snapshotDelta.tree.length).toBeLessThan(600);
  expect(cut.warnings.join()).toContain("maxResultTokens");
});

test("scroll moves the page, a container, to an element and by wheel, with geometry", async ({ session, server }) => {
  const body = `<div id=box style="height:200px;width:200px;overflow:auto"><div style="height:1000px;width:900px">tall</div></div><div style="height:3000px"></div><button id=end>End</button>`;
  await session.call("navigate", { url: server.html("/scroll", page(body)), mode: "none" });
  expect(await session.call("scroll", { to: "bottom" })).toMatchObject({ ok: true, element: { scroll: { atBottom: true, atTop: false } } });
  expect(await session.call("scroll", { to: "top" })).toMatchObject({ element: { scroll: { atTop: true, y: 0 } } });
  expect(await session.call("scroll", { by: { y: 300 } })).toMatchObject({ element: { scroll: { y: 300 } } });
  expect(await session.call("scroll", { selector: "#end" })).toMatchObject({ element: { scroll: { atBottom: true } } });
  expect(await session.call("scroll", { selector: "#box", by: { y: 100, x: 50 } })).toMatchObject({ element: { scroll: { y: 100, x: 50, scrollHeight: 1000 } } });
  await session.call("scroll", { to: "top" });
  await session.call("scroll", { coords: { x: 100, y: 100 }, by: { y: 120 } });
  expect((await session.call("eval_js", { expr: "box.scrollTop" })).value).toBeGreaterThan(100);
  expect(await session.call("scroll", {})).toMatchObject({ ok: false, error: "bad-input" });
});

test("set_viewport resizes and tells the new geometry", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/size", page(`<p>x</p>`)), mode: "none" });
  expect(await session.call("set_viewport", { width: 390, height: 844 })).toMatchObject({ ok: true, element: { scroll: { clientWidth: 390, clientHeight: 844 } } });
  expect((await session.call("eval_js", { expr: "innerWidth" })).value).toBe(390);
});

test("wait_for sees texts and elements, over navigations and in frames", async ({ session, server }) => {
  server.html("/late-frame", page(`<p>In the frame</p>`));
  const body = `<p id=hidden style="display:none">Hidden words</p><script>
    setTimeout(()=>document.body.insertAdjacentHTML('beforeend','<p>Now <b>it</b> is HERE</p>'),150);
    setTimeout(()=>document.body.insertAdjacentHTML('beforeend','<iframe src="/late-frame"></iframe>'),250);</script>`;
  await session.call("navigate", { url: server.html("/late", page(body)), mode: "none" });
  expect(await session.call("wait_for", { text: "it is here" })).toMatchObject({ ok: true });
  expect(await session.call("wait_for", { text: "in the frame" })).toMatchObject({ ok: true });
  const never = await session.call("wait_for", { text: "Hidden words", timeoutMs: 300 });
  expect(never).toMatchObject({ ok: false, error: "timeout", failure: { source: "app" } });
  expect(never.message).toContain("Hidden words");
  expect(await session.call("wait_for", { selector: "b" })).toMatchObject({ ok: true });
  expect(await session.call("wait_for", {})).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("wait_for", { text: "x", selector: "b" })).toMatchObject({ ok: false, error: "bad-input" });
});

test("a server that is slower than the deadline is still waited for afterwards", async ({ session, server }) => {
  let answer = () => {};
  server.route("/slow", (_: unknown, response: Data) => {
    answer = () => response.setHeader("content-type", "text/html").end("<p>There at last</p>");
  });
  await session.call("navigate", { url: server.html("/before", "<title>Before</title>"), mode: "none" });
  const late = await session.call("navigate", { url: `${server.origin}/slow`, timeoutMs: 700 });
  expect(late).toMatchObject({ ok: false, error: "timeout", message: expect.stringContaining("has not answered yet"), hint: expect.stringContaining("wait_for") });
  const there = session.call("wait_for", { text: "There at last", timeoutMs: 30_000 });
  answer();
  expect(await there).toMatchObject({ ok: true });
});
