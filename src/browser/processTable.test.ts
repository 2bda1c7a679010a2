import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { hasEnded, parseStat, processStartTime, until } from "./processTable.ts";

test("a command with brackets and spaces does not shift the fields", () => {
  const rest = Array.from({ length: 40 }, (_unused, index) => String(index + 4)).join(" ");
  expect(parseStat(`4711 (a) R (b) S ${rest}`)).toEqual({ state: "S", group: 5, startTime: "22" });
});

test("a process keeps its start time, and what does not exist has none", () => {
  const started = processStartTime(process.pid);
  expect(started).toBeDefined();
  expect(processStartTime(process.pid)).toBe(started);
  for (const pid of [0, -1, 1.5, 2 ** 30]) expect(processStartTime(pid)).toBeUndefined();
});

test("a process that was killed has ended, whether or not anybody has noticed", async () => {
  const child = spawn("sleep", ["60"]);
  await once(child, "spawn");
  expect(hasEnded(child.pid!)).toBe(false);
  child.kill("SIGKILL");
  expect(await until(() => hasEnded(child.pid!), 10_000, 1)).toBe(true);
});

test("until says whether the condition came true in time", async () => {
  let asked = 0;
  expect(await until(() => ++asked === 3, 1_000, 1)).toBe(true);
  expect(await until(() => false, 5, 1)).toBe(false);
});
