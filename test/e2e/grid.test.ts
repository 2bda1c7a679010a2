import { afterAll, beforeAll, describe, expect } from "vitest";
import { drover } from "./support/drover.ts";
import { startGrid, whyNoGrid, type Grid } from "./support/grid.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { test } from "./support/session.ts";
import { until } from "./support/until.ts";

const reason = whyNoGrid();

describe.skipIf(reason !== undefined)(`a Selenium Grid of two nodes${reason === undefined ? "" : ` (skipped: ${reason})`}`, () => {
  let starting: Promise<Grid>;
  let grid: Grid;
  let home: TestHome;

  beforeAll(async () => {
    starting = startGrid([
      { chrome: 1, firefox: 0 },
      { chrome: 1, firefox: 1 },
    ]);
    grid = await starting;
    home = ownHome();
    await home.call("set_config", { scope: "user", patch: { endpoints: { lab: { address: grid.url }, hasty: { address: grid.url, queueMs: 1000 } } } });
  }, 300_000);
  afterAll(async () => {
    await home?.[Symbol.asyncDispose]();
    await (await starting)[Symbol.asyncDispose]();
  }, 300_000);

  const open = (session: string, more: Record<string, unknown> = {}) => home.call("open_session", { session, on: "lab", ...more });
  const browsers = async () => (await drover(["browsers", "--json"], { env: home.env })).json["elsewhere"] as { slots: { browser: string; total: number; busy: number }[] }[];
  const busy = async () => (await browsers())[0]?.slots.reduce((sum, slot) => sum + slot.busy, 0);
  const closed = async (session: string) => expect(await home.call("close_session", { session })).toMatchObject({ ok: true });

  test.for(["chromium", "firefox"])("gives a %s, which is driven by its own protocol, found again after a cut, and given back", async (engine, { server }) => {
    const url = server.html("/grid", `<title>Grid</title><button onclick="this.textContent = 'Pressed'">Press</button>`);
    expect(await open(engine, { engine })).toMatchObject({ ok: true, engine, mode: "incognito", on: "lab" });
    expect(await home.call("navigate", { session: engine, url })).toMatchObject({ ok: true, title: "Grid" });
    expect(await home.call("click", { session: engine, selector: "button" })).toMatchObject({ ok: true });
    expect(await busy()).toBe(1);
    await killDaemon(home);
    expect(await home.call("eval_js", { session: engine, expr: "document.querySelector('button').textContent" })).toMatchObject({ value: "Pressed" });
    expect(await home.call("navigate", { session: engine, url: server.html("/next", "<title>Next</title>") })).toMatchObject({ ok: true, title: "Next" });
    await closed(engine);
    expect(await busy()).toBe(0);
  });

  test("that is full lets wait in line, says where, and leaves nothing behind for who gives up", async () => {
    await Promise.all([open("one"), open("two")]);
    const lines: string[] = [];
    const giveUp = new AbortController();
    const client = home.client();
    const third = client.call("open_session", { session: "three", on: "lab" }, { signal: giveUp.signal, onProgress: (line) => lines.push(line) });
    await until(async () => lines, () => lines.length > 0);
    expect(lines[0]).toBe('In line at "lab": place 1 of 1.');
    giveUp.abort();
    expect((await third).data).toMatchObject({ ok: false });
    expect(await home.call("open_session", { session: "late", on: "hasty" })).toMatchObject({ error: "quota-exceeded", message: expect.stringContaining("full") });
    const fourth = open("four");
    await closed("one");
    expect(await fourth).toMatchObject({ ok: true });
    await closed("two");
    await closed("four");
    // Browsers that were asked for and come too late are given back.
    await expect.poll(busy, { timeout: 100_000, interval: 500 }).toBe(0);
  });

  test("that has no such browser, forgets a session or loses a node says so", async ({ server }) => {
    expect(await open("edge", { browser: "edge", on: "hasty" })).toMatchObject({ error: "no-browser", message: expect.stringContaining("edge") });
    const url = server.html("/node", "<title>Node</title>");
    await Promise.all([open("first"), open("second")]);
    for (const session of ["first", "second"]) await home.call("navigate", { session, url });
    const status = (await (await fetch(`${grid.url}/status`)).json()) as { value: { nodes: { uri: string; slots: { session: { sessionId: string } | null }[] }[] } };
    const taken = status.value.nodes.flatMap(({ slots }) => slots.flatMap(({ session }) => session?.sessionId ?? []));
    expect(taken).toHaveLength(2);

    // One is ended behind Drover's back, as a Grid does that takes it for forgotten.
    await fetch(`${grid.url}/session/${taken[0]}`, { method: "DELETE" });
    const answers = await Promise.all(["first", "second"].map(async (session) => ({ session, answer: await until(() => home.call("eval_js", { session, expr: "document.title" }), ({ error }) => error !== "connection-lost" && error !== "timeout") })));
    const lost = answers.find(({ answer }) => answer.ok === false)!;
    const kept = answers.find(({ answer }) => answer.ok !== false)!;
    expect(lost.answer).toMatchObject({ error: "session-lost", message: expect.stringContaining('endpoint "lab"') });
    expect(kept.answer).toMatchObject({ value: "Node" });
    await closed(lost.session);
    expect(await open("again")).toMatchObject({ ok: true });

    await grid.kill(0);
    const after = await Promise.all([kept.session, "again"].map((session) => until(() => home.call("eval_js", { session, expr: "document.title" }), ({ error }) => error !== "connection-lost" && error !== "timeout")));
    expect(after.map(({ ok, error }) => error ?? ok).toSorted()).toEqual(["session-lost", true]);
    for (const session of [kept.session, "again"]) await closed(session);
  });
});
