import { expect, test } from "vitest";
import { attempt, mayFail, noteFailure, onSwallowed, swallowedFailures } from "./mayFail.ts";

const about = (why: string) => swallowedFailures().filter((failure) => failure.why === why);

test("a failure that may be is passed over and told", async () => {
  expect(await mayFail(Promise.reject(new Error("gone")), "a test")).toBeUndefined();
  expect(await mayFail(Promise.reject(new Error("gone")), "a test", 7)).toBe(7);
  expect(await mayFail(Promise.resolve("there"), "a test")).toBe("there");
  expect(about("a test")).toMatchObject([{ message: "gone", count: 2, stack: expect.stringContaining("mayFail.test.ts") }]);
});

test("so is one of work that is done at once, and one that is no Error", () => {
  expect(attempt(() => JSON.parse("{") as unknown, "at once", null)).toBeNull();
  expect(attempt(() => 3, "at once")).toBe(3);
  noteFailure("a text", "no error");
  expect(about("at once")).toHaveLength(1);
  expect(about("no error")).toMatchObject([{ message: "a text" }]);
});

test("the same failure with other numbers is the same; different ones are not", () => {
  for (const message of ["node 12 is gone", "node 13 is gone", "session 0AF3BD77 ended"]) noteFailure(new Error(message), "kinds");
  expect(about("kinds")).toMatchObject([{ message: "node 13 is gone", count: 2 }, { count: 1 }]);
});

test("kinds are bounded, and the latest stay", () => {
  noteFailure(new Error("x"), "early and again");
  for (let count = 0; count < 1_000; count++) {
    noteFailure(new Error("x"), `kind ${count}`);
    if (count === 950) noteFailure(new Error("x"), "early and again");
  }
  expect(swallowedFailures()).toHaveLength(100);
  expect(swallowedFailures().at(-1)?.why).toBe("kind 999");
});

test("who listens is told of each", () => {
  const heard: string[] = [];
  const stop = onSwallowed(({ why, count }) => heard.push(`${why} ${count}`));
  noteFailure(new Error("x"), "heard");
  noteFailure(new Error("x"), "heard");
  stop();
  noteFailure(new Error("x"), "heard");
  expect(heard).toEqual(["heard 1", "heard 2"]);
});
