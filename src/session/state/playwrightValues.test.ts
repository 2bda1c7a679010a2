import { expect, test } from "vitest";
import { decodeTagged } from "../../page/state/decodeTagged.ts";
import { fromPlaywright } from "./playwrightValues.ts";
import { parseStorageState } from "./storageState.ts";

const fromTagged = (json: unknown) =>
  decodeTagged(json, {
    bytesOf: (base64) => new Uint8Array(Buffer.from(base64, "base64")),
    binaryOf: (kind, { buffer }) => (kind === "ArrayBuffer" ? buffer : Reflect.construct(Reflect.get(globalThis, kind), [buffer])),
    regExpOf: (source, flags) => new RegExp(source, flags),
  });

/** Written by Playwright 1.65: `valueEncoded` of an object with one of everything. */
const everything = {
  o: [
    {"k": "date", "v": {"d": "1970-01-01T00:00:00.005Z"}},
    {"k": "re", "v": {"r": {"p": "a+", "f": "gi"}}},
    {"k": "big", "v": {"bi": "123"}},
    {"k": "undef", "v": {"v": "undefined"}},
    {"k": "nan", "v": {"v": "NaN"}},
    {"k": "inf", "v": {"v": "Infinity"}},
    {"k": "ninf", "v": {"v": "-Infinity"}},
    {"k": "minusZero", "v": {"v": "-0"}},
    {"k": "nul", "v": {"v": "null"}},
    {"k": "bytes", "v": {"ta": {"b": "AQI=", "k": "ui8"}}},
    {"k": "u16", "v": {"ta": {"b": "AgE=", "k": "ui16"}}},
    {"k": "clamped", "v": {"ta": {"b": "CQ==", "k": "ui8c"}}},
    {"k": "b64", "v": {"ta": {"b": "//////////8=", "k": "bi64"}}},
    {"k": "buffer", "v": {"ab": {"b": "Aw=="}}},
    {"k": "map", "v": {"m": [{"k": "k", "v": {"s": [1, {"o": [{"k": "n", "v": 1}], "id": 4}], "id": 3}}], "id": 2}},
    {"k": "shared", "v": {"ref": 4}},
    {"k": "again", "v": {"a": [{"ref": 4}, {"ref": 4}], "id": 5}},
    {"k": "error", "v": {"e": {"n": "TypeError", "m": "boo", "s": "TypeError: boo"}}},
    {"k": "text", "v": "x"},
    {"k": "flag", "v": true},
    {"k": "tagLike", "v": {"o": [{"k": "$type", "v": "Date"}], "id": 6}},
    {"k": "self", "v": {"ref": 1}},
  ],
  id: 1,
};

test("values of Playwright's come out as what they were", () => {
  const value = fromTagged(JSON.parse(JSON.stringify(fromPlaywright(everything)))) as Record<string, unknown>;
  const { self, shared, again, map, error, ...rest } = value;
  expect(self).toBe(value);
  expect(again).toEqual([{ n: 1 }, { n: 1 }]);
  expect((again as unknown[]).every((each) => each === shared)).toBe(true);
  expect((map as Map<string, Set<unknown>>).get("k")?.has(shared)).toBe(true);
  expect(error).toBeInstanceOf(TypeError);
  expect(rest).toEqual({
    date: new Date(5),
    re: /a+/gi,
    big: 123n,
    undef: undefined,
    nan: Number.NaN,
    inf: Infinity,
    ninf: -Infinity,
    minusZero: -0,
    nul: null,
    bytes: new Uint8Array([1, 2]),
    u16: new Uint16Array([258]),
    clamped: new Uint8ClampedArray([9]),
    b64: new BigInt64Array([-1n]),
    buffer: new Uint8Array([3]).buffer,
    text: "x",
    flag: true,
    tagLike: { $type: "Date" },
  });
});

/** Also by Playwright 1.65. */
const databases = [
  {
    name: "app",
    version: 2,
    stores: [
      {"name": "auto", "autoIncrement": true, "records": [{"key": 1, "valueEncoded": {"m": [], "id": 1}}], "indexes": []},
      {"name": "inline", "autoIncrement": false, "keyPath": "id", "records": [{"valueEncoded": {"o": [{"k": "id", "v": 1}, {"k": "a", "v": 1}, {"k": "b", "v": 2}, {"k": "at", "v": {"d": "1970-01-01T00:00:00.005Z"}}], "id": 1}}], "indexes": [{"name": "both", "keyPathArray": ["a", "b"], "multiEntry": false, "unique": true}]},
      {"name": "pair", "autoIncrement": false, "keyPathArray": ["a", "b"], "records": [{"value": {"a": 1, "b": "x", "tags": ["p"]}}], "indexes": [{"name": "byTag", "keyPath": "tags", "multiEntry": true, "unique": false}]},
      {"name": "plain", "autoIncrement": false, "records": [{"keyEncoded": {"d": "1970-01-01T00:00:00.007Z"}, "value": "v"}, {"key": "date", "valueEncoded": {"d": "1970-01-01T00:00:00.009Z"}}, {"key": "nothing", "valueEncoded": {"v": "undefined"}}, {"key": "trivial", "value": {"a": [1, null, "x"]}}, {"keyEncoded": {"a": [1, {"a": ["a", {"ab": {"b": "AQ=="}}], "id": 2}], "id": 1}, "value": "w"}], "indexes": []},
    ],
  },
];

test("a state of Playwright's with databases is read", () => {
  const { origins } = parseStorageState({ cookies: [], origins: [{ origin: "https://app.example", localStorage: [], indexedDB: databases }] }, "state");
  const stores = origins[0]!.indexedDB![0]!.stores.map((store) => ({
    ...store,
    records: store.records.map(({ key, value }) => [fromTagged(key), fromTagged(value)]),
  }));
  const index = { unique: false, multiEntry: false };
  expect(stores).toEqual([
    { name: "auto", keyPath: null, autoIncrement: true, indexes: [], records: [[1, new Map()]] },
    {
      name: "inline",
      keyPath: "id",
      autoIncrement: false,
      indexes: [{ ...index, name: "both", keyPath: ["a", "b"], unique: true }],
      records: [[undefined, { id: 1, a: 1, b: 2, at: new Date(5) }]],
    },
    {
      name: "pair",
      keyPath: ["a", "b"],
      autoIncrement: false,
      indexes: [{ ...index, name: "byTag", keyPath: "tags", multiEntry: true }],
      records: [[undefined, { a: 1, b: "x", tags: ["p"] }]],
    },
    {
      name: "plain",
      keyPath: null,
      autoIncrement: false,
      indexes: [],
      records: [
        [new Date(7), "v"],
        ["date", new Date(9)],
        ["nothing", undefined],
        ["trivial", { a: [1, null, "x"] }],
        [[1, ["a", new Uint8Array([1]).buffer]], "w"],
      ],
    },
  ]);
});

test.each([
  [{ keyEncoded: { d: "1970-01-01T00:00:00.007Z" } }, /needs a value/],
  [{ key: 1, valueEncoded: { x: 1 } }, /records\.0\.valueEncoded: not a value of Playwright's: {"x":1}/],
  [{ key: 1, valueEncoded: { a: 5, id: 1 } }, /not a value of Playwright's: items\.map/],
  [{ key: 1, valueEncoded: { ta: { b: "AQ==", k: "ui16" } } }, /database "app", store "s", record 1 of 1: .*do not fill/],
  [{ key: 1, valueEncoded: { ta: { b: "AQ==", k: "zz" } } }, /unknown \$type "zz"/],
])("the record %j is refused", (record, why) => {
  const indexedDB = [{ name: "app", version: 1, stores: [{ name: "s", records: [record] }] }];
  expect(() => parseStorageState({ origins: [{ origin: "https://app.example", indexedDB }] }, "state")).toThrow(why);
});
