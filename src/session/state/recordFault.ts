import { decodeTagged, malformed, type Plain, type Platform } from "../../page/state/decodeTagged.ts";
import type { StoreRecord } from "../../page/state/api.ts";

interface Store {
  keyPath: string | string[] | null;
  autoIncrement: boolean;
}

/** Stand-ins for what only a browser can make: they show whether a value is well formed. */
const standIns: Platform = {
  bytesOf: (base64) => {
    try {
      return new Uint8Array(Buffer.from(atob(base64), "latin1"));
    } catch {
      throw malformed("the bytes are not valid base64");
    }
  },
  binaryOf: (kind, bytes, traits) => (kind === "Blob" || kind === "File" ? { size: bytes.length, ...traits } : bytes),
  regExpOf: () => ({}),
};

/** Why a browser would not take a record of a state; `undefined` when it would. */
export function recordFault({ keyPath, autoIncrement }: Store, { key, value }: StoreRecord): string | undefined {
  try {
    const decoded = decodeTagged(value, standIns);
    const found = keyPath === null ? decodeTagged(key, standIns) : keyAt(decoded, keyPath);
    if (found === undefined && autoIncrement) return undefined;
    return isKey(found) ? undefined : `it has no valid key ${keyPath === null ? "beside its value" : `at ${JSON.stringify(keyPath)}`}`;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

function keyAt(value: unknown, keyPath: string | string[]): unknown {
  if (typeof keyPath !== "string") return keyPath.map((path) => keyAt(value, path));
  if (keyPath === "") return value;
  return keyPath.split(".").reduce((part, name) => (new Object(part) as Plain)[name], value);
}

function isKey(value: unknown): boolean {
  if (typeof value === "number") return !Number.isNaN(value);
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  return typeof value === "string" || value instanceof Uint8Array || (Array.isArray(value) && value.every(isKey));
}
