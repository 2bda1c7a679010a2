import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromTagged, toTagged } from "./taggedValue.ts";

const readBase64 = async (bytes: Blob | BufferSource) => Buffer.from(await new Blob([bytes]).arrayBuffer()).toString("base64");

/** As a value travels: tagged, through JSON, and back. */
const roundTrip = async (value: unknown) => fromTagged(JSON.parse(JSON.stringify(await toTagged(value, readBase64))));

const leaf = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.boolean(),
  fc.bigInt(),
  // Node takes no two invalid dates for equal.
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(null, undefined, -0, /a+/giu),
  fc.uint8Array(),
  fc.int16Array(),
  fc.float64Array(),
);

const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("anything"), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("$type", "id", "value", "__proto__")), tie("anything"), { maxKeys: 5 }),
    fc.array(fc.tuple(tie("anything"), tie("anything")), { maxLength: 4 }).map((entries) => new Map(entries)),
    fc.array(tie("anything"), { maxLength: 4 }).map((members) => new Set(members)),
  ),
}));

test("whatever structured clone can hold comes back equal", async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => isDeepStrictEqual(await roundTrip(value), structuredClone(value))),
    { numRuns: 500 },
  );
});

test("a date that is none stays a date that is none", async () => {
  const [date] = (await roundTrip([new Date(Number.NaN)])) as [Date];
  expect(date).toBeInstanceOf(Date);
  expect(date.getTime()).toBeNaN();
});

test("plain JSON is left as it is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue().filter((value) => !JSON.stringify(value).includes("$type") && !hasNegativeZero(value)),
      async (value) => isDeepStrictEqual(await toTagged(value, readBase64), value),
    ),
  );
});

const hasNegativeZero = (value: unknown): boolean =>
  Object.is(value, -0) || (typeof value === "object" && value !== null && Object.values(value).some(hasNegativeZero));

test("cycles and shared parts keep their identity", async () => {
  const shared = { n: 1 };
  const value: Record<string, unknown> = { shared, again: [shared], map: new Map([[shared, 1]]) };
  value["self"] = value;
  const back = (await roundTrip(value)) as Record<string, unknown>;
  expect(back["self"]).toBe(back);
  expect((back["again"] as unknown[])[0]).toBe(back["shared"]);
  expect((back["map"] as Map<unknown, number>).get(back["shared"])).toBe(1);
});

test("sparse arrays keep their holes, errors their name and cause, blobs their type", async () => {
  const holes: unknown[] = [1];
  holes[3] = 4;
  expect(await roundTrip(holes)).toEqual(holes);
  expect(Object.keys((await roundTrip(holes)) as unknown[])).toEqual(["0", "3"]);
  const error = (await roundTrip(new TypeError("bad", { cause: [1] }))) as TypeError;
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: "bad", cause: [1] });
  const blob = (await roundTrip(new Blob(["hi"], { type: "text/plain" }))) as Blob;
  expect([blob.type, await blob.text()]).toEqual(["text/plain", "hi"]);
  expect(Number.isNaN(((await roundTrip(new Date(Number.NaN))) as Date).getTime())).toBe(true);
});

test("the form is readable", async () => {
  expect(await toTagged({ at: new Date(0), n: Number.NaN, b: new Uint8Array([1, 2]) }, readBase64)).toEqual({
    at: { $type: "Date", value: "1970-01-01T00:00:00.000Z" },
    n: { $type: "Number", value: "NaN" },
    b: { $type: "Uint8Array", value: "AQI=" },
  });
});

test.each([
  [{ $type: "Nope", value: "" }, /unknown \$type "Nope"/],
  [{ $type: "Ref", id: 7 }, /points nowhere/],
  [{ $type: "Uint8Array", value: "%%" }, /base64/],
  [{ $type: "Uint32Array", value: "AQ==" }, /do not fill/],
  [{ $type: "RegExp", source: "(" }, /is not a RegExp/],
  [{ $type: "BigInt", value: "x" }, /not a BigInt/],
  [{ $type: "Map", value: 3 }, /expected a list/],
])("%j is refused", (json, message) => {
  expect(() => fromTagged(json)).toThrow(message);
});

test("what cannot be written down is named with its place", async () => {
  await expect(toTagged({ keys: [1, () => 0] }, readBase64)).rejects.toMatchObject({
    code: "not-serializable",
    message: "a function at value.keys[1] cannot be written down as JSON",
  });
});
