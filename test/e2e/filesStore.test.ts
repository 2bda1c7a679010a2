import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { drover } from "./support/drover.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { page } from "./support/page.ts";
import { test, type Data } from "./support/session.ts";

const FILING = "read,navigation,action,file-io";

/** A file of each kind, made by the tools that make them. */
async function makeSome(own: TestHome, url: string): Promise<Record<string, string>> {
  await own.call("navigate", { url, mode: "none" });
  const pdf = await own.call("pdf_save");
  const picture = await own.call("screenshot", { path: "shots/page.png" });
  const series = await own.call("screenshot_schedule", { everyMs: 100, count: 2 });
  const body = await own.call("fetch", { url, path: "page.html" });
  const login = await own.call("auth_save", { name: "alice" });
  const state = await own.call("dump_storage_state", { path: "states/now.json" });
  const artifact = await own.call("artifact_save", { name: "rows.json", content: "[]" });
  await own.call("start_har");
  await own.call("navigate", { url, mode: "none" });
  const har = await own.call("stop_har");
  await own.call("downloads_capture", { on: true });
  const { downloads } = await own.call("click", { selector: "a" });
  return { pdf: pdf.path, picture: picture.path, series: series.intoDir, body: body.path, login: login.path, state: state.path, artifact: artifact.path, har: har.path, download: downloads[0].path };
}

function offer(server: Data): string {
  server.route("/csv", (_: unknown, response: Data) => {
    response.setHeader("content-disposition", 'attachment; filename="report.csv"');
    response.end("a,b\n");
  });
  return server.html("/kept", page(`<title>Kept</title><a href="/csv">Export</a>`));
}

const kindsOf = (files: Data[]) => Object.fromEntries(files.map((file) => [file.path, file.kind]));

test("files_list knows what every tool has made, under ids that the next daemon knows too", async ({ server }) => {
  await using own = ownHome();
  const made = await makeSome(own, offer(server));
  const listed = await own.call("files_list");
  expect(listed).toMatchObject({ ok: true, workspace: own.workspace, count: 9 });
  expect(kindsOf(listed.files)).toEqual({
    [made["pdf"]!]: "pdf",
    [made["picture"]!]: "picture",
    [made["series"]!]: "picture",
    [made["body"]!]: "body",
    [made["login"]!]: "login",
    [made["state"]!]: "state",
    [made["artifact"]!]: "artifact",
    [made["har"]!]: "har",
    [made["download"]!]: "download",
  });
  expect(listed.files.find((file: Data) => file.path === made["series"])).toMatchObject({ files: 2, session: "default" });
  for (const file of Object.values(made)) {
    const folder = statSync(file).isDirectory();
    expect([file, statSync(file).mode & 0o777]).toEqual([file, folder ? 0o700 : 0o600]);
    if (folder) for (const name of readdirSync(file)) expect(statSync(path.join(file, name)).mode & 0o777).toBe(0o600);
  }
  expect(await own.call("files_list", { kind: "picture", limit: 1 })).toMatchObject({ count: 2, files: [{ kind: "picture" }] });

  await own.client().stop();
  expect((await own.call("files_list")).files).toEqual(listed.files);
  const { id } = listed.files.find((file: Data) => file.path === made["body"]);
  const got = await own.call("file_get", { file: id });
  expect(got).toMatchObject({ ok: true, id, path: made["body"], encoding: "utf8", content: expect.stringContaining("<title>Kept</title>") });
  expect(await own.call("file_get", { file: made["pdf"]! })).toMatchObject({ ok: true, encoding: "base64", content: expect.stringMatching(/^JVBERi/) });
  expect(await own.call("file_get", { file: made["series"]! })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await own.call("file_get", { file: "f0000000000", pathOnly: true })).toMatchObject({ ok: false, error: "not-found" });
});

test("files_delete and files_prune clear files of tools and no others, and who kept them knows", async ({ server }) => {
  await using own = ownHome();
  const made = await makeSome(own, offer(server));
  const mine = path.join(own.workspace, "notes.txt");
  writeFileSync(mine, "mine");
  expect(await own.call("files_delete", { files: [made["download"]!, "notes.txt"] })).toMatchObject({ ok: false, error: "not-found" });
  expect(existsSync(made["download"]!)).toBe(true);
  expect(await own.call("files_delete", { files: [made["download"]!, "shots/page.png"] })).toMatchObject({ ok: true, count: 2, removed: [{ kind: "download" }, { kind: "picture" }] });
  expect(existsSync(made["download"]!)).toBe(false);
  expect(await own.call("download_get", { id: "d1" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await own.call("downloads_capture", { on: true })).toMatchObject({ captured: [] });

  expect(await own.call("files_prune")).toMatchObject({ ok: true, count: 0, removed: [] });
  const long = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
  for (const each of ["pdf", "series", "login", "body"]) utimesSync(made[each]!, long, long);
  expect(await own.call("files_prune", { dryRun: true })).toMatchObject({ dryRun: true, count: 2 });
  expect(existsSync(made["pdf"]!)).toBe(true);
  expect((await own.call("files_prune")).removed.map((file: Data) => file.path).toSorted()).toEqual([made["pdf"], made["series"]].toSorted());
  expect(["pdf", "series", "login", "body"].map((each) => existsSync(made[each]!))).toEqual([false, false, true, true]);
  await own.call("files_prune", { kind: "login", olderThanDays: 0 });
  expect(await own.call("auth_list")).toMatchObject({ count: 0 });
  expect(readFileSync(mine, "utf8")).toBe("mine");
});

test("an agent sees the files of its own workspace, and reads no credentials out of them", async ({ server }) => {
  await using own = ownHome();
  const made = await makeSome(own, offer(server));
  const project = path.join(own.home.dir, "project");
  const elsewhere = own.client("mcp", { DROVER_WORKSPACE: project, DROVER_CAPABILITIES: FILING });
  expect((await elsewhere.call("files_list", {})).data).toMatchObject({ workspace: project, count: 0 });
  expect((await elsewhere.call("file_get", { file: made["pdf"]! })).data).toMatchObject({ ok: false, error: "bad-path" });
  expect((await elsewhere.call("files_delete", { files: [made["pdf"]!] })).data).toMatchObject({ ok: false, error: "bad-path" });

  const agent = own.client("mcp");
  expect((await agent.call("files_list", {})).data).toMatchObject({ ok: true, count: 9 });
  for (const [tool, input] of [["file_get", { file: made["pdf"]! }], ["files_delete", { files: [made["pdf"]!] }], ["files_prune", {}]] as const)
    expect((await agent.call(tool, input)).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "file-io" });
  const filing = own.client("mcp", { DROVER_CAPABILITIES: FILING });
  for (const secret of ["login", "state"]) expect((await filing.call("file_get", { file: made[secret]! })).data).toMatchObject({ ok: false, error: "refused" });
  for (const traffic of ["har", "body"]) expect((await filing.call("file_get", { file: made[traffic]! })).data).toMatchObject({ ok: false, requiredCapability: "network-body" });
});

test("a workspace where nothing can be written, and links that lead out of it, are refused by name", async ({ server }) => {
  await using own = ownHome();
  await own.call("navigate", { url: offer(server), mode: "none" });
  const nowhere = own.client("cli", { DROVER_WORKSPACE: "/proc/drover/workspace" });
  for (const [tool, input] of [["screenshot", { path: "a.png" }], ["pdf_save", {}], ["auth_save", { name: "a" }], ["start_har", {}], ["downloads_capture", { on: true }], ["files_list", {}]] as const)
    expect([tool, (await nowhere.call(tool, input)).data]).toMatchObject([tool, { ok: false, error: "not-writable", message: expect.stringContaining("/proc/drover"), hint: expect.stringContaining("DROVER_WORKSPACE") }]);

  const outside = path.join(own.home.dir, "outside");
  mkdirSync(outside);
  mkdirSync(own.workspace, { recursive: true });
  for (const folder of ["pdfs", "har", "screenshots", ".auth-states", ".downloads"]) symlinkSync(outside, path.join(own.workspace, folder));
  for (const [tool, input] of [["pdf_save", {}], ["start_har", {}], ["screenshot_schedule", { everyMs: 100, count: 1 }], ["auth_save", { name: "a" }], ["downloads_capture", { on: true }]] as const)
    expect([tool, await own.call(tool, input)]).toMatchObject([tool, { ok: false, error: "bad-path" }]);
  expect(readdirSync(outside)).toEqual([]);
});

test("drover files lists, opens, deletes and clears them", async ({ server }) => {
  await using own = ownHome();
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = own.env;
  const run = (...args: string[]) => drover(["files", ...args], { env });
  expect(await run()).toMatchObject({ code: 0, stdout: `No tool has made a file in ${own.workspace}.\n` });
  const made = await makeSome(own, offer(server));

  const { stdout } = await run("list");
  expect(stdout.split("\n")[0]).toMatch(/^ID +KIND +SIZE +MADE \(UTC\) +PATH$/);
  expect(stdout).toMatch(/^f[0-9a-f]{10} +body +\d+ B +\d{4}-\d\d-\d\d \d\d:\d\d +page\.html$/m);
  expect(stdout).toMatch(/screenshots\/default-.*\/ {2}\(2 files\)$/m);
  expect(stdout).toMatch(new RegExp(`^9 in ${own.workspace}, `, "m"));
  const { json } = await run("--kind", "pdf", "--json");
  const { id } = (json["files"] as { id: string }[])[0]!;
  expect(json).toMatchObject({ ok: true, count: 1, files: [{ path: made["pdf"] }] });

  expect(await run("open", id)).toMatchObject({ code: 0, stdout: `${made["pdf"]}\n` });
  const bin = path.join(own.home.dir, "bin");
  const opened = path.join(bin, "opened");
  mkdirSync(bin);
  writeFileSync(path.join(bin, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > "${opened}.tmp" && mv "${opened}.tmp" "${opened}"\n`);
  chmodSync(path.join(bin, "xdg-open"), 0o755);
  const shown = await drover(["files", "open", "page.html", "--json"], { env: { ...env, DISPLAY: ":77", PATH: `${bin}:${env["PATH"]}` } });
  expect(shown).toMatchObject({ code: 0, json: { ok: true, path: made["body"], opened: true } });
  await expect.poll(() => existsSync(opened) && readFileSync(opened, "utf8"), { timeout: 20_000 }).toBe(made["body"]);

  expect(await run("rm", id, "page.html")).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nDeleted .*B\.\n$/) });
  expect(existsSync(made["body"]!)).toBe(false);
  expect(await run("rm", "page.html")).toMatchObject({ code: 1, stderr: expect.stringContaining("no tool has made a file") });
  expect(await run("prune")).toMatchObject({ code: 0, stdout: "Nothing is that old.\n" });
  expect(await run("prune", "--kind", "har", "--older-than", "0", "--dry-run")).toMatchObject({ code: 0, stdout: expect.stringMatching(/Would delete 1, /) });
  expect((await run("prune", "--kind", "har", "--older-than", "0", "--json")).json).toMatchObject({ ok: true, removed: [{ path: made["har"] }] });
  expect(existsSync(made["har"]!)).toBe(false);

  for (const wrong of [["rm"], ["open"], ["show"], ["list", "x"], ["prune", "--older-than", "soon"]]) expect([wrong, (await run(...wrong)).code]).toEqual([wrong, 2]);
  expect(await run("prune", "--kind", "poem")).toMatchObject({ code: 2, stderr: expect.stringContaining("kind") });
});
