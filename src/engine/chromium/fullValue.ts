import type { Script } from "webdriver-bidi-protocol";
import { toJson } from "../remoteValue.ts";
import type { CdpSession } from "./connection.ts";

/** What keeps a script's last value within reach: the console's objects, of which it is `$_`. */
export const LAST_VALUE_GROUP = "console";

/** Chromium's JSON has `{}` for a date, a map, an element and the like: only then may there be more to tell. */
export const mayHideMore = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (Array.isArray(value) || Object.keys(value).length > 0 ? Object.values(value).some(mayHideMore) : true);

/**
 * The last script's value with what its JSON lacks, in the words that Firefox has for it. Deep serialisation takes several times
 * as long as JSON, so that it is asked for afterwards and seldom.
 */
export async function fullValue(session: CdpSession, contextId: string | undefined, json: unknown): Promise<unknown> {
  const context = contextId === undefined ? {} : { uniqueContextId: contextId };
  const [own, last] = await Promise.all([
    session.send("Runtime.evaluate", { expression: "typeof $_", ...context }),
    session.send("Runtime.evaluate", {
      expression: "$_",
      includeCommandLineAPI: true,
      serializationOptions: { serialization: "deep", additionalParameters: { maxNodeDepth: 0, includeShadowTree: "none" } },
      ...context,
    }),
  ]);
  const { objectId, deepSerializedValue } = last.result;
  if (objectId) session.post("Runtime.releaseObject", { objectId });
  const isThePages = own.result.value !== "undefined";
  return isThePages || last.result.type !== "object" || !deepSerializedValue ? json : toJson(deepSerializedValue as Script.RemoteValue, json);
}
