import { describe, expect, test } from "vitest";
import type { Script } from "webdriver-bidi-protocol";
import { toJson, valueText } from "./remoteValue.ts";

const number = (value: number): Script.RemoteValue => ({ type: "number", value });
const text = (value: string): Script.RemoteValue => ({ type: "string", value });

describe("toJson", () => {
  const cases: [string, Script.RemoteValue, unknown][] = [
    ["nothing", { type: "undefined" }, null],
    ["text", text("a"), "a"],
    ["what JSON has no number for", { type: "number", value: "NaN" }, "NaN"],
    ["large whole numbers", { type: "bigint", value: "5" }, "5n"],
    ["dates", { type: "date", value: "1970-01-01T00:00:00.000Z" }, "1970-01-01T00:00:00.000Z"],
    ["objects, without functions", { type: "object", value: [["a", { type: "array", value: [number(1)] }], ["f", { type: "function" }]] }, { a: [1] }],
    ["maps as pairs", { type: "map", value: [[text("k"), number(1)]] }, [["k", 1]]],
    ["objects that keep their parts to themselves", { type: "object" }, {}],
  ];
  test.each(cases)("%s", (_, remote, expected) => expect(toJson(remote)).toEqual(expected));

  test("an object that occurs twice", () => {
    const once: Script.RemoteValue = { type: "object", internalId: "1", value: [["x", number(1)]] };
    const again: Script.RemoteValue = { type: "object", internalId: "1" };
    expect(toJson({ type: "array", value: [once, again] })).toEqual([{ x: 1 }, { x: 1 }]);
  });

  test("what is only named is taken from its JSON", () => {
    const remote = { type: "object", value: [["bytes", { type: "typedarray" }], ["at", { type: "date", value: "1970-01-01T00:00:00.000Z" }]] } as Script.RemoteValue;
    expect(toJson(remote, { bytes: { 0: 7 }, at: {} })).toEqual({ bytes: { 0: 7 }, at: "1970-01-01T00:00:00.000Z" });
  });

  test("an object that contains itself", () => {
    const loop: Script.RemoteValue = { type: "object", internalId: "1", value: [["self", { type: "object", internalId: "1" }]] };
    expect(() => toJson(loop)).toThrow("contains itself");
  });
});

describe("valueText", () => {
  const cases: [Script.RemoteValue, string][] = [
    [text("plain"), "plain"],
    [{ type: "object", value: [["a", text("x")], ["b", { type: "null" }]] }, '{a: "x", b: null}'],
    [{ type: "array", value: [number(1), { type: "function" }] }, "[1, ƒ]"],
    [{ type: "map", value: [[number(1), text("x")]] }, 'Map(1) {1 => "x"}'],
    [{ type: "object", value: [["in", { type: "object", value: [] }], ["list", { type: "array", value: [number(1)] }]] }, "{in: {…}, list: Array(1)}"],
    [{ type: "regexp", value: { pattern: "re", flags: "g" } }, "/re/g"],
    [{ type: "node", value: { nodeType: 1, childNodeCount: 0, localName: "a", attributes: { href: "/", id: "top", class: "big red" } } }, "a#top.big.red"],
  ];
  test.each(cases)("%j", (remote, expected) => expect(valueText(remote)).toBe(expected));
});
