import type { Script } from "webdriver-bidi-protocol";
import { DroverError } from "../protocol/errors.ts";

type RemoteValue = Script.RemoteValue;

/** What comes for the same object a second time: its id, which Chromium calls by another name, and no value. */
interface Identified {
  internalId?: string;
  weakLocalObjectReference?: number;
  value?: unknown;
}

/**
 * A value as JSON would have it, with Chromium's words for what JSON lacks: "NaN", "Infinity", "12n". BiDi types every
 * part of a value, as Chromium does when asked, so this is the way back. What it only names is taken from `json`, if that is known.
 */
export function toJson(value: RemoteValue, json?: unknown): unknown {
  return new JsonReader().read(value, json);
}

type Parts = Record<string | number, unknown> | undefined;

class JsonReader {
  readonly #objects = new Map<string | number, unknown>();
  readonly #open = new Set<string | number>();

  read(remote: RemoteValue, json?: unknown): unknown {
    const { internalId, weakLocalObjectReference, value } = remote as Identified;
    const id = internalId ?? weakLocalObjectReference;
    if (id === undefined) return this.#plain(remote, json as Parts);
    if (this.#open.has(id))
      throw new DroverError("script-error", "the value contains itself and has no JSON form", { failure: { source: "app" } });
    if (value === undefined && this.#objects.has(id)) return this.#objects.get(id);
    this.#open.add(id);
    const made = this.#plain(remote, json as Parts);
    this.#open.delete(id);
    this.#objects.set(id, made);
    return made;
  }

  #plain(remote: RemoteValue, json: Parts): unknown {
    switch (remote.type) {
      case "undefined":
      case "null":
      case "symbol":
        return null;
      case "string":
      case "boolean":
      case "number":
      case "date":
        return remote.value;
      case "bigint":
        return `${remote.value}n`;
      case "array":
        return (remote.value ?? []).map((each, index) => this.read(each, json?.[index]));
      case "set":
      case "nodelist":
      case "htmlcollection":
        return (remote.value ?? []).map((each) => this.read(each));
      case "map":
        return (remote.value ?? []).map(([key, each]) => [this.#key(key), this.read(each)]);
      case "object":
        return Object.fromEntries(
          (remote.value ?? []).filter(([, each]) => isJson(each)).map(([key, each]) => {
            const name = String(this.#key(key));
            return [name, this.read(each, json?.[name])];
          }),
        );
      case "regexp":
      case "node":
        return valueText(remote);
      default:
        return json ?? {};
    }
  }

  #key(key: RemoteValue | string): unknown {
    return typeof key === "string" ? key : this.read(key);
  }
}

/** JSON leaves these out of an object. */
const isJson = ({ type }: RemoteValue) => type !== "undefined" && type !== "function" && type !== "symbol";

/** More of an object than this is not printed. */
const MAX_PARTS = 100;

/** One value as a console prints it: an object with what it holds, and an object in an object as what it is. */
export function valueText(remote: RemoteValue): string {
  switch (remote.type) {
    case "string":
      return remote.value;
    case "array":
      return `[${parts(remote.value, partText)}]`;
    case "set":
    case "nodelist":
    case "htmlcollection":
      return `${kindText(remote)} {${parts(remote.value, partText)}}`;
    case "map":
      return `${kindText(remote)} {${parts(remote.value, ([key, value]) => `${keyText(key)} => ${partText(value)}`)}}`;
    case "object":
      return `{${parts(remote.value, ([key, value]) => `${typeof key === "string" ? key : partText(key)}: ${partText(value)}`)}}`;
    default:
      return plainText(remote);
  }
}

const partText = (remote: RemoteValue): string => (remote.type === "string" ? JSON.stringify(remote.value) : plainText(remote));

const keyText = (key: RemoteValue | string) => (typeof key === "string" ? JSON.stringify(key) : partText(key));

function plainText(remote: RemoteValue): string {
  switch (remote.type) {
    case "number":
    case "boolean":
    case "date":
      return String(remote.value);
    case "bigint":
      return `${remote.value}n`;
    case "regexp":
      return `/${remote.value.pattern}/${remote.value.flags ?? ""}`;
    case "array":
    case "set":
    case "map":
    case "nodelist":
    case "htmlcollection":
      return kindText(remote);
    case "object":
      return "{…}";
    case "function":
      return "ƒ";
    case "node":
      return nodeText(remote);
    default:
      return remote.type;
  }
}

const kinds = { array: "Array", set: "Set", map: "Map", nodelist: "NodeList", htmlcollection: "HTMLCollection" } as const;

function kindText({ type, value }: { type: keyof typeof kinds; value?: unknown[] }): string {
  return value ? `${kinds[type]}(${value.length})` : kinds[type];
}

function parts<T>(values: readonly T[] | undefined, text: (value: T) => string): string {
  if (!values) return "…";
  const shown = values.slice(0, MAX_PARTS).map(text);
  return [...shown, ...(values.length > MAX_PARTS ? ["…"] : [])].join(", ");
}

function nodeText({ value }: Script.NodeRemoteValue): string {
  if (!value?.localName) return "node";
  const { id, class: classes = "" } = value.attributes ?? {};
  return [value.localName, id && `#${id}`, ...classes.split(/\s+/).map((each) => each && `.${each}`)].join("");
}
