import { expect, test } from "vitest";
import { grouped, heard, isOwnReading, type FeedCall, type FeedGroup } from "./feed.ts";

const call = (id: string, more: Partial<FeedCall> = {}): FeedCall => ({ id, client: "mcp", tool: "click", ts: Number(id.slice(1)), ms: 10, ok: true, ...more });
const told = ({ call: { id }, times, children }: FeedGroup): unknown => (children.length > 0 ? [id, times, children.map(told)] : [id, times]);

test.each<[string, FeedCall[], unknown[]]>([
  ["nothing", [], []],
  ["newest first", [call("c1"), call("c2", { tool: "fill" })], [["c2", 1], ["c1", 1]]],
  ["the same again is counted", [call("c1"), call("c2"), call("c3", { subject: "e2" })], [["c3", 1], ["c2", 2]]],
  ["a failure is not the same", [call("c1"), call("c2", { ok: false, error: "covered" })], [["c2", 1], ["c1", 1]]],
  ["one that still runs is not the same", [call("c1"), call("c2", { ok: undefined, ms: undefined })], [["c2", 1], ["c1", 1]]],
  ["what a batch did is under it, in its order", [call("c1", { tool: "batch" }), call("c2", { parent: "c1" }), call("c3", { parent: "c1", tool: "fill" }), call("c4")], [["c4", 1], ["c1", 1, [["c2", 1], ["c3", 1]]]]],
  ["an orphan stands alone", [call("c2", { parent: "c1" })], [["c2", 1]]],
])("%s", (_, feed, wanted) => expect(grouped(feed).map(told)).toEqual(wanted));

test("times add up", () => expect(grouped([call("c1"), call("c2", { ms: 32 })])[0]).toMatchObject({ ms: 42, times: 2 }));

test("a call becomes what is heard of it, whatever comes first", () => {
  let feed: FeedCall[] = [];
  feed = heard(feed, { topic: "began", data: { id: "c1", client: "mcp", tool: "click", subject: "e1", ts: 5, acts: true } });
  expect(feed).toMatchObject([{ id: "c1", tool: "click" }]);
  expect(feed[0]!.ms).toBeUndefined();
  feed = heard(feed, { topic: "acting", data: { call: "c1", pageId: "p", point: { x: 1, y: 2 } } });
  feed = heard(feed, { topic: "called", data: { id: "c1", client: "mcp", tool: "click", subject: "e1", ts: 5, ms: 7, ok: true } });
  feed = heard(feed, { topic: "answergiven", data: { id: "c1", text: "done" } });
  feed = heard(feed, { topic: "called", data: { id: "c0", client: "cli", tool: "reload", ts: 4, ms: 1, ok: true } });
  expect(feed.map(({ id }) => id)).toEqual(["c0", "c1"]);
  expect(feed[1]).toMatchObject({ ms: 7, ok: true, acting: { point: { x: 1 } }, answer: { text: "done" } });
  expect(heard(feed, { topic: "answergiven", data: { id: "c9", text: "" } })).toEqual(feed);
});

test.each([
  ["dashboard", "list_sessions", true],
  ["dashboard", "navigate", false],
  ["mcp", "list_sessions", false],
])("what %s does with %s is left out: %s", (client, tool, wanted) => expect(isOwnReading({ client, tool })).toBe(wanted));
