import { expect, test } from "vitest";
import { CallLog } from "./callLog.ts";

const given = (id: number, text = "{}") => ({ id: `c${id}`, text });

test("answers are kept as long as the records of their calls, however short they are", () => {
  const log = new CallLog();
  for (let id = 1; id <= 5_000; id++) log.keepAnswer(given(id));
  expect([log.answer("c4000"), log.answer("c4001")]).toEqual([undefined, given(4_001)]);
});

test("a long answer takes the room of many short ones", () => {
  const log = new CallLog();
  for (let id = 1; id <= 10; id++) log.keepAnswer(given(id));
  log.keepAnswer(given(11, "x".repeat(1_999_999)));
  expect([log.answer("c10"), log.answer("c11")?.text.length]).toEqual([undefined, 1_999_999]);
});
