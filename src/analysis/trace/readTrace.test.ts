import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readTrace } from "./readTrace.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "drover-trace-"));
afterAll(() => rmSync(folder, { recursive: true }));

const events = Array.from({ length: 200 }, (_, n) => ({ args: { data: { name: "inner", text: `quote " brace } bracket ] ${n}` } }, cat: "x", name: n % 2 ? "Odd" : "Even", ph: "X", pid: 1, tid: 1, ts: n + 1 }));
const lines = (list: unknown[]) => list.map((event) => JSON.stringify(event)).join(",\n");

async function read(contents: string | Buffer, wanted: (name: string) => boolean = () => true) {
  const file = path.join(folder, "trace.json");
  writeFileSync(file, contents);
  const names: string[] = [];
  const told = await readTrace(file, wanted, ({ name }) => names.push(name));
  return { ...told, names };
}

test.each<[string, string | Buffer]>([
  ["as Chrome writes it", `{"traceEvents":[\n${lines(events)}],"metadata":{"source":"test"}}`],
  ["with what is about it first", `{"metadata":{"source":"test"},"traceEvents":[\n${lines(events)}\n]}`],
  ["in one line", JSON.stringify({ traceEvents: events, metadata: { source: "test" } })],
  ["written for people", JSON.stringify({ metadata: { source: "test" }, traceEvents: events }, undefined, 2)],
  ["packed", gzipSync(JSON.stringify({ traceEvents: events, metadata: { source: "test" } }))],
])("a trace %s is read", async (_, contents) => {
  expect(await read(contents)).toMatchObject({ events: 200, truncated: false, metadata: { source: "test" }, names: events.map(({ name }) => name) });
  expect((await read(contents, (name) => name === "Odd")).names).toEqual(Array(100).fill("Odd"));
});

test("a bare list is a trace, and names of arguments are not those of events", async () => {
  const first = { name: "Even", ph: "X", args: { name: "Odd", ph: "X" } };
  expect(await read(JSON.stringify([first]), (name) => name === "Odd")).toMatchObject({ events: 1, names: [] });
  expect(await read("[]")).toMatchObject({ events: 0, truncated: false, metadata: {} });
});

test("a trace that is cut off tells what it has", async () => {
  const whole = `{"traceEvents":[\n${lines(events)}],"metadata":{}}`;
  expect(await read(whole.slice(0, whole.length / 2))).toMatchObject({ truncated: true, metadata: {} });
  const packed = gzipSync(Buffer.from(whole));
  expect((await read(packed.subarray(0, packed.length - 20))).truncated).toBe(true);
});

test.each<[string, string | Buffer]>([
  ["nothing", ""],
  ["a text", "hello"],
  ["another object", '{"a":[1,2]}'],
  ["a list of numbers", "[1,2]"],
  ["an event that is not JSON", '{"traceEvents":[{"name":x}]}'],
  ["what only looks packed", Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
])("%s is no trace", async (_, contents) => {
  await expect(read(contents)).rejects.toMatchObject({ code: "bad-input", message: expect.stringContaining("not a trace") });
});
