import { PageRefusal } from "../pageRefusal.ts";

export type Json = null | boolean | number | string | Json[] | JsonRecord;
export interface JsonRecord {
  [key: string]: Json;
}
type Tagged = { $type: string; id?: number; [field: string]: Json | undefined };
export type Plain = Record<string, unknown>;

/** What a Blob or File is besides its bytes. */
export interface FileTraits {
  name: string;
  type: string;
  lastModified?: number;
}

/** What pages have and the daemon, which only checks values, may lack: classes, and syntax of regular expressions. */
export interface Platform {
  bytesOf(base64: string): Uint8Array<ArrayBuffer>;
  binaryOf(kind: string, bytes: Uint8Array<ArrayBuffer>, traits: FileTraits): object;
  regExpOf(source: string, flags: string): object;
}

/** Bytes in an element of each kind of buffer. */
export const elementSizes: ReadonlyMap<string, number> = new Map([
  ["ArrayBuffer", 1],
  ["DataView", 1],
  ["Int8Array", 1],
  ["Uint8Array", 1],
  ["Uint8ClampedArray", 1],
  ["Int16Array", 2],
  ["Uint16Array", 2],
  ["Float16Array", 2],
  ["Int32Array", 4],
  ["Uint32Array", 4],
  ["Float32Array", 4],
  ["Float64Array", 8],
  ["BigInt64Array", 8],
  ["BigUint64Array", 8],
]);

const errorNames = new Set(["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"]);

/** The value that a tagged form stands for. */
export function decodeTagged(json: unknown, { bytesOf, binaryOf, regExpOf }: Platform): unknown {
  const known = new Map<number, unknown>();

  const decode = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (isTagged(part)) return decodeKind(part);
    return Array.isArray(part) ? part.map(decode) : fill({}, part as Plain);
  };

  const fill = <T extends object>(target: T, fields: Plain): T => {
    for (const key of Object.keys(fields)) setOwn(target, key, decode(fields[key]));
    return target;
  };

  const decodeKind = (tagged: Tagged): unknown => {
    const { $type, id, value } = tagged;
    if ($type === "Ref") {
      if (typeof id !== "number" || !known.has(id)) throw malformed(`Ref ${String(id)} points nowhere`);
      return known.get(id);
    }
    // Containers are known before their parts are read: a part may point back.
    const keep = <T>(container: T): T => {
      if (typeof id === "number") known.set(id, container);
      return container;
    };
    switch ($type) {
      case "undefined":
        return undefined;
      case "Number":
        return Number(value);
      case "BigInt":
        return bigIntOf(value);
      case "Boxed":
        return keep(new Object(decode(value)));
      case "Object":
        return fill(keep({}), recordOf(value));
      case "Array":
        return decodeArray(tagged, keep);
      case "Date":
        return keep(new Date(value === null ? Number.NaN : textOf(value)));
      case "RegExp":
        return keep(regExpOf(textOf(tagged["source"]), textOf(tagged["flags"] ?? "")));
      case "Error":
        return decodeError(tagged, keep);
      case "Map": {
        const map = keep(new Map());
        for (const pair of listOf(value)) map.set(...(listOf(pair).map(decode) as [unknown, unknown]));
        return map;
      }
      case "Set": {
        const set = keep(new Set());
        for (const member of listOf(value)) set.add(decode(member));
        return set;
      }
      default:
        return keep(decodeBinary(tagged));
    }
  };

  const decodeBinary = (tagged: Tagged): object => {
    const { $type: kind } = tagged;
    const elementSize = elementSizes.get(kind);
    if (elementSize === undefined && kind !== "Blob" && kind !== "File") throw malformed(`unknown $type "${kind}"`);
    const bytes = bytesOf(textOf(tagged["value"]));
    if (bytes.byteLength % (elementSize ?? 1) !== 0) throw malformed(`${bytes.byteLength} bytes do not fill a ${kind}`);
    const { lastModified } = tagged;
    return binaryOf(kind, bytes, {
      name: kind === "File" ? textOf(tagged["name"]) : "",
      type: textOf(tagged["mime"] ?? ""),
      ...(typeof lastModified === "number" && { lastModified }),
    });
  };

  const decodeArray = (tagged: Tagged, keep: <T>(container: T) => T): unknown[] => {
    const array: unknown[] = keep([]);
    if (tagged["value"] !== undefined) {
      for (const part of listOf(tagged["value"])) array.push(decode(part));
      return array;
    }
    const { length } = tagged;
    if (typeof length !== "number" || !Number.isInteger(length) || length < 0) throw malformed("an Array needs a length or a value");
    array.length = length;
    return fill(array, recordOf(tagged["entries"]));
  };

  const decodeError = (tagged: Tagged, keep: <T>(container: T) => T): Error => {
    const { name, message, stack } = tagged;
    const constructor = (errorNames.has(String(name)) ? Reflect.get(globalThis, String(name)) : Error) as ErrorConstructor;
    const error = keep(new constructor(textOf(message ?? "")));
    if (typeof stack === "string") error.stack = stack;
    if ("cause" in tagged) Object.defineProperty(error, "cause", { value: decode(tagged["cause"]), configurable: true, writable: true });
    return error;
  };

  return decode(json);
}

export const isTagged = (json: unknown): json is Tagged =>
  typeof json === "object" && json !== null && typeof (json as Plain)["$type"] === "string";

/** `__proto__` as a key of data must stay a key. */
export const setOwn = (target: object, key: string, value: unknown) =>
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });

function bigIntOf(value: unknown): bigint {
  try {
    return BigInt(textOf(value));
  } catch {
    throw malformed(`"${String(value)}" is not a BigInt`);
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw malformed(`expected a string, found ${JSON.stringify(value)}`);
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw malformed(`expected a list, found ${JSON.stringify(value)}`);
}

function recordOf(value: unknown): Plain {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Plain;
  throw malformed(`expected an object, found ${JSON.stringify(value)}`);
}

export const malformed = (why: string) =>
  new PageRefusal("bad-input", `not a tagged value: ${why}`, { hint: 'Example: {"$type":"Date","value":"2026-01-31T00:00:00.000Z"}.' });
