import type { Protocol } from "devtools-protocol";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { PausedRequest } from "../port.ts";
import type { CdpSession } from "./connection.ts";

/** Wraps a request that the Fetch domain holds back. A target that closes meanwhile needs no answer. */
export function pausedRequest(
  session: CdpSession,
  event: Protocol.Fetch.RequestPausedEvent,
  serviceWorker = false,
): PausedRequest {
  const { requestId, request } = event;
  const settled = async (answer: Promise<unknown>) => {
    await mayFail(answer, "a target that closes needs no answer to its requests");
  };
  return {
    url: request.url,
    method: request.method,
    headers: request.headers as Record<string, string>,
    ...(request.postData !== undefined && { postData: request.postData }),
    type: event.resourceType.toLowerCase(),
    ...(serviceWorker && { serviceWorker }),
    fulfil: ({ status, headers, body }) =>
      settled(
        session.send("Fetch.fulfillRequest", {
          requestId,
          responseCode: status,
          // Several cookies come one a line.
          responseHeaders: Object.entries(headers).flatMap(([name, value]) => value.split("\n").map((line) => ({ name, value: line }))),
          body: body.toString("base64"),
        }),
      ),
    resume: () => settled(session.send("Fetch.continueRequest", { requestId })),
    abort: () => settled(session.send("Fetch.failRequest", { requestId, errorReason: "Failed" })),
  };
}
