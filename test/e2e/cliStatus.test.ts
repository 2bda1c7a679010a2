import { expect, test } from "vitest";
import { isAlive, loadDescriptors } from "../../src/browser/descriptor.ts";
import { drover } from "./support/drover.ts";
import { startFixtureServer } from "./support/fixtureServer.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon, killed } from "./support/kill.ts";

const shell = (own: TestHome) => (...args: string[]) => drover(args, { env: own.env });

test("a session whose browser is gone is not called active, and asking does not start it", async () => {
  await using own = ownHome();
  const run = shell(own);
  const { pid } = (await run("session", "start", "--json")).json;
  await killed(Number(pid));
  const gone = { ok: true, active: false, session: "default", lost: true, mode: "persistent" };
  expect((await run("session", "status", "--json")).json).toMatchObject(gone);
  expect((await run("status", "--json")).json).toMatchObject({ running: true, sessions: [], open: [] });
  expect((await run("status")).stdout).toContain('The browser of session "default" is gone.');
  expect(await own.call("list_sessions")).toMatchObject({ sessions: [], lost: [{ id: "default" }] });
  expect(loadDescriptors(own.home).filter(isAlive)).toEqual([]);
  await killDaemon(own);
  expect((await run("session", "status", "--json")).json).toMatchObject(gone);
});

test("a session that waits for the next daemon is there, and asking starts none", async () => {
  await using own = ownHome();
  const run = shell(own);
  const started = (await run("session", "start", "shop", "--json")).json;
  expect(started).toMatchObject({ session: "shop" });
  await killDaemon(own);
  const { title: _, reused: __, warnings: ___, ...kept } = started;
  expect((await run("session", "status", "shop", "--json")).json).toEqual(kept);
  expect((await run("status", "--json", "--session", "shop")).json).toMatchObject({ running: false, pid: null, session: "shop", open: ["shop"] });
  expect((await run("daemon", "status", "--json")).json).toMatchObject({ running: false });
});

test("an attached session that waits for the next daemon is there as long as its browser is", async () => {
  await using own = ownHome();
  const run = shell(own);
  const { pid, cdp_endpoint: endpoint } = (await run("session", "start", "--json")).json;
  await run("open", "--session", "guest", "--attach", String(endpoint));
  await killDaemon(own);
  expect((await run("session", "status", "guest", "--json")).json).toMatchObject({ active: true, mode: "attached", cdp_endpoint: endpoint });
  await killed(Number(pid));
  expect((await run("session", "status", "guest", "--json")).json).toMatchObject({ active: false, lost: true });
});

test("an open session is resized, and refuses what cannot be changed", async () => {
  await using own = ownHome();
  const run = shell(own);
  await run("open", "about:blank");
  expect(await run("open", "--viewport", "400x300")).toMatchObject({ code: 0 });
  expect((await run("eval", "innerWidth + 'x' + innerHeight")).stdout).toBe("400x300\n");
  expect(await run("open", "--device", "iPhone 14")).toMatchObject({ code: 2, stderr: expect.stringContaining("is open already, without a device") });
  await run("open", "--session", "phone", "--device", "iPhone 14");
  expect(await run("open", "--session", "phone", "--device", "iphone 14")).toMatchObject({ code: 0 });
  expect(await run("open", "--session", "phone", "--device", "Pixel 7")).toMatchObject({ code: 2, stderr: expect.stringContaining("with device iPhone 14") });
  expect(await run("session", "list", "phone")).toMatchObject({ code: 2 });
});

test("close says what becomes of the browser", async () => {
  await using own = ownHome();
  const run = shell(own);
  const { cdp_endpoint: endpoint } = (await run("session", "start", "--json")).json;
  await run("open", "--session", "guest", "--attach", String(endpoint));
  expect((await run("close", "guest")).stdout).toContain("attached to goes on");
  await run("open", "--session", "beside", "--profile", "default");
  expect((await run("close", "beside")).stdout).toContain("its browser goes on for default");
  expect((await run("close")).stdout).toContain("its browser has ended");
});

test("a session that takes the place of a lost incognito one is not taken for it", async () => {
  await using own = ownHome();
  const server = await startFixtureServer();
  const run = shell(own);
  await run("open", server.html("/", "<title>Gone</title>"), "--session", "inc", "--incognito");
  const { sessions } = await own.call("list_sessions");
  await killed((sessions as { pid: number }[])[0]!.pid);
  expect(await run("open", "--session", "inc")).toMatchObject({ code: 0, stderr: expect.stringContaining("this is a new persistent session") });
  expect((await run("open", "--session", "inc")).stderr).toBe("");
  await server.close();
});
