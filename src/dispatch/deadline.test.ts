import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerLater } from "../../test/support/answerLater.ts";
import { DroverError } from "../protocol/errors.ts";
import { startDeadline } from "./deadline.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

test("a call that takes too long fails", async () => {
  const deadline = startDeadline("click", 100);
  const outcome = expect(deadline.race(never)).rejects.toMatchObject({ code: "timeout" });
  await vi.advanceTimersByTimeAsync(100);
  await outcome;
  expect(deadline.signal.aborted).toBe(true);
});

test("waiting for a person costs no time", async () => {
  const deadline = startDeadline("click", 100);
  await vi.advanceTimersByTimeAsync(60);
  const answer = answerLater<string>();
  const answered = deadline.outside(answer.promise);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(deadline.timeLeft()).toBe(40);
  answer.resolve("yes");
  expect(await answered).toBe("yes");
  await vi.advanceTimersByTimeAsync(39);
  expect(deadline.signal.aborted).toBe(false);
  const over = expect(deadline.race(never)).rejects.toMatchObject({ code: "timeout" });
  await vi.advanceTimersByTimeAsync(1);
  await over;
  expect(deadline.signal.aborted).toBe(true);
});

test("two questions at once stop the clock once", async () => {
  const deadline = startDeadline("click", 100);
  const [first, second] = [answerLater<void>(), answerLater<void>()];
  const both = Promise.all([deadline.outside(first.promise), deadline.outside(second.promise)]);
  await vi.advanceTimersByTimeAsync(500);
  first.resolve();
  await vi.advanceTimersByTimeAsync(500);
  expect(deadline.timeLeft()).toBe(100);
  second.resolve();
  await both;
  expect(deadline.signal.aborted).toBe(false);
});

test("a caller that goes away ends the waiting too", async () => {
  const deadline = startDeadline("click", 100);
  const outcome = expect(deadline.outside(never)).rejects.toMatchObject({ code: "cancelled" });
  deadline.stop(new DroverError("cancelled", "click was cancelled"));
  await outcome;
});
