import { expect, test } from "vitest";
import { FrameLog, frameLogs, openFrameLog } from "./frameLog.ts";

test("a flood of events leaves the commands and their answers", () => {
  const log = new FrameLog("ws://127.0.0.1:1");
  log.sent({ id: 7, method: "Page.navigate", sessionId: "S" }, "{}");
  for (let count = 0; count < 5_000; count++) log.received({ method: "Network.dataReceived" }, "{}");
  log.received({ id: 7 }, "{}");
  const frames = log.frames();
  expect(frames.filter(({ id }) => id === 7)).toMatchObject([
    { direction: "sent", method: "Page.navigate", sessionId: "S" },
    { direction: "received", method: "Page.navigate" },
  ]);
  expect(frames.length).toBe(102);
});

test("commands are bounded too, in number and in length", () => {
  const log = new FrameLog("ws://127.0.0.1:1");
  const long = "x".repeat(3_000_000);
  for (let id = 0; id < 1_000; id++) log.sent({ id, method: "Runtime.evaluate" }, long);
  const frames = log.frames();
  expect(frames.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => 800 + index));
  expect(frames.reduce((sum, { text }) => sum + text.length, 0)).toBe(200_000);
  expect(frames[0]?.length).toBe(3_000_000);
});

test("connections that ended are told of, the last four", () => {
  const names = () => frameLogs().map(({ name }) => name).filter((name) => /^(?:open|ended \d)$/.test(name));
  const open = openFrameLog("open");
  for (let count = 0; count < 10; count++) openFrameLog(`ended ${count}`).end();
  expect(names()).toEqual(["open", "ended 6", "ended 7", "ended 8", "ended 9"]);
  open.end();
  expect(names()).toEqual(["ended 7", "ended 8", "ended 9", "open"]);
});
