import { expect } from "vitest";
import { test, type Data, type TestSession } from "./support/session.ts";

const get = async (session: TestSession, expr: string) => (await session.call("eval_js", { expr, timeoutMs: 30_000 })).value;

test("network_emulate slows down, cuts off, lasts and is reset", async ({ session, server }) => {
  server.route("/api/quick", (_, response) => response.end("x"));
  const timed = `(async () => { const from = performance.now(); await fetch("/api/quick?" + Math.random()); return performance.now() - from })()`;
  await session.call("navigate", { url: server.html("/slow", "<title>Slow</title>") });
  expect(await session.call("network_emulate", { latencyMs: 300 })).toMatchObject({
    ok: true,
    applied: { offline: false, latencyMs: 300, downloadBps: 0, uploadBps: 0 },
    reset: false,
    tokensEstimate: expect.any(Number),
  });
  expect(await get(session, timed)).toBeGreaterThan(290);
  await session.call("navigate", { url: `${server.otherOrigin}/slow` });
  expect(await get(session, timed)).toBeGreaterThan(290);
  const tab = await session.call("tab_open", { url: `${server.origin}/slow` });
  expect((await session.call("eval_js", { expr: timed, page: tab.id, timeoutMs: 20_000 })).value).toBeGreaterThan(290);
  await session.call("network_emulate", { offline: true });
  expect(await get(session, `fetch("/api/quick").then(() => "reached", () => "offline " + navigator.onLine)`)).toBe("offline false");
  expect(await session.call("network_emulate", {})).toMatchObject({ reset: true });
  expect(await get(session, `fetch("/api/quick").then(() => "reached")`)).toBe("reached");
  expect(await session.call("network_emulate", { packetLoss: 2 })).toMatchObject({ ok: false, error: "bad-input" });
});

test("cpu_emulate slows scripts down and is reset", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/cpu", "<title>Cpu</title>") });
  expect(await session.call("cpu_emulate", { throttleRate: 4 })).toMatchObject({ ok: true, applied: { throttleRate: 4 }, reset: false });
  expect(await session.call("cpu_emulate", {})).toMatchObject({ applied: { throttleRate: 1 }, reset: true });
  expect(await session.call("cpu_emulate", { throttleRate: 0.5 })).toMatchObject({ ok: false, error: "bad-input" });
});

test("a route's delay comes on top of the emulated latency", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/both", "<title>Both</title>") });
  await session.call("network_emulate", { latencyMs: 150 });
  await session.call("route", { urlPattern: "**/api/both", body: "x", delayMs: 300 });
  const ms: Data = await get(session, `(async () => { const from = performance.now(); await fetch("/api/both"); return performance.now() - from })()`);
  expect(ms).toBeGreaterThan(440);
});
