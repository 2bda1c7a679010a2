import { expect, test } from "vitest";
import { madeName, sessionInName } from "./fileNames.ts";

const now = new Date("2026-11-16T15:04:05.678Z");

test.each([
  ["default", ".pdf", {}, "default-2026-11-16T15-04-05-678Z.pdf"],
  ["default", "", {}, "default-2026-11-16T15-04-05-678Z"],
  ["default", ".har", { turn: 2 }, "default-2026-11-16T15-04-05-678Z-2.har"],
  ["../shop / ä", ".pdf", {}, "%2E.%2Fshop%20%2F%20%C3%A4-2026-11-16T15-04-05-678Z.pdf"],
])("a file of %j ending in %j is called what it is and tells whose it is", (session, ending, more, name) => {
  expect(madeName(session, ending, { now, ...more })).toBe(name);
  expect(sessionInName(name)).toBe(session);
});

test("what a file is stands in its name where its kind has several", () => {
  const name = madeName("default", ".json", { now, what: "layout-thrash" });
  expect(name).toBe("default-layout-thrash-2026-11-16T15-04-05-678Z.json");
  expect(sessionInName(name, ["audit", "layout-thrash"])).toBe("default");
});

test("a long session id stays within what a file's name may be", () => {
  const name = madeName("x".repeat(5000), ".heapsnapshot", { now });
  expect(name.length).toBeLessThan(200);
  expect(sessionInName(name)).toMatch(/^x{60}-/);
});

test.each(["invoice.pdf", "report-2026-11-16.pdf", "2026-11-16T15-04-05-678Z.pdf", "a-2026-11-16T15-04-05Z-final.pdf", "checkout"])("%s was named by somebody", (name) => {
  expect(sessionInName(name)).toBeUndefined();
});
