import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Home, resolveHome } from "../config/home.ts";
import { type BrowserDescriptor, loadDescriptors, removeDescriptor, saveDescriptor } from "./descriptor.ts";
import { profileInCommand } from "./orphans.ts";

let home: Home;

beforeEach(() => {
  home = resolveHome({ DROVER_HOME: mkdtempSync(path.join(os.tmpdir(), "drover-descriptor-")) });
  mkdirSync(home.browsers);
});
afterEach(() => rmSync(home.dir, { recursive: true, force: true }));

const example: BrowserDescriptor = {
  id: "b-1",
  kind: "firefox",
  engine: "firefox",
  pid: 42,
  startTime: "4711",
  endpoint: "ws://127.0.0.1:9000",
  profileDir: "/nowhere",
  profile: "default",
  temporary: false,
  headless: true,
  sandbox: true,
  created: 2,
  flags: ["--headless"],
  executable: "/usr/bin/firefox-esr",
  marionettePort: 9001,
};

test("what is saved is loaded, oldest first, until it is removed", () => {
  saveDescriptor(home, example);
  saveDescriptor(home, { ...example, id: "b-2", created: 1 });
  expect(loadDescriptors(home)).toEqual([{ ...example, id: "b-2", created: 1 }, example]);
  removeDescriptor(home, "b-1");
  removeDescriptor(home, "b-1");
  expect(loadDescriptors(home).map(({ id }) => id)).toEqual(["b-2"]);
});

test.each([
  ["is cut off", '{"id":"b-3","kind":"chro'],
  ["is not an object", "null"],
  ["lacks a field", JSON.stringify({ ...example, id: "b-3", pid: undefined })],
  ["names an unknown kind", JSON.stringify({ ...example, id: "b-3", kind: "lynx" })],
  ["has no usable endpoint", JSON.stringify({ ...example, id: "b-3", endpoint: "" })],
  ["has another file's id", JSON.stringify(example)],
])("a file that %s is skipped and removed", (_what, text) => {
  const file = path.join(home.browsers, "b-3.json");
  writeFileSync(file, text);
  expect(loadDescriptors(home)).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test("a home that does not exist has no browsers", () => {
  expect(loadDescriptors(resolveHome({ DROVER_HOME: "/nonexistent/drover" }))).toEqual([]);
});

test("a command line names the profile of ours that it runs on", () => {
  const temporary = path.join(home.temporary, "b-9");
  expect(profileInCommand(["chromium", "--no-sandbox", `--user-data-dir=${temporary}`], home)).toBe(temporary);
  expect(profileInCommand(["firefox", "--profile", temporary, "about:blank"], home)).toBe(temporary);
  expect(profileInCommand(["chromium", "--user-data-dir=/home/someone/.config/chromium"], home)).toBeUndefined();
  expect(profileInCommand(["node"], home)).toBeUndefined();
});
