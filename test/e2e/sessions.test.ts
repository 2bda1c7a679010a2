import { describe, expect } from "vitest";
import { test, type Data } from "./support/session.ts";
import { ownHome } from "./support/home.ts";

describe("modes", () => {
  test("two incognito sessions do not share cookies", async ({ client, server, session }) => {
    const url = server.html("/cookies", "<title>Cookies</title>");
    const other = `${session.id}-b`;
    await client.call("open_session", { session: other, mode: "incognito" });
    await session.call("navigate", { url });
    await session.call("eval_js", { expr: "document.cookie = 'who=ada'" });
    await client.call("navigate", { session: other, url });
    const seen = await client.call("eval_js", { session: other, expr: "document.cookie" });
    expect(seen.data).toMatchObject({ value: "" });
    await client.call("close_session", { session: other });
  });

  test("two sessions on one profile share its browser and own their pages", async ({ server }) => {
    await using drover = ownHome();
    const url = server.html("/profile", "<title>Profile</title>");
    await drover.call("open_session", { session: "a", profile: "work" });
    const second = await drover.call("open_session", { session: "b", profile: "work" });
    expect(second).toMatchObject({ ok: true, mode: "persistent", profile: "work", reused: true });
    await drover.call("navigate", { session: "a", url });
    await drover.call("eval_js", { session: "a", expr: "document.cookie = 'shared=1; max-age=1000'" });
    await drover.call("navigate", { session: "b", url });
    expect(await drover.call("eval_js", { session: "b", expr: "document.cookie" })).toMatchObject({ value: "shared=1" });
    const { sessions } = await drover.call("list_sessions");
    expect(sessions.map(({ id, pages }: { id: string; pages: number }) => [id, pages])).toEqual([["a", 1], ["b", 1]]);
    await drover.call("close_session", { session: "a" });
    expect(await drover.call("eval_js", { session: "b", expr: "document.title" })).toMatchObject({ value: "Profile" });
  });

  test("an attached browser is driven and left running", async ({ server }) => {
    await using owner = ownHome({ DROVER_DEBUGGING_PORT: "0" });
    await using guest = ownHome();
    await owner.call("navigate", { url: server.html("/attached", "<title>Attached</title>") });
    const endpoint = await endpointOf(owner);
    const opened = await guest.call("open_session", { session: "byob", mode: "attached", endpoint });
    expect(opened).toMatchObject({ ok: true, mode: "attached", url: `${server.origin}/attached` });
    expect(await guest.call("eval_js", { session: "byob", expr: "document.title" })).toMatchObject({ value: "Attached" });
    await guest.call("close_session", { session: "byob" });
    expect(await owner.call("eval_js", { expr: "document.title" })).toMatchObject({ value: "Attached" });
  });

  test("agents need an approval before they act in an attached browser", async ({ server }) => {
    await using owner = ownHome({ DROVER_DEBUGGING_PORT: "0" });
    await using guest = ownHome();
    await owner.call("navigate", { url: server.html("/approve", "<title>Approve</title>") });
    const endpoint = await endpointOf(owner);
    await guest.call("open_session", { session: "byob", mode: "attached", endpoint });
    const agent = guest.client("mcp");
    const url = `${server.origin}/approve?again`;
    const blocked = await agent.call("navigate", { session: "byob", url });
    expect(blocked.data).toMatchObject({ ok: false, error: "blocked", policy: "byob_action" });
    await agent.call("approve_actions", { session: "byob", scopes: ["byob_action"] });
    expect((await agent.call("navigate", { session: "byob", url })).data).toMatchObject({ ok: true });
    const { approvals } = (await agent.call("list_approvals", { session: "byob" })).data as { approvals: unknown[] };
    expect(approvals).toMatchObject([{ scope: "byob_action", uses: 1 }]);
  });

  test("attaching needs a loopback address, a browser behind it, and the capability", async () => {
    await using drover = ownHome();
    const attach = (endpoint: string) => drover.call("open_session", { session: "x", mode: "attached", endpoint });
    expect(await attach("http://192.0.2.1:9222")).toMatchObject({ ok: false, error: "not-loopback" });
    expect(await attach("http://127.0.0.1:9")).toMatchObject({ ok: false, error: "not-attachable" });
    expect(await drover.call("open_session", { session: "x", mode: "attached" })).toMatchObject({ error: "bad-input" });
    const agent = drover.client("mcp");
    const refused = await agent.call("open_session", { session: "x", mode: "attached", endpoint: "http://127.0.0.1:9" });
    expect(refused.data).toMatchObject({ error: "capability-disabled", requiredCapability: "byob-attach" });
  });
});

async function endpointOf(drover: ReturnType<typeof ownHome>): Promise<string> {
  const { loadDescriptors } = await import("../../src/browser/descriptor.ts");
  return loadDescriptors(drover.home)[0]!.endpoint;
}

describe("open and close", () => {
  test("a session opens while the browser that would serve it is ending", async () => {
    await using drover = ownHome();
    for (const how of [{ mode: "incognito" }, { profile: "work" }]) {
      await drover.call("open_session", { session: "first", ...how });
      const [closed, opened] = await Promise.all([
        drover.call("close_session", { session: "first" }),
        drover.call("open_session", { session: "second", ...how }),
      ]);
      expect(closed).toMatchObject({ ok: true });
      expect(opened).toMatchObject({ ok: true });
      expect(await drover.call("eval_js", { session: "second", expr: "1" })).toMatchObject({ value: 1 });
      await drover.call("close_session", { session: "second" });
    }
  });

  test("a browser of another engine than the one asked for is refused", async ({ client }) => {
    for (const both of [{ browser: "chromium", engine: "firefox" }, { browser: "firefox", engine: "chromium" }])
      expect((await client.call("open_session", { session: "both", ...both })).data).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("does not have the engine") });
  });

  test("a live id cannot be opened again", async ({ client, session }) => {
    const again = await client.call("open_session", { session: session.id });
    expect(again.data).toMatchObject({ ok: false, error: "session-exists" });
  });

  test("of several that open one id at once one does, and the others hear of it only when the session is there", async ({ client, session }) => {
    const id = `${session.id}-at-once`;
    const open = async () => {
      const { data } = await client.call("open_session", { session: id, mode: "incognito" });
      const { sessions } = (await client.call("list_sessions", {})).data as { sessions: { id: string }[] };
      return { how: (data as { error?: string }).error ?? "opened", listed: sessions.some((each) => each.id === id) };
    };
    const all = await Promise.all([open(), open(), open(), open()]);
    await client.call("close_session", { session: id });
    expect(all.map(({ how }) => how).sort()).toEqual(["opened", "session-exists", "session-exists", "session-exists"]);
    expect(all.every(({ listed }) => listed)).toBe(true);
  });

  test("an id that could not be opened as it was asked for is not opened with the defaults instead", async ({ client, session, server }) => {
    const id = `${session.id}-refused`;
    const url = server.html("/refused", "<title>There</title>");
    const [opened, navigated] = await Promise.all([client.call("open_session", { session: id, mode: "incognito", guard: true, device: "iPone 14" }), client.call("navigate", { session: id, url })]);
    expect(opened.data).toMatchObject({ ok: false, error: "bad-input" });
    for (const { data } of [navigated, await client.call("navigate", { session: id, url })])
      expect(data).toMatchObject({ ok: false, error: "session-not-found", message: expect.stringContaining("iPone 14"), hint: expect.stringContaining("open_session") });
    expect(server.requests).not.toContain("GET /refused");
    expect((await client.call("open_session", { session: id, mode: "incognito" })).data).toMatchObject({ ok: true });
    expect((await client.call("navigate", { session: id, url })).data).toMatchObject({ ok: true, title: "There" });
    await client.call("close_session", { session: id });
  });

  test("an incognito id that was closed comes back with a word about what is gone, once", async ({ client, session }) => {
    const id = `${session.id}-back`;
    await client.call("open_session", { session: id, mode: "incognito" });
    await client.call("close_session", { session: id });
    const [first, second] = [await client.call("snapshot", { session: id }), await client.call("snapshot", { session: id })];
    expect(first.data).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringContaining("was closed, and its cookies and pages with it: this is a new persistent session")]) });
    expect(JSON.stringify(second.data)).not.toContain("was closed");
    await client.call("close_session", { session: id });
  });

  test("device presets set viewport, scale, touch and user agent; a viewport wins over the preset's", async ({ client, session }) => {
    const id = `${session.id}-phone`;
    await client.call("open_session", { session: id, mode: "incognito", device: "iPhone 14", viewport: { width: 400, height: 500 } });
    const seen = await client.call("eval_js", {
      session: id,
      expr: "({ w: screen.width, dpr: devicePixelRatio, touch: navigator.maxTouchPoints > 0, ua: navigator.userAgent })",
    });
    expect(seen.data).toMatchObject({ value: { w: 400, dpr: 3, touch: true, ua: expect.stringContaining("iPhone") } });
    await client.call("close_session", { session: id });
    const unknown = await client.call("open_session", { session: id, device: "iPhone 3000" });
    expect(unknown.data).toMatchObject({ error: "bad-input", hint: expect.stringContaining("iPhone") });
  });

  test("close_sessions closes by prefix, and never by accident", async ({ client, session }) => {
    const ids = ["one", "two"].map((name) => `${session.id}-bulk-${name}`);
    for (const id of ids) await client.call("open_session", { session: id, mode: "incognito" });
    expect((await client.call("close_sessions", {})).data).toMatchObject({ ok: false, error: "bad-input" });
    const closed = await client.call("close_sessions", { prefix: `${session.id}-bulk-` });
    expect(closed.data).toMatchObject({ ok: true, count: 2, closed: expect.arrayContaining(ids) });
    expect((await client.call("close_session", { session: ids[0]! })).data).toMatchObject({ error: "session-not-found" });
  });

  test("sessions run beside each other, calls on one session in order", async ({ client, session }) => {
    const order: string[] = [];
    const slow = session.call("eval_js", { expr: "new Promise(done => setTimeout(done, 300, 'slow'))" }).then(() => order.push("slow"));
    const next = session.call("eval_js", { expr: "1" }).then(() => order.push("next"));
    const id = `${session.id}-beside`;
    await client.call("open_session", { session: id, mode: "incognito" });
    await client.call("eval_js", { session: id, expr: "1" }).then(() => order.push("beside"));
    await Promise.all([slow, next]);
    expect(order.indexOf("slow")).toBeLessThan(order.indexOf("next"));
    await client.call("close_session", { session: id });
  });
});

describe("configuration", () => {
  test("layers merge, arrays replace, unstable merges, reset clears", async () => {
    await using drover = ownHome({ DROVER_TEST_ATTRIBUTES: "data-x,data-y" });
    expect((await drover.call("get_config", { scope: "env" })).config).toMatchObject({ testAttributes: ["data-x", "data-y"] });
    await drover.call("set_config", { scope: "user", patch: { testAttributes: ["data-user"], unstable: { a: 1 } } });
    await drover.call("set_config", { scope: "user", patch: { unstable: { b: 2 } } });
    await drover.call("set_config", { scope: "project", patch: { defaultViewport: { width: 500, height: 400 } } });
    const { config } = await drover.call("get_config");
    expect(config).toMatchObject({ testAttributes: ["data-user"], unstable: { a: 1, b: 2 }, defaultViewport: { width: 500 } });
    await drover.call("open_session", { session: "sized", mode: "incognito" });
    expect(await drover.call("eval_js", { session: "sized", expr: "innerWidth" })).toMatchObject({ value: 500 });
    await drover.call("reset_config", { scope: "user" });
    expect((await drover.call("get_config")).config).toMatchObject({ testAttributes: ["data-x", "data-y"], unstable: {} });
    expect(await drover.call("set_config", { scope: "user", patch: { defaultDevice: "Nokia 3310" } })).toMatchObject({ ok: false, error: "bad-input" });
    await drover.call("set_config", { scope: "user", patch: { defaultDevice: "Pixel 7", headless: true } });
    expect(await drover.call("set_config", { scope: "user", patch: { defaultDevice: null } })).toMatchObject({ config: { headless: true } });
    expect((await drover.call("get_config", { scope: "user" }))["config"]).toEqual({ headless: true });
    expect(await drover.call("set_config", { scope: "user", patch: { headles: true } })).toMatchObject({ ok: false, error: "bad-input" });
  });

  test("a session's layer is what it holds to, whoever asks; capabilities are the client's", async () => {
    await using drover = ownHome();
    const careful = drover.client("cli", { DROVER_BLOCKED_ORIGINS: "http://never.test" });
    await careful.call("open_session", { session: "phone", mode: "incognito", viewport: { width: 390, height: 844 } });
    const held = { headless: true, defaultViewport: { width: 390, height: 844 }, blockedOrigins: ["http://never.test"] };
    expect((await drover.call("get_config", { scope: "session", session: "phone" })).config).toMatchObject(held);
    expect((await drover.call("get_config", { session: "phone" })).config).toMatchObject({ ...held, actionTimeoutMs: 5000 });
    expect(await drover.call("get_config", { scope: "session", session: "nobody" })).toMatchObject({ ok: false, error: "session-not-found" });
    expect((await drover.call("get_config")).config.capabilities).toContain("eval");
    const agent = drover.client("mcp", { DROVER_CAPABILITIES: "read" });
    const seen = async (scope: string) => ((await agent.call("get_config", { scope })).data as Data).config.capabilities;
    expect(await seen("resolved")).toEqual(["read"]);
    expect(await seen("defaults")).toEqual(["read", "navigation", "action", "human"]);
  });

  test("agents cannot give themselves capabilities", async () => {
    await using drover = ownHome();
    const agent = drover.client("mcp");
    const refused = await agent.call("set_config", { scope: "user", patch: { capabilities: ["eval"] } });
    expect(refused.data).toMatchObject({ ok: false, error: "refused" });
    await drover.call("set_config", { scope: "user", patch: { capabilities: ["read", "navigation", "action", "human"] } });
    expect((await agent.call("set_config", { scope: "user", patch: { capabilities: null } })).data).toMatchObject({ ok: false, error: "refused" });
    const gated = await agent.call("eval_js", { expr: "1" });
    expect(gated.data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "eval" });
  });

  test("off-allowlist navigations need an approval, blocked origins are refused", async ({ server }) => {
    await using drover = ownHome({ DROVER_ALLOWED_ORIGINS: server.origin, DROVER_BLOCKED_ORIGINS: "http://blocked.localhost:*" });
    const inside = server.html("/inside", "<title>Inside</title>");
    expect(await drover.call("navigate", { url: inside })).toMatchObject({ ok: true });
    const outside = `${server.otherOrigin}/inside`;
    expect(await drover.call("navigate", { url: outside })).toMatchObject({ ok: false, error: "blocked", policy: "navigate_off_allowlist" });
    expect(await drover.call("navigate", { url: "http://blocked.localhost:1234/" })).toMatchObject({ ok: false, error: "refused" });
    await drover.call("approve_actions", { scopes: ["navigate_off_allowlist"] });
    expect(await drover.call("navigate", { url: outside })).toMatchObject({ ok: true });
  });

  test("hideOverlaySelectors takes overlays out of the way without touching the document", async ({ server }) => {
    await using drover = ownHome({ DROVER_HIDE_OVERLAY_SELECTORS: "#banner,###" });
    await drover.call("navigate", { url: server.html("/overlay", "<div id=banner>Cookies?</div><p>Text</p>") });
    const seen = await drover.call("eval_js", {
      expr: "({ shown: getComputedStyle(banner).display, there: document.contains(banner) })",
    });
    expect(seen).toMatchObject({ value: { shown: "none", there: true } });
  });
});
