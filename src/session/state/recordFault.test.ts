import { expect, test } from "vitest";
import { recordFault } from "./recordFault.ts";

const beside = { keyPath: null, autoIncrement: false };
const within = { keyPath: "a.b", autoIncrement: false };

test.each([
  [beside, { key: "k", value: { $type: "Map", value: [[1, { $type: "Float16Array", value: "AAA=" }]] } }],
  [beside, { key: ["a", { $type: "Date", value: "2026-01-31T00:00:00.000Z" }, { $type: "ArrayBuffer", value: "AQ==" }], value: null }],
  [beside, { key: { $type: "Number", value: "Infinity" }, value: { $type: "RegExp", source: "(?i:a)" } }],
  [{ ...beside, autoIncrement: true }, { value: 1 }],
  [within, { value: { a: { b: 0 } } }],
  [{ ...within, autoIncrement: true }, { value: {} }],
  [{ keyPath: ["a", "f.size", "s.length"], autoIncrement: false }, { value: { a: 1, f: { $type: "Blob", value: "AQ==" }, s: "x" } }],
])("%j takes %j", (store, record) => {
  expect(recordFault(store, record)).toBeUndefined();
});

test.each([
  [beside, { key: "k", value: [{ $type: "Nope" }] }, /unknown \$type "Nope"/],
  [beside, { key: { $type: "Ref", id: 1 }, value: 1 }, /points nowhere/],
  [beside, { key: "k", value: { $type: "Uint8Array", value: "%%" } }, /not valid base64/],
  [beside, { key: "k", value: { $type: "Float16Array", value: "AQ==" } }, /1 bytes do not fill/],
  [beside, { key: "k", value: { $type: "File", value: "" } }, /expected a string/],
  [beside, { value: 1 }, /no valid key beside its value/],
  [{ ...beside, autoIncrement: true }, { key: { a: 1 }, value: 1 }, /no valid key/],
  [beside, { key: [1, { $type: "Number", value: "NaN" }], value: 1 }, /no valid key/],
  [within, { key: 1, value: { a: 1 } }, /no valid key at "a.b"/],
  [{ keyPath: ["a", "b"], autoIncrement: false }, { value: { a: 1 } }, /no valid key at \["a","b"\]/],
])("%j does not take %j", (store, record, why) => {
  expect(recordFault(store, record)).toMatch(why);
});

test("a value too deep for the stack is a fault and no crash", () => {
  const value = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown;
  expect(recordFault(beside, { key: 1, value })).toMatch(/stack/);
});
