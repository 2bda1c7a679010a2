import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";
import { drover, droverBin } from "./support/drover.ts";
import { test as base, type Data, type TestSession } from "./support/session.ts";
import { until } from "./support/until.ts";

/** A command that goes on until it is told to stop, as a person leaves it running. */
class Following implements Disposable {
  readonly child: ChildProcess;
  output = "";
  problems = "";

  constructor(args: string[]) {
    this.child = spawn(process.execPath, [droverBin, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    this.child.stdout!.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr!.on("data", (chunk: Buffer) => (this.problems += chunk.toString()));
  }

  /** Makes the page do something until the command tells of it: it listens a moment after it was started. */
  async hears(provoke: () => Promise<unknown>, text: string): Promise<string> {
    await until(provoke, () => this.output.includes(text));
    return this.output;
  }

  [Symbol.dispose](): void {
    this.child.kill("SIGKILL");
  }
}

const test = base.extend<{ page: { url: string; run(expr: string): Promise<Data> } }>({
  page: async ({ session, server }, use) => {
    server.route("/api/ok", (_, response) => response.end("fine"));
    const url = server.html("/follow", "<title>Follow</title>");
    await session.call("navigate", { url });
    await use({ url, run: (expr) => session.call("eval_js", { expr }) });
  },
});

const follow = (session: TestSession, ...args: string[]) => new Following([...args, "-f", "--session", session.id]);

test("console -f prints the lines that fit as they come, and Ctrl-C ends it", async ({ session, page }) => {
  using following = follow(session, "console", "--level", "warn");
  const output = await following.hears(() => page.run("console.log('quiet'); console.warn('loud', { a: 1 }); null"), "loud");
  expect(output).toMatch(/^\d\d:\d\d:\d\d\.\d{3} warning loud \{a: 1\}\n/);
  expect(output).not.toContain("quiet");
  following.child.kill("SIGINT");
  expect(await once(following.child, "exit")).toEqual([0, null]);
});

test("log -f prints the session's calls as they end", async ({ session, page }) => {
  using following = follow(session, "log");
  const output = await following.hears(() => page.run("1"), "eval_js");
  expect(output).toMatch(/^\d\d:\d\d:\d\d\.\d{3} sdk +\d+ ms ok +eval_js\n/);
  await following.hears(() => session.call("click", { ref: "e999" }), "ref-gone");
});

test("network -f filters by what was captured and prints it redacted", async ({ session, page, server }) => {
  using following = follow(session, "network", "--url", "token=abc", "--method", "get");
  const output = await following.hears(() => page.run(`Promise.all([fetch("/api/ok?token=abc"), fetch("/api/ok?token=abc", { method: "POST" }), fetch("/api/ok")]).then(() => 1)`), "/api/ok");
  for (const line of output.trim().split("\n")) expect(line).toMatch(/^req-\d+ +GET +200 +\d+ ms fetch +http:.*\/api\/ok\?…$/);
  expect(output).toContain(`${server.origin}/api/ok?…`);
  expect(output).not.toContain("token");
});

test("-f is about the active page, unless --all or --page says otherwise", async ({ session, page, server }) => {
  const other = await session.call("tab_open", { url: server.html("/other", "<title>Other</title>") });
  using active = follow(session, "console");
  using all = follow(session, "console", "--all");
  using named = follow(session, "console", "--page", "other", "--json");
  const both = async () => {
    await page.run("console.log('from first')");
    await session.call("eval_js", { expr: "console.log('from other')", page: other.id });
  };
  await until(both, () => [active, all, named].every(({ output }) => output !== "") && all.output.includes("other"));
  expect(active.output).not.toContain("from other");
  expect(all.output).toContain("from first");
  expect(JSON.parse(named.output.split("\n")[0]!)).toMatchObject({ pageId: other.id, type: "log", text: "from other" });
  expect(named.output).not.toContain("from first");
});

test("-f ends when its session is closed, and when nobody reads on", async ({ session, page, client }) => {
  using following = follow(session, "console");
  await following.hears(() => page.run("console.log('tick')"), "tick");
  using unread = follow(session, "console");
  unread.child.stdout!.destroy();
  const ended = once(unread.child, "exit");
  await until(() => page.run("console.log('tock' + Math.random())"), () => unread.child.exitCode !== null);
  expect(await ended).toEqual([0, null]);
  const closed = once(following.child, "exit");
  await client.call("close_session", { session: session.id });
  expect(await closed).toEqual([0, null]);
  expect(following.problems).toContain("was closed");
});

test.for([
  [["network", "-f", "--status", "("], "a code such as 404"],
  [["network", "-f", "--url", "/(/"], "is not a regular expression"],
  [["network", "-f", "--url", "**/{a"], "{"],
  [["network", "-f", "req-1"], "takes no request"],
  [["network", "--bogus"], "network has no option --bogus"],
  [["network", "--status", "teapot"], "a code such as 404"],
  [["network", "req-1", "req-2"], "network does not know what to do"],
  [["console", "-f", "--level", "loud"], "level"],
  [["console", "--level", "loud"], "drover help console-read"],
  [["clear", "everything"], '"console"|"network"'],
] as const)("wrong usage is told and ends with 2: %s", async ([args, message], { session }) => {
  const { code, stderr, stdout } = await drover([...args, "--session", session.id]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("Example: {");
});

test("one request in detail has its headers, timing and body", async ({ session, page, server }) => {
  server.route("/api/long", (_, response) => response.end("y".repeat(5000)));
  await page.run(`Promise.all(["/api/ok", "/api/long"].map((path) => fetch(path, { headers: { "x-own": "1" } }).then((r) => r.text()))).then(() => 1)`);
  const { requests } = await until(() => session.call("network_read", { url: "/api/" }), (data) => data.requests.length === 2 && data.requests.every((each: Data) => each.ms !== null));
  const shown = async (path: string) => (await drover(["network", requests.find((each: Data) => each.url.endsWith(path)).requestId, "--session", session.id])).stdout;
  const short = await shown("/api/ok");
  expect(short).toMatch(/^GET http.*\/api\/ok\n {2}200 OK\n/);
  expect(short).toMatch(/time +total \d+ ms/);
  expect(short).toContain("  x-own: 1");
  expect(short).toMatch(/Received\n {2}\| fine\n$/);
  expect(await shown("/api/long")).toMatch(/y{4096}\n… `drover network-body req-\d+` prints more\n$/);
});
