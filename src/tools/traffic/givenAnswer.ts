import { inertResponse } from "../../policy/inertResponse.ts";
import type { DaemonContext } from "../context.ts";

type Response = Parameters<typeof inertResponse>[0];

/** An answer in the network's place. Who may not run scripts gives only such as no browser runs. */
export function givenAnswer<R extends Response>({ client, require }: DaemonContext, response: R): R {
  if (client.capabilities.has("eval")) return response;
  const judged = inertResponse(response);
  if ("inert" in judged) return judged.inert;
  require("eval", `${judged.runs}, which has the browser run what it is given,`);
  return response;
}
