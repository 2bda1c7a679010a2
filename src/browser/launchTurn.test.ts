import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Home, resolveHome } from "../config/home.ts";
import { LaunchTurn } from "./launchTurn.ts";

/** A pid that Linux never gives away. */
const NOBODY = 4_194_305;

function homeWith(marker?: string): { home: Home; file: string } {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-turn-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const home = resolveHome({ DROVER_HOME: dir });
  const file = path.join(home.browsers, "starting");
  mkdirSync(home.browsers);
  if (marker !== undefined) writeFileSync(file, marker);
  return { home, file };
}

/** Whether a work that wants to be the only one ran. */
async function ran(home: Home): Promise<boolean> {
  let done = false;
  await new LaunchTurn(home).runIfFree(async () => {
    done = true;
  });
  return done;
}

test("one process has the turn, and gives it back when its last work is done", async () => {
  const { home, file } = homeWith();
  const turn = new LaunchTurn(home);
  const ends: (() => void)[] = [];
  const work = () => turn.run(() => new Promise<void>((resolve) => ends.push(resolve)));
  const [first, second] = [work(), work()];
  await expect.poll(() => ends.length).toBe(2);
  expect(readFileSync(file, "utf8")).toBe(String(process.pid));
  expect(await ran(home)).toBe(false);
  ends[0]!();
  await first;
  expect(await ran(home)).toBe(false);
  ends[1]!();
  await second;
  expect(existsSync(file)).toBe(false);
  expect(await ran(home)).toBe(true);
});

test("who waits gets the turn when the other is done", async () => {
  const { home } = homeWith();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const other = new LaunchTurn(home).run(() => new Promise<void>((resolve) => ends.push(resolve)));
  const waiting = new LaunchTurn(home).run(async () => void order.push("waiting"));
  await expect.poll(() => ends.length).toBe(1);
  order.push("other");
  ends[0]!();
  await Promise.all([other, waiting]);
  expect(order).toEqual(["other", "waiting"]);
});

test("a work that fails gives the turn back", async () => {
  const { home, file } = homeWith();
  await expect(new LaunchTurn(home).run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});

test("a turn whose process has died is nobody's", async () => {
  expect(await ran(homeWith(String(NOBODY)).home)).toBe(true);
});

test.each(["", "nonsense", String(process.ppid)])("a turn marked %j is waited for, but not for ever", async (marker) => {
  const { home, file } = homeWith(marker);
  expect(await ran(home)).toBe(false);
  const longAgo = Date.now() / 1000 - 600;
  utimesSync(file, longAgo, longAgo);
  expect(await ran(home)).toBe(true);
});

test("where no file can be made the work runs all the same", async () => {
  const { home } = homeWith();
  rmSync(home.browsers, { recursive: true });
  writeFileSync(home.browsers, "a file where the folder should be");
  expect(await ran(home)).toBe(true);
});
