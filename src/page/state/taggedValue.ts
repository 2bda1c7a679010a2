/**
 * JSON for everything that the structured clone algorithm can hold. What JSON has stays as it is; the rest becomes
 * `{"$type": …}`: Date, RegExp, Error, BigInt, undefined, Number (NaN, ±Infinity, -0), Map, Set, ArrayBuffer, DataView,
 * typed arrays, Blob, File, Boxed. An object that occurs more than once gets an `id`, and `{"$type":"Ref","id":…}` stands
 * for it elsewhere, so that cycles and shared parts survive. An ordinary object with a `$type` of its own is wrapped in
 * `{"$type":"Object","value":…}`.
 */
import { PageRefusal } from "../pageRefusal.ts";
import { bytesOfBase64 } from "./bytes.ts";
import { decodeTagged, elementSizes, isTagged, malformed, setOwn, type FileTraits, type Json, type JsonRecord, type Plain } from "./decodeTagged.ts";
import { ownList } from "./ownList.ts";

/** Structures deeper than this would overflow the stack of the engine's own JSON code. */
const MAX_DEPTH = 1000;

/** "Date" of a Date from any realm: `instanceof` fails for objects that Firefox shows through its wrappers. */
const kindOf = (value: object): string => Object.prototype.toString.call(value).slice("[object ".length, -1);

export async function toTagged(
  value: unknown,
  readBase64: (bytes: Blob | BufferSource) => Promise<string>,
): Promise<Json> {
  const ids = sharedObjects(value);
  const written = new Set<object>();
  const reading: Promise<void>[] = [];

  const encode = (part: unknown, where: string): Json => {
    if (part === null || typeof part === "string" || typeof part === "boolean") return part;
    if (typeof part === "number") return isJsonNumber(part) ? part : { $type: "Number", value: numberText(part) };
    if (part === undefined) return { $type: "undefined" };
    if (typeof part === "bigint") return { $type: "BigInt", value: String(part) };
    if (typeof part !== "object") throw notSerializable(typeof part, where);
    const id = ids.get(part);
    if (id !== undefined && written.has(part)) return { $type: "Ref", id };
    written.add(part);
    const body = encodeObject(part, where);
    if (id === undefined) return body;
    const tagged = isTagged(body) ? body : { $type: Array.isArray(body) ? "Array" : "Object", value: body };
    return Object.assign(tagged, { id });
  };

  const encodeAll = (parts: unknown[], where: string) => ownList(parts).map((part, index) => encode(part, `${where}[${index}]`));

  const encodeFields = (object: Plain, where: string): JsonRecord => {
    const fields: JsonRecord = {};
    for (const key of Object.keys(object)) setOwn(fields, key, encode(object[key], `${where}.${key}`));
    return fields;
  };

  /** The bytes are read while the rest is written. */
  const withBytes = (tagged: JsonRecord, bytes: Blob | BufferSource): JsonRecord => {
    reading.push(
      readBase64(bytes).then((text) => {
        tagged["value"] = text;
      }),
    );
    return tagged;
  };

  const encodeObject = (object: object, where: string): Json => {
    const kind = kindOf(object);
    switch (kind) {
      case "Object": {
        const fields = encodeFields(object as Plain, where);
        return Object.hasOwn(fields, "$type") ? { $type: kind, value: fields } : fields;
      }
      case "Array": {
        const array = object as unknown[];
        if (isDense(array)) return encodeAll(array, where);
        return { $type: kind, length: array.length, entries: encodeFields(object as Plain, where) };
      }
      case "Date": {
        const time = (object as Date).getTime();
        return { $type: kind, value: Number.isNaN(time) ? null : new Date(time).toISOString() };
      }
      case "RegExp":
        return { $type: kind, source: (object as RegExp).source, flags: (object as RegExp).flags };
      case "Map":
        return { $type: kind, value: entriesOf(object as Map<unknown, unknown>).map((pair) => encodeAll(pair, `${where}.entry`)) };
      case "Set":
        return { $type: kind, value: encodeAll(membersOf(object as Set<unknown>), where) };
      case "Error":
        return encodeError(object as Error, where);
      case "Blob":
        return withBytes({ $type: kind, mime: (object as Blob).type }, object as Blob);
      case "File": {
        const { name, type, lastModified } = object as File;
        return withBytes({ $type: kind, name, mime: type, lastModified }, object as File);
      }
      case "Boolean":
      case "Number":
      case "String":
      case "BigInt":
        return { $type: "Boxed", value: encode((object as { valueOf(): unknown }).valueOf(), where) };
    }
    if (elementSizes.has(kind)) return withBytes({ $type: kind }, object as BufferSource);
    throw notSerializable(kind, where);
  };

  const encodeError = (error: Error, where: string): Json => ({
    $type: "Error",
    name: String(error.name),
    message: String(error.message),
    ...(typeof error.stack === "string" && { stack: error.stack }),
    ...("cause" in error && { cause: encode(error.cause, `${where}.cause`) }),
  });

  const tagged = encode(value, "value");
  await Promise.all(reading);
  return tagged;
}

export const fromTagged = (json: unknown): unknown => decodeTagged(json, { bytesOf: bytesOfBase64, binaryOf, regExpOf });

function binaryOf(kind: string, bytes: Uint8Array<ArrayBuffer>, { name, ...traits }: FileTraits): object {
  if (kind === "Blob") return new Blob([bytes], traits);
  if (kind === "File") return new File([bytes], name, traits);
  if (kind === "ArrayBuffer") return bytes.buffer;
  const constructor = Reflect.get(globalThis, kind) as (new (buffer: ArrayBuffer) => object) | undefined;
  if (!constructor) throw malformed(`this browser has no ${kind}`);
  return new constructor(bytes.buffer);
}

function regExpOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    throw malformed(`/${source}/${flags} is not a RegExp`);
  }
}

/** Every object that is reached more than once, numbered in the order in which it is first met. */
function sharedObjects(root: unknown): Map<object, number> {
  const met = new Set<object>();
  const shared = new Set<object>();
  const visit = (part: unknown, depth: number): void => {
    if (typeof part !== "object" || part === null) return;
    if (depth > MAX_DEPTH) throw new PageRefusal("too-large", `the value is nested more than ${MAX_DEPTH} levels deep`);
    if (met.has(part)) {
      shared.add(part);
      return;
    }
    met.add(part);
    for (const child of partsOf(part)) visit(child, depth + 1);
  };
  visit(root, 0);
  return new Map([...met].filter((object) => shared.has(object)).map((object, index) => [object, index + 1]));
}

function partsOf(object: object): unknown[] {
  const kind = kindOf(object);
  if (kind === "Object" || kind === "Array") return Object.keys(object).map((key) => (object as Plain)[key]);
  if (kind === "Map") return entriesOf(object as Map<unknown, unknown>).flat();
  if (kind === "Set") return membersOf(object as Set<unknown>);
  if (kind === "Error") return [(object as Error).cause];
  return [];
}

// Iterators of the page's Maps and Sets cannot be used from Firefox's sandbox; forEach can.
function entriesOf(map: Map<unknown, unknown>): [unknown, unknown][] {
  const entries: [unknown, unknown][] = [];
  map.forEach((value, key) => entries.push([key, value]));
  return entries;
}

function membersOf(set: Set<unknown>): unknown[] {
  const members: unknown[] = [];
  set.forEach((member) => members.push(member));
  return members;
}

/** No holes and no properties besides the elements. */
const isDense = (array: unknown[]) => {
  const keys = Object.keys(array);
  return keys.length === array.length && keys.every((key, index) => key === String(index));
};

const isJsonNumber = (number: number) => Number.isFinite(number) && !Object.is(number, -0);

const numberText = (number: number) => (Object.is(number, -0) ? "-0" : String(number));

const notSerializable = (what: string, where: string) =>
  new PageRefusal("not-serializable", `a ${what} at ${where} cannot be written down as JSON`, {
    hint: "The value is intact in the browser; keep what must be read from outside in plain or binary form.",
  });
