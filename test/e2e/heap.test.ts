import { readFileSync, truncateSync } from "node:fs";
import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";

/** A page that leaks in four ways, each when its button is pressed. */
const leaks = `<!doctype html><title>Leaks</title><button id=go onclick="leak()">Leak</button>
<script>
class CacheEntry { constructor(i) { this.key = "entry" + i; this.payload = new Array(50).fill(i) } }
const recordCache = new Map();
const removedPanels = [];
class TimerJob { constructor() { this.rows = new Array(50).fill(1) } }
class ListenerState { constructor() { this.rows = new Array(50).fill(2) } }
globalThis.recordCache = recordCache; globalThis.removedPanels = removedPanels;
let n = 0;
function startTimer(job) { setInterval(function forgottenTimer() { job.rows.length }, 1e8) }
function listen(state) { window.addEventListener("nosuchevent", function leakyListener() { state.rows.length }) }
function leak() {
  for (let i = 0; i < 100; i++) {
    recordCache.set(n, new CacheEntry(n++));
    const panel = document.createElement("section"); panel.innerHTML = "<p>gone</p>"; document.body.append(panel); panel.remove(); removedPanels.push(panel);
    startTimer(new TimerJob());
    listen(new ListenerState());
  }
}
</script>`;

test("planted leaks are found by name, with what holds them", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/leaks", leaks) });
  await session.call("click", { selector: "#go" });
  const before = await session.call("heap_snapshot");
  expect(before).toMatchObject({ ok: true, path: expect.stringMatching(/heap-snapshots\/.*\.heapsnapshot$/), bytes: expect.any(Number), hint: expect.any(String) });
  await session.call("click", { selector: "#go" });
  await session.call("click", { selector: "#go" });
  const after = await session.call("heap_snapshot", { path: "heap-snapshots/after.heapsnapshot" });
  // DevTools reads the same file: it is V8's JSON.
  expect(Object.keys(JSON.parse(readFileSync(before.path, "utf8")) as object)).toEqual(expect.arrayContaining(["snapshot", "nodes", "edges", "strings"]));

  const diff = await session.call("memory_diff", { beforePath: before.path, afterPath: after.path });
  const grown = (node: string): Data => diff.retainerGrowth.find((row: Data) => row.node === node);
  expect(grown("CacheEntry")).toMatchObject({ type: "object", countBefore: 100, countAfter: 300, deltaPercent: 200, heldBy: expect.stringContaining("recordCache") });
  expect(grown("<section>")).toMatchObject({ heldBy: expect.stringContaining("removedPanels") });
  expect(grown("forgottenTimer")).toMatchObject({ type: "closure", countAfter: 300 });
  expect(grown("TimerJob")).toMatchObject({ heldBy: expect.stringContaining("forgottenTimer") });
  expect(grown("ListenerState")).toMatchObject({ heldBy: expect.stringContaining("leakyListener") });
  expect(diff.summary).toMatchObject({ detachedBefore: 100, detachedAfter: 300 });
  expect(diff.summary.totalGrowth).toBeGreaterThan(100_000);
  expect(diff.summary.top3Growers).toHaveLength(3);
  for (const { deltaBytes } of diff.retainerGrowth) expect(Math.abs(deltaBytes)).toBeGreaterThanOrEqual(1024);

  const held = await session.call("heap_retainers", { snapshotPath: after.path, query: { name: "CacheEntry", type: "object" } });
  expect(held).toMatchObject({ matchCount: 300, retainers: [{ retainerType: "array", edgesToMatches: 300 }], summary: { nodeCount: expect.any(Number), totalSelfSize: expect.any(Number) } });
  expect(held.sampleMatches[0]).toMatchObject({ name: "CacheEntry", path: expect.stringMatching(/^Window.*recordCache.*CacheEntry @\d+$/), dominator: { name: expect.any(String) } });
  expect(held.sampleMatches[0].retainedSize).toBeGreaterThan(held.sampleMatches[0].selfSize);
  expect(await session.call("heap_retainers", { snapshotPath: after.path, query: { name: "Cache", nameMatch: "substring", type: "object" } })).toMatchObject({ ok: true, matchCount: expect.any(Number) });
  expect(await session.call("heap_retainers", { snapshotPath: after.path, query: { detached: true } })).toMatchObject({ matchCount: 300, sampleMatches: expect.arrayContaining([expect.objectContaining({ detached: true })]) });
  expect(await session.call("heap_retainers", { snapshotPath: after.path, query: {} })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("memory_diff", { beforePath: before.path, afterPath: "../elsewhere.heapsnapshot" })).toMatchObject({ ok: false, error: "bad-path" });

  truncateSync(before.path, Math.floor(before.bytes / 2));
  expect(await session.call("heap_retainers", { snapshotPath: before.path, query: { type: "closure" } })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("cut off") });
});

test("frames of other sites and workers have heaps of their own", async ({ session, server }) => {
  server.route("/worker.js", (_, response) => response.setHeader("content-type", "text/javascript").end("class OnlyInWorker {} globalThis.kept = new OnlyInWorker(); postMessage('ready')"));
  server.html("/inner", "<title>Inner</title><script>class OnlyInFrame {} globalThis.kept = new OnlyInFrame()</script>");
  await session.call("navigate", { url: server.html("/outer", `<title>Outer</title><iframe src="${server.otherOrigin}/inner"></iframe><script>w = new Worker("/worker.js"); w.onmessage = () => document.title = "ready"</script>`) });
  await session.call("wait_for", { expr: "document.title === 'ready'" });
  const { frames } = await session.call("frames_list");
  const frame = frames.find((each: Data) => !each.isMainFrame).frameId;
  const count = async (input: Record<string, unknown>, name: string): Promise<number> => {
    const { path } = await session.call("heap_snapshot", input);
    return (await session.call("heap_retainers", { snapshotPath: path, query: { name, type: "object" } })).matchCount;
  };
  expect(await count({ worker: "ww-1" }, "OnlyInWorker")).toBeGreaterThan(0);
  expect(await count({}, "OnlyInWorker")).toBe(0);
  expect(await count({ frame }, "OnlyInFrame")).toBeGreaterThan(0);
  expect(await session.call("heap_snapshot", { worker: "ww-9" })).toMatchObject({ ok: false, error: "not-found" });
});
