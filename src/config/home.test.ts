import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareHome, resolveHome, type Home } from "./home.ts";

function temporary(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-home-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const homeIn = (dir: string): Home => resolveHome({ DROVER_HOME: dir });

test("a home is made with everything above it, for its owner only", () => {
  const home = homeIn(path.join(temporary(), "a", "b"));
  prepareHome(home);
  expect(existsSync(home.browsers)).toBe(true);
  expect(statSync(home.dir).mode & 0o777).toBe(0o700);
  prepareHome(home);
});

test.runIf(process.platform === "linux")("a place where nothing can be made is refused, not tried for ever", () => {
  expect(() => prepareHome(homeIn("/proc/drover/home"))).toThrow("cannot be written");
});

test("a file in its place is refused", () => {
  const file = path.join(temporary(), "file");
  writeFileSync(file, "");
  expect(() => prepareHome(homeIn(file))).toThrow("cannot be written");
});

test.runIf(process.platform !== "win32")("a socket's folder outside the home must be ours alone", () => {
  const home = homeIn(path.join(temporary(), "x".repeat(100)));
  const folder = path.dirname(home.socket);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(folder.startsWith(home.dir)).toBe(false);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  expect(() => prepareHome(home)).toThrow("can be reached by others");
  rmSync(folder, { recursive: true });
  symlinkSync(temporary(), folder);
  expect(() => prepareHome(home)).toThrow("can be reached by others");
  rmSync(folder);
  prepareHome(home);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
