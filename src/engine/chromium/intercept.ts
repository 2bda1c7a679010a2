import type { Protocol } from "devtools-protocol";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { AnswerChallenge, PausedRequest, RequestChanges } from "../port.ts";
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
    resume: (changes = {}) => settled(session.send("Fetch.continueRequest", { requestId, ...overrides(changes) })),
    abort: () => settled(session.send("Fetch.failRequest", { requestId, errorReason: "Failed" })),
  };
}

const overrides = ({ url, method, headers, postData }: RequestChanges) => ({
  ...(url !== undefined && { url }),
  ...(method !== undefined && { method }),
  ...(headers && { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) }),
  ...(postData !== undefined && { postData: Buffer.from(postData, "utf8").toString("base64") }),
});

const MAX_REMEMBERED = 1000;

/** Answers servers that ask who is there, each request once: who is asked again was not believed. */
export class Challenges {
  readonly #answered = new Set<string>();

  answer(session: CdpSession, { requestId, request, authChallenge }: Protocol.Fetch.AuthRequiredEvent, answer: AnswerChallenge | undefined): void {
    const credentials = authChallenge.source === "Proxy" ? undefined : answer?.({ url: request.url });
    const again = this.#answered.has(requestId);
    if (this.#answered.size > MAX_REMEMBERED) this.#answered.clear();
    if (credentials) this.#answered.add(requestId);
    const authChallengeResponse = !credentials
      ? ({ response: "Default" } as const)
      : again
        ? ({ response: "CancelAuth" } as const)
        : ({ response: "ProvideCredentials", ...credentials } as const);
    session.post("Fetch.continueWithAuth", { requestId, authChallengeResponse });
  }
}
