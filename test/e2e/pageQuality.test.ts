import { expect } from "vitest";
import { engine, test, type Data } from "./support/session.ts";

/** What both engines can measure from within a page. */
const page = `<!doctype html><html lang=en><meta charset=utf-8><title>Quality</title><style>body{margin:0;font:20px sans-serif} #clock{position:absolute;top:300px;left:20px;width:80px}</style>
<main><h1 id=hero style="font-size:60px">The largest text of this page</h1>
<p id=moves>This is moved by what comes before it.</p><img id=noalt src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="><button id=slow></button>
<p id=clock>12:00</p><iframe title=inner srcdoc="<html lang=en><title>Inner</title><main><h1>Inner</h1><img src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='></main>"></iframe></main>
<script>slow.onclick = () => { const from = performance.now(); while (performance.now() - from < 150); slow.textContent = "done" }</script>`;

test("web_vitals tells what is slow and which element is to blame", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/quality", page) });
  const first = await session.call("web_vitals");
  expect(first).toMatchObject({ ok: true, url: `${server.origin}/quality`, fcp: { ms: expect.any(Number), rating: expect.any(String) }, ttfb: { ms: expect.any(Number) }, conditions: { cpuThrottleRate: 1 } });
  expect(first.lcp).toMatchObject({ element: { tag: "h1", text: "The largest text of this page", ref: expect.stringMatching(/^e\d+$/) } });
  if (engine === "firefox") expect(first).toMatchObject({ cls: null, unsupported: ["layout-shift"] });
  else expect(first).toMatchObject({ cls: { score: 0, rating: "good", shifts: [] }, unsupported: [] });

  await session.call("eval_js", { expr: `new Promise((done) => { hero.style.height = "250px"; requestAnimationFrame(() => requestAnimationFrame(done)); })` });
  await session.call("click", { selector: "#slow" });
  await expect.poll(async () => (await session.call("web_vitals")).inp?.ms ?? 0, { timeout: 20_000 }).toBeGreaterThan(100);
  const later = await session.call("web_vitals");
  expect(later.inp).toMatchObject({ element: { tag: "button" } });
  expect(later.inp.processingMs).toBeGreaterThan(100);
  if (engine === "firefox") return;
  expect(later.cls.score).toBeGreaterThan(0);
  expect(later.cls.shifts[0].elements).toContainEqual({ tag: "p", text: "This is moved by what comes before it.", ref: expect.stringMatching(/^e\d+$/) });
});

test("a11y_audit lists broken rules with refs, in frames too, and leaves no trace", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/quality", page) });
  const told = await session.call("a11y_audit");
  const images = told.violations.find(({ id }: Data) => id === "image-alt");
  expect(images).toMatchObject({ impact: "critical", count: 2, nodes: [{ tag: "img", ref: expect.stringMatching(/^e\d+$/), target: "#noalt" }, { frame: expect.stringMatching(/^f\d+$/) }] });
  expect(told.violations.map(({ id }: Data) => id)).toContain("button-name");
  expect(told.byImpact.critical).toBeGreaterThanOrEqual(3);
  expect(told.violations[0].impact).toBe("critical");
  expect(await session.call("inspect", { ref: images.nodes[0].ref })).toMatchObject({ found: true });
  expect(await session.call("eval_js", { expr: "typeof axe" })).toMatchObject({ value: "undefined" });
  expect(await session.call("a11y_audit", { rules: ["image-alt"], scope: "main" })).toMatchObject({ violationCount: 1, violations: [{ id: "image-alt" }] });
  expect(await session.call("a11y_audit", { scope: "#nowhere" })).toMatchObject({ ok: false, error: "not-found" });
});

test("visual_diff finds what changed against a baseline, and where", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/quality", page) });
  const baseline = `baselines/${session.id}.png`;
  expect(await session.call("visual_diff", { baseline })).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("update:true") });
  expect(await session.call("visual_diff", { baseline, update: true })).toMatchObject({ ok: true, updated: true, same: true });
  expect(await session.call("visual_diff", { baseline })).toMatchObject({ same: true, changedPixels: 0, regions: [] });
  await session.call("eval_js", { expr: `moves.style.background = "gold"; clock.textContent = "12:01"` });
  const told = await session.call("visual_diff", { baseline });
  expect(told).toMatchObject({ same: false, diffPath: expect.stringMatching(/visual-diffs\/.*\.png$/), regions: [{ element: { ref: expect.any(String), tag: "p", text: expect.stringContaining("moved by") } }, { element: { text: "12:01" } }] });
  expect(told.ratio).toBeGreaterThan(0);
  expect(await session.call("visual_diff", { baseline, mask: ["#clock"] })).toMatchObject({ regionCount: 1 });
  expect(await session.call("visual_diff", { baseline, maxRatio: 0.9 })).toMatchObject({ same: true });
  expect(await session.call("visual_diff", { baseline, actual: told.diffPath })).toMatchObject({ same: false });
  expect((await session.outcome("visual_diff", { baseline, image: true })).images).toHaveLength(1);
  expect(await session.call("visual_diff", { baseline: "../../x.png" })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("visual_diff", { baseline, actual: told.diffPath, mask: ["#clock"] })).toMatchObject({ ok: false, error: "bad-input" });
});
