import type { Network } from "webdriver-bidi-protocol";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { AnswerChallenge, PausedRequest, RequestChanges } from "../port.ts";
import type { BidiConnection } from "./connection.ts";
import { plainHeaders, requestType } from "./networkEvents.ts";
import { bytesText } from "./cookies.ts";

const MAX_REMEMBERED = 1000;

/** Holds back requests of one tab. BiDi's patterns know no wildcards, so all are held and those not meant go on at once. */
export class Intercept {
  readonly #connection: BidiConnection;
  readonly #contextId: () => string;
  #handler: ((request: PausedRequest) => void) | undefined;
  #wanted: RegExp[] | undefined;
  #challenged: AnswerChallenge | undefined;
  readonly #answered = new Set<string>();
  #id: Promise<string> | undefined;

  constructor(connection: BidiConnection, contextId: () => string) {
    this.#connection = connection;
    this.#contextId = contextId;
  }

  async set(handler: ((request: PausedRequest) => void) | undefined, patterns: readonly string[] | undefined, challenged: AnswerChallenge | undefined): Promise<void> {
    const otherPhases = (challenged === undefined) !== (this.#challenged === undefined);
    this.#handler = handler;
    this.#wanted = patterns?.map(globPattern);
    this.#challenged = challenged;
    if (handler && !otherPhases) {
      this.#id ??= this.#add();
      await this.#id;
      return;
    }
    const id = this.#id;
    this.#id = handler && this.#add();
    await this.#id;
    if (id) this.#connection.post("network.removeIntercept", { intercept: await id });
  }

  /** The tab was replaced by another: what was held there is held here. */
  async reapply(): Promise<void> {
    if (!this.#handler) return;
    this.#id = this.#add();
    await this.#id;
  }

  async paused(event: Network.BeforeRequestSentParameters): Promise<void> {
    const { request } = event;
    const meant = this.#handler && (!this.#wanted || this.#wanted.some((pattern) => pattern.test(request.url)));
    if (!meant) return this.#connection.post("network.continueRequest", { request: request.request });
    const postData = await this.#postData(request);
    this.#handler?.(pausedRequest(this.#connection, request, postData));
  }

  /** Each request once: who is asked again was not believed. Firefox would show a window for "default". */
  challenged({ request: { request, url } }: Network.AuthRequiredParameters): void {
    const credentials = this.#answered.has(request) ? undefined : this.#challenged?.({ url });
    if (this.#answered.size > MAX_REMEMBERED) this.#answered.clear();
    this.#answered.add(request);
    this.#connection.post(
      "network.continueWithAuth",
      credentials ? { request, action: "provideCredentials", credentials: { type: "password", ...credentials } } : { request, action: "cancel" },
    );
  }

  async #add(): Promise<string> {
    const { intercept } = await this.#connection.send("network.addIntercept", {
      phases: this.#challenged ? ["beforeRequestSent", "authRequired"] : ["beforeRequestSent"],
      contexts: [this.#contextId()],
    });
    return intercept;
  }

  async #postData({ request, bodySize }: Network.RequestData): Promise<string | undefined> {
    if (!bodySize) return undefined;
    const answer = await mayFail(this.#connection.send("network.getData", { request, dataType: "request" }), "a request's body may be gone with its page");
    return answer && bytesText(answer.bytes);
  }
}

const globPattern = (glob: string) => new RegExp(`^${glob.replace(/[.+^${}()|[\]\\?]/g, "\\$&").replaceAll("*", ".*")}$`, "s");

/** A request that waits. A tab that closes meanwhile needs no answer. */
function pausedRequest(connection: BidiConnection, held: Network.RequestData, postData: string | undefined): PausedRequest {
  const { request } = held;
  const headers = plainHeaders(held.headers);
  const settled = async (answer: Promise<unknown>) => {
    await mayFail(answer, "a tab that closes needs no answer to its requests");
  };
  return {
    url: held.url,
    method: held.method,
    headers,
    ...(postData !== undefined && { postData }),
    type: requestType(held, headers),
    fulfil: ({ status, headers: answer, body }) =>
      settled(
        connection.send("network.provideResponse", {
          request,
          statusCode: status,
          headers: Object.entries(answer).flatMap(([name, value]) => value.split("\n").map((line) => ({ name, value: { type: "string" as const, value: line } }))),
          body: { type: "base64", value: body.toString("base64") },
        }),
      ),
    resume: (changes = {}) => settled(connection.send("network.continueRequest", { request, ...overrides(changes) })),
    abort: () => settled(connection.send("network.failRequest", { request })),
  };
}

const overrides = ({ url, method, headers, postData }: RequestChanges) => ({
  ...(url !== undefined && { url }),
  ...(method !== undefined && { method }),
  ...(headers && { headers: Object.entries(headers).map(([name, value]) => ({ name, value: { type: "string" as const, value } })) }),
  ...(postData !== undefined && { body: { type: "base64" as const, value: Buffer.from(postData, "utf8").toString("base64") } }),
});
