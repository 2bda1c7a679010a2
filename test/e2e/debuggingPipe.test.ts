/** A browser of ours is driven by its owner only, and by each of the owner's daemons in turn. */
import { execFile } from "node:child_process";
import { constants, closeSync, openSync, readdirSync, readFileSync, readlinkSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test as plain } from "vitest";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { CdpConnection } from "../../src/engine/chromium/connection.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { asNobody, canBeNobody } from "./support/nobody.ts";
import { test, type Data } from "./support/session.ts";

const folderOf = ({ home }: TestHome): string => fileURLToPath(loadDescriptors(home)[0]!.endpoint.replace("pipe:", "file:"));

/** The ports that the processes of a browser listen on. */
function listening(group: number): number {
  const inodes = new Set(
    ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) =>
      readFileSync(table, "utf8").split("\n").slice(1).map((line) => line.trim().split(/\s+/)).filter((fields) => fields[3] === "0A").map((fields) => `socket:[${fields[9]}]`),
    ),
  );
  const links = readdirSync(`/proc/${group}/fd`).map((descriptor) => {
    try {
      return readlinkSync(`/proc/${group}/fd/${descriptor}`);
    } catch {
      return "";
    }
  });
  return links.filter((link) => inodes.has(link)).length;
}

plain.runIf(process.platform === "linux")("it listens on no port, tells of none, and its pipe is the owner's alone", async () => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "mine" });
  await drover.call("open_session", { session: "shared", mode: "incognito", port: 0 });
  const { sessions } = await drover.call("list_sessions");
  const [mine, shared] = ["mine", "shared"].map((id) => sessions.find((each: Data) => each.id === id));
  expect(mine.endpoint).toBeUndefined();
  expect(listening(mine.pid)).toBe(0);
  expect(shared.endpoint).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/devtools\/browser\//);
  expect(listening(shared.pid)).toBe(1);
  const folder = folderOf(drover);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const end of ["commands", "answers"]) expect(statSync(path.join(folder, end)).mode & 0o777).toBe(0o600);
  await drover.call("close_session", { session: "mine" });
  expect(() => statSync(folder)).toThrow(/ENOENT/);
});

plain.runIf(canBeNobody)("another user is refused, even with the folders above open", async () => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "mine" });
  const folder = folderOf(drover);
  const tried = (program: string) => asNobody(["sh", "-c", program]);
  await promisify(execFile)("chmod", ["o+x", drover.home.dir, drover.home.browsers]);
  expect(await tried(`ls ${folder}/..`)).toContain("denied");
  for (const use of ["echo x > ", "cat < "]) for (const end of ["commands", "answers"]) expect(await tried(`${use} ${folder}/${end}`)).toMatch(/[Pp]ermission denied|cannot (open|create)/);
});

test("an agent cannot open a port without the capability", async () => {
  await using drover = ownHome();
  const agent = drover.client("mcp");
  const refused = await agent.call("open_session", { session: "x", port: 0 });
  expect(refused.data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "byob-attach" });
});

test("a daemon killed in the middle of a message leaves a browser that the next one drives", async ({ server }) => {
  await using drover = ownHome();
  await drover.call("navigate", { url: server.html("/torn", "<title>Torn</title>"), mode: "none" });
  await drover.call("eval_js", { expr: "void (window.kept = 7, setInterval(() => console.log('x'.repeat(2000)), 1))" });
  const { pid } = loadDescriptors(drover.home)[0]!;
  const long = drover.call("eval_js", { expr: "'y'.repeat(20_000_000)" }).catch(() => undefined);
  await killDaemon(drover);
  await long;
  // As the kernel leaves it when a write was cut short: the first half of a command, and no end.
  const commands = openSync(path.join(folderOf(drover), "commands"), constants.O_WRONLY | constants.O_NONBLOCK);
  writeSync(commands, `{"id":1,"method":"Runtime.evaluate","params":{"expression":"${"z".repeat(3000)}`);
  closeSync(commands);
  expect(await drover.call("eval_js", { expr: "[document.title, window.kept]" })).toMatchObject({ ok: true, value: ["Torn", 7] });
  expect(loadDescriptors(drover.home)[0]!.pid).toBe(pid);
});

test("what came while nobody drove goes on under the next daemon: a popup and a request", async ({ server }) => {
  await using drover = ownHome();
  const url = server.html("/held", "<script>if (opener) opener.popped = true</script>");
  server.route("/late", (_: unknown, response: Data) => response.end("came"));
  await drover.call("navigate", { url, mode: "none" });
  await drover.call("route", { urlPattern: "/never", body: "mocked" });
  let go = (): void => undefined;
  server.route("/go", (_: unknown, response: Data) => (go = () => response.end()));
  await drover.call("eval_js", { expr: "void fetch('/go').then(() => { window.open('/held?popup'); fetch('/late').then((a) => a.text()).then((t) => { window.got = t; }); })" });
  await expect.poll(() => server.requests).toContain("GET /go");
  await killDaemon(drover);
  go();
  expect(await drover.call("poll_eval", { expr: "window.got" })).toMatchObject({ value: "came" });
  expect(await drover.call("poll_eval", { expr: "window.popped" })).toMatchObject({ value: true });
});

plain("whoever drives it next finds no hidden page of the one before", async () => {
  await using drover = ownHome();
  const { descriptor } = await launchBrowser({ home: drover.home, browser: findBrowser(drover.home, "chromium")!, profile: { temporary: true }, headless: true });
  const first = await CdpConnection.open(descriptor.endpoint);
  const { targetId } = await first.browser.send("Target.createTarget", { url: "about:blank" });
  await first.browser.send("Target.createTarget", { url: "about:blank", hidden: true });
  first.close();
  const second = await CdpConnection.open(descriptor.endpoint);
  const found = async () => (await second.browser.send("Target.getTargets")).targetInfos.map((each) => each.targetId);
  await expect.poll(found).toEqual([targetId]);
  second.close();
  await stopBrowser(drover.home, descriptor);
});
