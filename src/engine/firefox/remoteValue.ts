import type { Script } from "webdriver-bidi-protocol";
import { DroverError } from "../../protocol/errors.ts";

type RemoteValue = Script.RemoteValue;

/** What BiDi sends for the same object a second time: its `internalId` and no value. */
interface Identified {
  internalId?: string;
  value?: unknown;
}

/**
 * A value as JSON would have it, with Chromium's words for what JSON lacks: "NaN", "Infinity", "12n". BiDi types every
 * part of a value, so this is the way back.
 */
export function toJson(value: RemoteValue): unknown {
  return new JsonReader().read(value);
}

class JsonReader {
  readonly #objects = new Map<string, unknown>();
  readonly #open = new Set<string>();

  read(remote: RemoteValue): unknown {
    const { internalId, value } = remote as Identified;
    if (internalId === undefined) return this.#plain(remote);
    if (this.#open.has(internalId))
      throw new DroverError("script-error", "the value contains itself and has no JSON form", { failure: { source: "app" } });
    if (value === undefined && this.#objects.has(internalId)) return this.#objects.get(internalId);
    this.#open.add(internalId);
    const made = this.#plain(remote);
    this.#open.delete(internalId);
    this.#objects.set(internalId, made);
    return made;
  }

  #plain(remote: RemoteValue): unknown {
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
      case "set":
      case "nodelist":
      case "htmlcollection":
        return (remote.value ?? []).map((each) => this.read(each));
      case "map":
        return (remote.value ?? []).map(([key, each]) => [this.#key(key), this.read(each)]);
      case "object":
        return Object.fromEntries(
          (remote.value ?? []).filter(([, each]) => isJson(each)).map(([key, each]) => [String(this.#key(key)), this.read(each)]),
        );
      case "regexp":
      case "node":
        return valueText(remote);
      default:
        return {};
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

/** One value as a console prints it. */
export function valueText(remote: RemoteValue, nested = false): string {
  switch (remote.type) {
    case "string":
      return nested ? JSON.stringify(remote.value) : remote.value;
    case "undefined":
    case "null":
      return remote.type;
    case "number":
    case "boolean":
    case "date":
      return String(remote.value);
    case "bigint":
      return `${remote.value}n`;
    case "regexp":
      return `/${remote.value.pattern}/${remote.value.flags ?? ""}`;
    case "array":
      return list(remote.value, "[", "]");
    case "set":
    case "nodelist":
    case "htmlcollection":
      return `${{ set: "Set", nodelist: "NodeList", htmlcollection: "HTMLCollection" }[remote.type]} ${list(remote.value, "{", "}")}`;
    case "map":
      return `Map {${parts(remote.value, ([key, value]) => `${keyText(key)} => ${valueText(value, true)}`)}}`;
    case "object":
      return `{${parts(remote.value, ([key, value]) => `${typeof key === "string" ? key : keyText(key)}: ${valueText(value, true)}`)}}`;
    case "function":
      return "ƒ";
    case "node":
      return nodeText(remote);
    default:
      return remote.type;
  }
}

const list = (values: RemoteValue[] | undefined, open: string, close: string) =>
  open + parts(values, (value) => valueText(value, true)) + close;

function parts<T>(values: readonly T[] | undefined, text: (value: T) => string): string {
  if (!values) return "…";
  const shown = values.slice(0, MAX_PARTS).map(text);
  return [...shown, ...(values.length > MAX_PARTS ? ["…"] : [])].join(", ");
}

const keyText = (key: RemoteValue | string) => (typeof key === "string" ? JSON.stringify(key) : valueText(key, true));

function nodeText({ value }: Script.NodeRemoteValue): string {
  if (!value?.localName) return "node";
  const attributes = Object.entries(value.attributes ?? {}).map(([name, text]) => ` ${name}="${text}"`);
  return `<${value.localName}${attributes.join("")}>`;
}
