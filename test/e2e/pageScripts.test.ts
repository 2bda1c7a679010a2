/** The one way in which a session puts code into documents. */
import { expect } from "vitest";
import type { EngineFrame, EnginePage } from "../../src/engine/port.ts";
import { load } from "../../src/session/session.ts";
import type { FixtureServer } from "./support/fixtureServer.ts";
import { ownSession } from "./support/ownSession.ts";
import { engine, test } from "./support/session.ts";

/** A document that keeps what it found when its first script ran. */
const witness = (rest = "") => `<script>window.found = [...(window.trace ?? [])]</script>${rest}`;

/** Undefined while the frame's document is on its way, perhaps into another process. */
async function found(frame: EngineFrame): Promise<unknown> {
  const [url, trace] = (await frame.evaluate("[location.href, window.found]").catch(() => [])) as unknown[];
  return url === frame.url ? trace : undefined;
}

const leaves = (letter: string) => `const mine = ${JSON.stringify(letter)}; (window.trace ??= []).push(mine);`;

/** One with a frame of its own origin and one of another site. */
function framed(server: FixtureServer, name: string): string {
  const inner = server.html(`/${name}-inner`, witness());
  const other = inner.replace(server.origin, server.otherOrigin);
  return server.html(`/${name}`, witness(`<iframe src="${inner}"></iframe><iframe src="${other}"></iframe>`));
}

/** What the documents of a page found, main frame first, when all of them are there. */
async function everyFrame(page: EnginePage): Promise<unknown[]> {
  let traces: unknown[] = [];
  // While the one before is leaving, frames of both may be there.
  await expect.poll(async () => (traces = await Promise.all(page.frames().map(found))).map(Array.isArray)).toEqual([true, true, true]);
  return traces;
}

async function popup(opener: EnginePage, pages: () => EnginePage[], url: string, features: string): Promise<EnginePage> {
  const before = new Set(pages());
  await opener.mainFrame.evaluate(`void window.open(${JSON.stringify(url)}, "_blank", ${JSON.stringify(features)})`);
  const opened = () => pages().find((page) => !before.has(page));
  await expect.poll(opened).toBeDefined();
  const page = opened()!;
  await expect.poll(async () => Array.isArray(await found(page.mainFrame))).toBe(true);
  return page;
}

test("scripts run in their order before a document's own, in its frames, popups and new tabs, until they are taken back", async ({ server }) => {
  await using own = await ownSession();
  const { session } = own;
  const { scripts } = session.parts;
  const page = session.page().engine;
  await load(page, framed(server, "first"));
  expect(await everyFrame(page)).toEqual([[], [], []]);

  await scripts.install({ name: "later", order: 20, world: "page", source: leaves("b") });
  const takeBack = await scripts.install({ name: "latest", order: 20, world: "page", source: leaves("c") });
  await scripts.install({ name: "early", order: 10, world: "page", source: leaves("a") });
  await load(page, framed(server, "second"));
  expect(await everyFrame(page)).toEqual([["a", "b", "c"], ["a", "b", "c"], ["a", "b", "c"]]);
  const tab = await session.openPage(framed(server, "tab"));
  expect(await everyFrame(tab.engine)).toEqual([["a", "b", "c"], ["a", "b", "c"], ["a", "b", "c"]]);
  for (const features of ["", "noopener"]) {
    const opened = await popup(page, () => session.enginePages(), server.html(`/popup-${features}`, witness()), features);
    // Firefox does not hold a popup until it is prepared: its first document may be faster.
    if (engine === "firefox") await load(opened, server.html("/popup-next", witness()));
    expect(await found(opened.mainFrame)).toEqual(["a", "b", "c"]);
  }

  // Another one of its name takes its place, and keeps to its own order.
  await scripts.install({ name: "early", order: 30, world: "page", source: leaves("z") });
  takeBack();
  await load(page, framed(server, "third"));
  expect(await everyFrame(page)).toEqual([["b", "z"], ["b", "z"], ["b", "z"]]);
  for (const name of ["early", "later"]) scripts.takeBack(name);
  await load(page, framed(server, "fourth"));
  expect(await everyFrame(page)).toEqual([[], [], []]);
  await load(tab.engine, framed(server, "fifth"));
  expect(await everyFrame(tab.engine)).toEqual([[], [], []]);
});

test("the isolated world has the document and not the page's variables, and reports from every frame what the page cannot see", async ({ server }) => {
  await using own = await ownSession();
  const { session } = own;
  const { scripts } = session.parts;
  const page = session.page().engine;
  const told = new Map<EngineFrame, unknown[]>();
  const report = (frame: EngineFrame, value: unknown) => void told.set(frame, [...(told.get(frame) ?? []), value]);
  await scripts.install({ name: "page", order: 10, world: "page", source: `window.trace = ["seen"];` });
  const source = `__DROVER_REPORT__({ trace: window.trace ?? "nothing" });`;
  await scripts.install({ name: "apart", order: 15, world: "isolated", source, report });
  await scripts.install({ name: "within", order: 15, world: "page", source, report });
  const names = `JSON.stringify(Object.getOwnPropertyNames(window).filter((name) => /^_[0-9a-f]{8}|DROVER/.test(name)))`;
  await load(page, framed(server, "apart"));
  await everyFrame(page);
  for (const frame of page.frames()) {
    await expect.poll(() => told.get(frame)).toContainEqual({ trace: "nothing" });
    await expect.poll(() => told.get(frame)).toContainEqual({ trace: ["seen"] });
  }
  // The sockets' tap is found under such a name; a script that reports leaves none.
  expect(JSON.parse(String(await page.mainFrame.evaluate(names))).length).toBeLessThanOrEqual(1);
});

test("documents that are open run a script too when that is asked, in either world", async ({ server }) => {
  await using own = await ownSession();
  const { scripts } = own.session.parts;
  const page = own.session.page().engine;
  await load(page, framed(server, "open"));
  await everyFrame(page);
  const told: unknown[] = [];
  await scripts.install({ name: "now", order: 10, world: "page", source: leaves("now"), inOpenDocuments: true });
  await scripts.install({ name: "later", order: 10, world: "page", source: leaves("later") });
  await scripts.install({ name: "apart", order: 10, world: "isolated", source: "__DROVER_REPORT__(location.href)", inOpenDocuments: true, report: (_, value) => told.push(value) });
  expect(await Promise.all(page.frames().map((frame) => frame.evaluate("window.trace")))).toEqual([["now"], ["now"], ["now"]]);
  await expect.poll(() => told.toSorted()).toEqual(page.frames().map(({ url }) => url).toSorted());
});
