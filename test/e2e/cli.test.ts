import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect } from "vitest";
import { drover, type Ran, type RunOptions } from "./support/drover.ts";
import { engine, test as base } from "./support/session.ts";

interface CliFixtures {
  /** A folder of the caller's own. */
  folder: string;
  /** Runs a command on this test's session. */
  run: (args: string[], options?: RunOptions) => Promise<Ran>;
}

const test = base.extend<CliFixtures>({
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "drover-cli-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  run: async ({ session, folder }, use) => {
    await use((args, { env, ...options } = {}) =>
      drover(args, { cwd: folder, ...options, env: { ...process.env, DROVER_SESSION: session.id, ...env } }),
    );
  },
});

const form = `<title>Sign in</title><h1>Welcome</h1><label>Name <input id="name"></label>
  <button id="go" onclick="document.querySelector('h1').textContent = 'Hello ' + document.querySelector('#name').value">Go</button>`;

describe("a tool as a command", () => {
  test("runs by its name with dashes or underscores and prints what a person reads", async ({ run }) => {
    expect(await run(["eval-js", "6 * 7"])).toMatchObject({ code: 0, stdout: "42\n" });
    expect(await run(["eval_js", "'six'"])).toMatchObject({ code: 0, stdout: "six\n" });
    expect(await run(["eval", "({ a: 1 })", "--json"])).toMatchObject({ code: 0, json: { ok: true, value: { a: 1 } } });
  });

  test("takes options before its name", async ({ run, session }) => {
    const { json } = await run(["--json", "--session", session.id, "eval", "1"]);
    expect(json).toEqual({ ok: true, value: 1 });
  });

  test("reaches an element by selector, ref, name and coordinates", async ({ run, server }) => {
    await run(["navigate", server.html("/form", form)]);
    expect((await run(["fill", "#name", "Ada"])).code).toBe(0);
    const { json } = await run(["find", "Go button", "--json"]);
    const [{ ref, bbox }] = json["candidates"] as [{ ref: string; bbox: { x: number; y: number } }];
    expect((await run(["click", ref])).code).toBe(0);
    expect((await run(["text", "-s", "h1"])).stdout).toBe("Hello Ada\n");
    await run(["name-ref", "go", ref]);
    await run(["fill", "#name", "Grace"]);
    expect((await run(["click", "@go"])).code).toBe(0);
    expect((await run(["text", "-s", "h1"])).stdout).toBe("Hello Grace\n");
    await run(["fill", "#name", "Edsger"]);
    expect((await run(["click", `${bbox.x + 3},${bbox.y + 3}`])).code).toBe(0);
    expect((await run(["text", "-s", "h1"])).stdout).toBe("Hello Edsger\n");
  });

  test("takes values from files and stdin, and its whole input as JSON", async ({ run, folder }) => {
    writeFileSync(path.join(folder, "code.js"), "[1, 2].length");
    expect((await run(["eval", "@code.js"])).stdout).toBe("2\n");
    expect((await run(["eval", "-"], { stdin: "'piped'" })).stdout).toBe("piped\n");
    expect((await run(["eval", "--json", '{"expr":"1 + 1"}', "--json"])).json).toEqual({ ok: true, value: 2 });
    expect((await run(["eval", "--json", "-"], { stdin: '{"expr":"3"}' })).stdout).toBe("3\n");
  });
});

describe("exit codes and messages", () => {
  test("1: the tool said no, on stderr, with what to do next", async ({ run }) => {
    const { code, stdout, stderr } = await run(["click", "#nowhere"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^✗ .*#nowhere.*\n {2}\S/);
  });

  test("2: wrong usage, with a suggestion", async ({ run }) => {
    expect(await run(["navigat", "x"])).toMatchObject({ code: 2, stderr: expect.stringContaining("drover navigate") });
    expect(await run(["eval", "1", "--retrun-type", "json"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--return-type") });
    expect(await run(["navigate"])).toMatchObject({ code: 2, stderr: expect.stringContaining("<url>") });
    expect(await run(["get-config", "nowhere"])).toMatchObject({ code: 2 });
    expect(await run(["-x"])).toMatchObject({ code: 2, stdout: "" });
    expect(await run(["navigate", "/x", "--base-url", "notaurl"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--base-url is an address") });
    expect(await run(["screenshot", "-o", "nowhere/x.png"])).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no folder") });
    expect(await run(["screenshot", "-o", "x.png", "--format", "jpeg"])).toMatchObject({ code: 2 });
  });

  test("3: no browser", async ({ run }) => {
    const missing = { DROVER_BROWSER_PATH: "/nowhere/chromium" };
    const home = mkdtempSync(path.join(os.tmpdir(), "drover-nobrowser-"));
    const env = { ...missing, DROVER_HOME: home };
    const { code, stderr } = await run(["navigate", "about:blank"], { env });
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("drover install") });
    await run(["daemon", "stop"], { env });
    rmSync(home, { recursive: true, force: true });
  });

  test("--json prints one document whatever happens", async ({ run }) => {
    for (const args of [["click", "#nowhere"], ["navigat"], ["click", "--nope"], ["session", "fly"], ["text", "-s", "#nowhere"]]) {
      const { code, stdout } = await run([...args, "--json"]);
      expect(code, args.join(" ")).toBeGreaterThan(0);
      expect(JSON.parse(stdout), args.join(" ")).toMatchObject({ ok: false, error: expect.any(String), message: expect.any(String) });
    }
  });
});

test("a time limit has two names, and one of nothing is the shortest there is", async ({ run }) => {
  expect((await run(["eval", "1", "--timeout-ms", "20000"])).stdout).toBe("1\n");
  expect((await run(["eval", "new Promise(() => {})", "--timeout", "0", "--json"])).json).toMatchObject({ error: "timeout", message: expect.stringContaining("within 1 ms") });
});

describe("what is remembered", () => {
  test("the last selector and output are used when left out, and a new page forgets the selector", async ({ run, server, folder }) => {
    await run(["navigate", server.html("/remember", form)]);
    expect((await run(["text", "-s", "h1"])).stdout).toBe("Welcome\n");
    const again = await run(["text"]);
    expect(again).toMatchObject({ stdout: "Welcome\n", stderr: expect.stringContaining("h1") });
    await run(["screenshot", "-o", "first.png"]);
    expect((await run(["screenshot"])).stdout).toBe("first.png\n");
    expect(statSync(path.join(folder, "first.png")).size).toBeGreaterThan(500);
    await run(["navigate", server.html("/other", "<p>Elsewhere</p>")]);
    expect((await run(["text"])).stdout).toBe("Elsewhere\n");
  });

  test("the last URL", async ({ run, server }) => {
    const url = server.html("/last", "<title>Last</title>");
    await run(["navigate", url]);
    await run(["eval", "document.title = 'changed'"]);
    await run(["navigate"]);
    expect((await run(["eval", "document.title"])).stdout).toBe("Last\n");
  });
});

describe("relative addresses", () => {
  test("start at --base-url, DROVER_BASE_URL or the project's own", async ({ run, server, folder }) => {
    server.html("/based", "<title>Based</title>");
    const title = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
      await run(["navigate", "about:blank"]);
      await run(["navigate", ...args], { env });
      return (await run(["eval", "document.title"])).stdout.trim();
    };
    expect(await title(["/based", "--base-url", server.origin])).toBe("Based");
    expect(await title(["based"], { DROVER_BASE_URL: server.origin })).toBe("Based");
    writeFileSync(path.join(folder, "playwright.config.ts"), `throw new Error("never run"); export default { use: { baseURL: "${server.origin}" } }`);
    expect(await title(["/based"])).toBe("Based");
    expect((await run(["open", "/based"])).stdout).toContain("Based");
  });
});

describe("output", () => {
  test("pictures land in the caller's folder, or on stdout", async ({ run, folder, server }) => {
    await run(["navigate", server.html("/picture", "<h1>Picture</h1>")]);
    expect((await run(["screenshot", "-o", "page.jpg", "--format", "jpeg", "--json"])).json).toMatchObject({ ok: true, path: "page.jpg" });
    expect([...readFileSync(path.join(folder, "page.jpg")).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect((await run(["screenshot", "-o", "-"])).stdout).toContain("PNG");
    await run(["screenshot", "-o", "by-name.jpg"]);
    expect([...readFileSync(path.join(folder, "by-name.jpg")).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    await run(["screenshot", "-o", "kept.png"]);
    expect((await run(["screenshot", "--format", "jpeg"])).stdout).toBe("screenshot.jpg\n");
    expect(readFileSync(path.join(folder, "kept.png")).subarray(1, 4).toString()).toBe("PNG");
  });

  test("a fetched body is written byte for byte", async ({ run, folder, server }) => {
    const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);
    server.route("/bytes", (_, response) => response.end(bytes));
    await run(["navigate", server.html("/fetcher", "")]);
    expect((await run(["fetch", "/bytes", "-o", "got.bin"])).code).toBe(0);
    expect(readFileSync(path.join(folder, "got.bin"))).toEqual(bytes);
  });

  test("two words find a tool", async ({ run, server }) => {
    await run(["navigate", server.html("/stored", "")]);
    await run(["storage", "set", "color", "green"]);
    expect((await run(["storage", "get", "color"])).stdout).toContain("green");
  });
});

test("-v says that the running browser is used", async ({ run, session }) => {
  expect(session.engine).toBe(engine);
  expect((await run(["-vv", "eval", "1"])).stderr).toContain("Reusing the running");
});

test("--page and --target name a page by id, title or URL", async ({ run, server }) => {
  const second = server.html("/second-page", "<title>Second</title>");
  await run(["navigate", server.html("/first-page", "<title>First</title>")]);
  await run(["eval", `window.open(${JSON.stringify(second)}); 1`]);
  await expect.poll(async () => (await run(["target"])).stdout).toContain("Second");
  expect((await run(["eval", "document.title", "--page", "seco"])).stdout).toBe("Second\n");
  expect((await run(["eval", "document.title", "--target", "second-p.ge"])).stdout).toBe("Second\n");
  expect((await run(["eval", "document.title"])).stdout).toBe("First\n");
  expect((await run(["target", "Second"])).code).toBe(0);
  expect((await run(["eval", "document.title"])).stdout).toBe("Second\n");
  expect(await run(["target", "nothing-like-it"])).toMatchObject({ code: 1, stderr: expect.stringContaining("First") });
});

test("help is there for everything", async ({ run }) => {
  expect((await run([])).stdout).toContain("Commands");
  expect((await run(["help", "click"])).stdout).toContain("drover click");
  const act = (await run(["help", "act"])).stdout;
  expect(act).toContain("act and-diff");
  expect(act).toContain("upload-file");
  expect((await run(["click", "--help"])).stdout).toContain("--button");
  expect((await run(["daemon", "--help"])).stdout).toContain("start|stop|status|logs");
  expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await run(["version", "--json"])).json).toEqual({ ok: true, version: expect.any(String) });
  expect((await run(["help", "--json"])).json).toMatchObject({ ok: true, commands: expect.any(Array), tools: expect.any(Array) });
  expect((await run(["help", "open", "--json"])).json).toMatchObject({ ok: true, name: "open", flags: { headed: {} } });
  expect((await run(["click", "--help", "--json"])).json).toMatchObject({ ok: true, tool: "click", args: { ref: {} } });
  expect((await run(["completion", "bash", "--json"])).json).toMatchObject({ ok: true, shell: "bash", script: expect.stringContaining("_drover") });
});
