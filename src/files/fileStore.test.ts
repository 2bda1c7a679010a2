import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resolveHome } from "../config/home.ts";
import { DAY_MS } from "./bounds.ts";
import { FileStore } from "./fileStore.ts";
import { Workspace } from "./workspace.ts";

function emptyStore() {
  const root = mkdtempSync(path.join(os.tmpdir(), "drover-files-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = path.join(root, "workspace");
  const warnings: string[] = [];
  const open = () => new FileStore(new Workspace(workspace), (line) => warnings.push(line), (text) => text.replaceAll("hunter2", "<PASSWORD>"));
  const put = (name: string, { days = 0, contents = "x" } = {}) => {
    const file = path.join(workspace, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
    const time = (Date.now() - days * DAY_MS) / 1000;
    utimesSync(file, time, time);
    return file;
  };
  return { root, workspace, warnings, store: open(), open, put };
}

const shown = (workspace: string, files: { path: string }[]) => files.map((each) => path.relative(workspace, each.path)).toSorted();

test("a daemon's home is no workspace, whatever the compiler is told", () => {
  const home = resolveHome({ DROVER_HOME: os.tmpdir() });
  // @ts-expect-error files of callers are not put into the daemon's folder
  expect(() => new FileStore(home, () => undefined, (text) => text).place("pdf", { session: "s", ending: ".pdf" })).toThrow();
  // @ts-expect-error a home knows no caller's workspace
  expect(home.workspace).toBeUndefined();
});

test("a file without a name gets one in its kind's folder; two of one moment get two", async () => {
  const { store, workspace } = emptyStore();
  const places = [];
  for (let index = 0; index < 20; index++) {
    const place = store.place("pdf", { session: "shop", ending: ".pdf" });
    await store.writeBytes(place, Buffer.from("%PDF"));
    places.push(place.path);
  }
  expect(new Set(places).size).toBe(20);
  for (const place of places) expect(path.relative(workspace, place)).toMatch(/^pdfs\/shop-\d{4}-\d\d-\d\dT[\d-]+Z(-\d+)?\.pdf$/);
  expect(statSync(places[0]!).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(places[0]!)).mode & 0o777).toBe(0o700);
});

test("everything that was made is listed, also for the next daemon, under the same id", async () => {
  const { store, open, put, workspace } = emptyStore();
  await store.writeBytes(store.place("pdf", { session: "a/b", ending: ".pdf" }), "pdf");
  await store.writeBytes(store.place("pdf", { session: "shop", ending: ".pdf", chosen: "out/invoice.pdf" }), "mine");
  const series = store.folder("picture", { session: "shop" });
  await store.writeBytesInto(series, "1-0.png", Buffer.from("12345"));
  await store.writeBytesInto(series, "2-500.png", Buffer.from("123"));
  await store.writeBytes(store.named("login", "alice.json"), "{}");
  put(".downloads/shop/1d1-report.csv");
  for (const name of ["src/index.ts", "pdfs/paper.pdf", "har/theirs.har"]) put(name);
  const listed = await open().list();
  expect(shown(workspace, listed)).toEqual([
    ".auth-states/alice.json",
    ".downloads/shop/1d1-report.csv",
    "out/invoice.pdf",
    expect.stringMatching(/^pdfs\/a%2Fb-/),
    path.relative(workspace, series.path),
  ]);
  expect(listed.map(({ id }) => id)).toEqual((await store.list()).map(({ id }) => id));
  expect(new Set(listed.map(({ id }) => id)).size).toBe(5);
  expect(listed.find(({ kind }) => kind === "picture")).toMatchObject({ session: "shop", files: 2, bytes: 8, chosen: false });
  expect(await store.list({ session: "a/b" })).toMatchObject([{ kind: "pdf", session: "a/b" }]);
  expect(shown(workspace, await store.list({ kind: "pdf", session: "shop" }))).toEqual(["out/invoice.pdf"]);
});

test("files are found by id, by path, and in a series; nothing else is the store's", async () => {
  const { store, put, workspace } = emptyStore();
  const series = store.folder("picture", { session: "shop", chosen: "shots" });
  const first = await store.writeBytesInto(series, "1-0.png", Buffer.from("1"));
  const [entry] = await store.list();
  for (const wanted of [entry!.id, "shots", path.join(workspace, "shots")]) expect(await store.find(wanted)).toMatchObject({ path: path.join(workspace, "shots"), files: 1 });
  expect(await store.find("shots/1-0.png")).toMatchObject({ path: first, kind: "picture" });
  put("notes.txt");
  for (const wanted of ["notes.txt", "f000000000a", ".", "shots/9.png"]) await expect(store.find(wanted)).rejects.toMatchObject({ code: "not-found" });
  await expect(store.find("../elsewhere")).rejects.toMatchObject({ code: "bad-path" });
});

test("a folder with other things in it stays theirs when pictures are put into it", async () => {
  const { store, put, workspace } = emptyStore();
  const theirs = put("docs/guide.md");
  const folder = store.folder("picture", { session: "s", chosen: "docs" });
  const picture = await store.writeBytesInto(folder, "1-0.png", Buffer.from("1"));
  expect(shown(workspace, await store.list())).toEqual(["docs/1-0.png"]);
  for (const wanted of ["docs", "docs/guide.md"]) await expect(store.remove([wanted])).rejects.toMatchObject({ code: "not-found" });
  await store.remove([picture]);
  expect([existsSync(theirs), existsSync(picture)]).toEqual([true, false]);
});

test("a folder that was made for pictures takes more of them and stays one thing", async () => {
  const { store, workspace } = emptyStore();
  for (const name of ["1-0.png", "1-7.png"]) await store.writeBytesInto(store.folder("picture", { session: "s", chosen: "shots" }), name, Buffer.from("1"));
  const listed = await store.list();
  expect([shown(workspace, listed), listed[0]?.files]).toEqual([["shots"], 2]);
});

test("removing takes all or none, and a name that was forgotten is somebody else's file", async () => {
  const { store, put, workspace } = emptyStore();
  await store.writeBytes(store.chosenPlace("body", "s", "out.json"), "{}");
  const pdf = store.place("pdf", { session: "s", ending: ".pdf" });
  await store.writeBytes(pdf, "pdf");
  await expect(store.remove(["out.json", "nothing.txt"])).rejects.toMatchObject({ code: "not-found" });
  expect(existsSync(pdf.path) && existsSync(path.join(workspace, "out.json"))).toBe(true);
  expect(shown(workspace, await store.remove(["out.json", path.join(workspace, "out.json"), pdf.path]))).toEqual(["out.json", path.relative(workspace, pdf.path)]);
  expect(await store.list()).toEqual([]);
  put("out.json");
  await expect(store.remove(["out.json"])).rejects.toMatchObject({ code: "not-found" });
});

const made = (index: number) => `s-2026-01-01T00-00-00-${String(index).padStart(3, "0")}Z`;

test("when a kind is full the oldest that nobody named makes room, and is told", async () => {
  const { store, put, warnings, workspace } = emptyStore();
  for (let index = 0; index < 200; index++) put(`har/${made(index)}.har`, { days: 50 - index / 10 });
  put("har/mine.har", { days: 80 });
  const place = store.place("har", { session: "s", ending: ".har" });
  await store.writeBytes(place, "{}");
  const names = readdirSync(path.join(workspace, "har"));
  expect(names).toHaveLength(201);
  expect([`${made(0)}.har`, `${made(1)}.har`, "mine.har", path.basename(place.path)].map((name) => names.includes(name))).toEqual([false, true, true, true]);
  expect(warnings).toEqual([`One file of the kind "har" made room: ${made(0)}.har.`]);
});

test("what nobody named ends when it is older than its kind may be; log-ins and named files do not", async () => {
  const { store, put, workspace } = emptyStore();
  await store.writeBytes(store.chosenPlace("pdf", "s", "pdfs/mine.pdf"), "mine");
  for (const name of [`pdfs/${made(0)}.pdf`, "pdfs/mine.pdf", ".auth-states/alice.json"]) put(name, { days: 1000 });
  await store.writeBytes(store.place("pdf", { session: "s", ending: ".pdf" }), "x");
  await store.writeBytes(store.named("login", "bob.json"), "{}");
  expect(shown(workspace, await store.list())).toEqual([".auth-states/alice.json", ".auth-states/bob.json", "pdfs/mine.pdf", expect.stringMatching(/^pdfs\/s-/)]);
});

test("pruning clears what is old, but neither named files nor, unless asked for, log-ins", async () => {
  const { store, put, workspace } = emptyStore();
  const old = [`pdfs/${made(0)}.pdf`, `screenshots/${made(1)}/1-0.png`, ".downloads/s/1d1-a.csv", ".auth-states/alice.json", "pdfs/mine.pdf"];
  await store.writeBytes(store.chosenPlace("pdf", "s", "pdfs/mine.pdf"), "mine");
  for (const name of old) put(name, { days: 10 });
  utimesSync(path.join(workspace, `screenshots/${made(1)}`), 0, 0);
  put(`pdfs/${made(2)}.pdf`, { days: 1 });
  const draft = put("pdfs/.drover-0123456789ab.tmp", { days: 1 });
  const before = Date.now() - 5 * DAY_MS;
  expect(await store.prune({ before, dryRun: true })).toHaveLength(3);
  expect(await store.list()).toHaveLength(6);
  expect(existsSync(draft)).toBe(true);
  const pruned = await store.prune({ before });
  expect(shown(workspace, pruned)).toEqual([".downloads/s/1d1-a.csv", `pdfs/${made(0)}.pdf`, `screenshots/${made(1)}`]);
  expect(shown(workspace, await store.list())).toEqual([".auth-states/alice.json", "pdfs/mine.pdf", `pdfs/${made(2)}.pdf`].toSorted());
  expect(existsSync(draft)).toBe(false);
  expect(shown(workspace, await store.prune({ before, kind: "login" }))).toEqual([".auth-states/alice.json"]);
});

test("links that lead out are neither followed, listed nor written through", async () => {
  const { store, root, workspace } = emptyStore();
  mkdirSync(path.join(root, "elsewhere"));
  writeFileSync(path.join(root, "elsewhere", "secret.pdf"), "secret");
  mkdirSync(workspace);
  symlinkSync(path.join(root, "elsewhere"), path.join(workspace, "pdfs"));
  mkdirSync(path.join(workspace, "har"));
  symlinkSync(path.join(root, "elsewhere", "secret.pdf"), path.join(workspace, "har", "x.har"));
  expect(await store.list()).toEqual([]);
  expect(() => store.place("pdf", { session: "s", ending: ".pdf" })).toThrow(expect.objectContaining({ code: "bad-path" }));
  expect(() => store.chosenPlace("har", "s", "har/x.har")).toThrow(expect.objectContaining({ code: "bad-path" }));
  const series = store.folder("picture", { session: "s" });
  symlinkSync(path.join(root, "elsewhere"), path.join(series.path, "out"));
  await store.remove([series.path]);
  expect(readFileSync(path.join(root, "elsewhere", "secret.pdf"), "utf8")).toBe("secret");
});

test("notes of chosen places that were cut short by a crash cost nothing but themselves", async () => {
  const { store, open, workspace } = emptyStore();
  await store.writeBytes(store.chosenPlace("body", "s", "a.json"), "{}");
  const notes = path.join(workspace, ".drover-files.jsonl");
  expect(statSync(notes).mode & 0o777).toBe(0o600);
  writeFileSync(notes, `${readFileSync(notes, "utf8")}{"path":"b.js\n`);
  await store.writeBytes(store.chosenPlace("body", "s", "c.json"), "{}");
  await store.writeBytes(store.chosenPlace("body", "s", "c.json"), "{}");
  expect(shown(workspace, await open().list())).toEqual(["a.json", "c.json"]);
  expect(readFileSync(notes, "utf8").split("\n").filter((line) => line.includes("c.json"))).toHaveLength(1);
});

test("a file is written even when it cannot be noted, and that is told", async () => {
  const { store, warnings, workspace } = emptyStore();
  mkdirSync(path.join(workspace, ".drover-files.jsonl"), { recursive: true });
  const place = store.chosenPlace("body", "s", "a.json");
  await store.writeBytes(place, "{}");
  expect(readFileSync(place.path, "utf8")).toBe("{}");
  expect(warnings).toEqual([expect.stringContaining("`drover files` will not list it")]);
});

test("a composed text is written without its secrets", async () => {
  const { store } = emptyStore();
  const place = store.chosenPlace("body", "s", "told.txt");
  await store.writeText(place, "grüß: hunter2");
  expect(readFileSync(place.path, "utf8")).toBe("grüß: <PASSWORD>");
});
