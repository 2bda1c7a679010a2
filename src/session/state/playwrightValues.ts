/** Playwright's own form of the values that JSON cannot hold, into Drover's (`page/state/taggedValue.ts`). */

const typedArrays: Record<string, string> = {
  i8: "Int8Array",
  ui8: "Uint8Array",
  ui8c: "Uint8ClampedArray",
  i16: "Int16Array",
  ui16: "Uint16Array",
  i32: "Int32Array",
  ui32: "Uint32Array",
  f32: "Float32Array",
  f64: "Float64Array",
  bi64: "BigInt64Array",
  bui64: "BigUint64Array",
};

type Encoded = Record<string, unknown> & { id?: unknown };

/** Each kind of value by the field that tells it. */
const kinds: Record<string, (body: never, encoded: Encoded) => unknown> = {
  v: (name: string) => namedValue(name),
  d: (time: string | null) => ({ $type: "Date", value: time }),
  bi: (digits: string) => ({ $type: "BigInt", value: digits }),
  r: ({ p, f }: { p: string; f: string }) => ({ $type: "RegExp", source: p, flags: f }),
  e: ({ n, m, s }: { n: string; m: string; s: string }) => ({ $type: "Error", name: n, message: m, stack: s }),
  ta: ({ b, k }: { b: string; k: string }) => ({ $type: typedArrays[k] ?? k, value: b }),
  ab: ({ b }: { b: string }) => ({ $type: "ArrayBuffer", value: b }),
  ref: (id: number) => ({ $type: "Ref", id }),
  a: (items: unknown[], { id }) => ({ $type: "Array", id, value: items.map(fromPlaywright) }),
  s: (items: unknown[], { id }) => ({ $type: "Set", id, value: items.map(fromPlaywright) }),
  m: (entries: Entry[], { id }) => ({ $type: "Map", id, value: entries.map(({ k, v }) => [fromPlaywright(k), fromPlaywright(v)]) }),
  o: (fields: Entry[], { id }) => ({ $type: "Object", id, value: Object.fromEntries(fields.map(({ k, v }) => [k, fromPlaywright(v)])) }),
};

interface Entry {
  k: unknown;
  v: unknown;
}

/** Throws what is none of Playwright's forms; the rest is checked together with values of Drover's. */
export function fromPlaywright(encoded: unknown): unknown {
  if (typeof encoded !== "object" || encoded === null) return encoded;
  const kind = Object.keys(kinds).find((field) => Object.hasOwn(encoded, field));
  const body = kind === undefined ? undefined : (encoded as Encoded)[kind];
  if (kind === undefined || body === undefined) throw new Error(JSON.stringify(encoded).slice(0, 100));
  return kinds[kind]!(body as never, encoded as Encoded);
}

function namedValue(name: string): unknown {
  if (name === "null") return null;
  return name === "undefined" ? { $type: "undefined" } : { $type: "Number", value: name };
}
