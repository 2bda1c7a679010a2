import type { Protocol } from "devtools-protocol";
import type { Script } from "webdriver-bidi-protocol";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { toJson } from "../remoteValue.ts";
import type { CdpSession } from "./connection.ts";

type RemoteObject = Protocol.Runtime.RemoteObject;

/** What keeps the value of a script within reach that was told as JSON: the console's objects, of which it is `$_`. */
export const LAST_VALUE_GROUP = "console";

const deep = { serializationOptions: { serialization: "deep", additionalParameters: { maxNodeDepth: 0, includeShadowTree: "none" } } } as const;

/**
 * A script's value as JSON, with Firefox's words for what Chromium's JSON lacks. Deep serialisation, which has it, takes several
 * times as long: it is asked for afterwards, and only when something may be hidden.
 */
export async function readValue(session: CdpSession, contextId: string | undefined, told: RemoteObject): Promise<unknown> {
  const { objectId } = told;
  if (objectId === undefined) {
    const json = jsonOf(told);
    return mayHideMore(json) ? mayFail(lastValue(session, contextId, json), "the page may go away while its last value is asked for in full", json) : json;
  }
  const itself = { objectId, functionDeclaration: "function() { return this; }" };
  try {
    const json = jsonOf((await session.send("Runtime.callFunctionOn", { ...itself, returnByValue: true })).result);
    return mayHideMore(json) ? fullValue(session, (await session.send("Runtime.callFunctionOn", { ...itself, ...deep })).result, json) : json;
  } finally {
    session.post("Runtime.releaseObject", { objectId });
  }
}

const jsonOf = ({ unserializableValue, value }: RemoteObject): unknown => unserializableValue ?? value ?? null;

/** Chromium's JSON has `{}` for a date, a map, an element and the like. */
export function mayHideMore(json: unknown): boolean {
  if (typeof json !== "object" || json === null) return false;
  const parts = Object.values(json);
  return parts.length === 0 ? !Array.isArray(json) : parts.some(mayHideMore);
}

async function lastValue(session: CdpSession, contextId: string | undefined, json: unknown): Promise<unknown> {
  const context = contextId === undefined ? {} : { uniqueContextId: contextId };
  const [own, last] = await Promise.all([
    session.send("Runtime.evaluate", { expression: "typeof $_", ...context }),
    session.send("Runtime.evaluate", { expression: "$_", includeCommandLineAPI: true, ...deep, ...context }),
  ]);
  const isThePages = own.result.value !== "undefined";
  return isThePages ? json : fullValue(session, last.result, json);
}

function fullValue(session: CdpSession, { type, objectId, deepSerializedValue }: RemoteObject, json: unknown): unknown {
  if (objectId) session.post("Runtime.releaseObject", { objectId });
  return type === "object" && deepSerializedValue ? toJson(deepSerializedValue as Script.RemoteValue, json) : json;
}
